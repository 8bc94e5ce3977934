import { addCopyButtons } from './copy-buttons.ts';
import { addSearch } from './sidebar-search.ts';
import { addTryOuts } from './try-out.ts';

/* The script of the pages at /docs: the sidebar with its search, copy buttons of samples, and the API reference. */

const sidebar = document.querySelector<HTMLElement>('#sidebar');
const folded = sidebar?.querySelector('details');
// On a phone, the open list would push the page down.
if (folded && matchMedia('(max-width: 800px)').matches) folded.open = false;
if (sidebar) addSearch(sidebar);
addCopyButtons();

const reference = document.querySelector<HTMLElement>('.reference');
if (reference) addTryOuts(reference);
