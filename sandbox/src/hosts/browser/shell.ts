import { registerWorker } from './registration.ts';

/*
 * The script of the shell page. MSW handles the requests of a page but not its navigations. So these use
 * the URL of the shell, `…-shell.html?go=/providers/…`, which registers the sandbox's own worker in its own
 * folder and then navigates to the page there. The worker uses the state that the page behind MSW has stored.
 */

const here = new URL(location.href);
const target = here.searchParams.get('go') ?? '/';
// The default of the MSW handlers.
const database = here.searchParams.get('database') ?? 'clientlib-sandbox';
here.searchParams.delete('go');
here.searchParams.delete('database');
const folder = here.pathname.replace(/\.html$/, '');

registerWorker('clientlib-sandbox-worker.js', { base: folder, database }, `${folder}/`).then(
  () => {
    // Query parameters that a page added, such as those of a challenge, are passed on to the requested page.
    const query = here.searchParams.toString();
    const joint = query === '' ? '' : target.includes('?') ? '&' : '?';
    // A download does not navigate away, so go back to the page that requested it.
    setTimeout(() => history.back(), 3_000);
    location.replace(`${folder}${target.startsWith('/') ? '' : '/'}${target}${joint}${query}${here.hash}`);
  },
  (error: unknown) => {
    const text = document.createElement('p');
    text.textContent = (error as Error).message;
    document.body.append(text);
  },
);
