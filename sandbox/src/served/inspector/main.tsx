import { show } from './show.tsx';

const root = document.getElementById('inspector');
if (root !== null) show(root);
