import { registerWorker } from './registration.ts';

/*
 * The script of the shell page. MSW answers the requests of a page but not the pages that a browser goes to. So those are
 * given the address of the shell, `…-shell.html?go=/providers/…`, which brings the sandbox's own worker to a folder of its
 * own and goes on to the page there. The worker works on the state that the page behind MSW has kept.
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
