// The back end's own small pages.
import { html } from 'hono/html';

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; background: light-dark(#f2f6f4, #10201c); color: light-dark(#16302b, #e4efeb); }
main { max-width: 44rem; margin: 3rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; }
a { color: inherit; }
ul { list-style: none; padding: 0; }
footer { margin: 2rem 0; font-size: .875rem; }
li, dl { padding: 1rem; margin: 0 0 .75rem; border-radius: .75rem; background: light-dark(#fff, #1a302a); }
li { display: flex; gap: 1rem; justify-content: space-between; align-items: center; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .5rem 1.5rem; }
dt { opacity: .75; } dd { margin: 0; overflow-wrap: anywhere; }
.status { padding: .1rem .7rem; border-radius: 1rem; font-size: .875rem; background: light-dark(#e4e8e6, #34443f); }
.active { background: #0b6e4f; color: #fff; }
`;

/** Allows this style and the one script, and nothing else. */
export const pageHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'",
  'Cache-Control': 'no-store',
};

export const files = {
  '/backend.css': { type: 'text/css', text: style },
  // Waits for the webhook and then shows the page anew.
  '/backend.js': {
    type: 'text/javascript',
    text: `const { account } = document.body.dataset;
if (account) {
  const answer = await fetch('/accounts/' + encodeURIComponent(account) + '?wait=25', { headers: { Accept: 'application/json' } });
  if ((await answer.json()).Status === 'active') location.reload();
}
`,
  },
};

const page = (title, content, sandboxUrl, waitFor = '') => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="stylesheet" href="/backend.css">
    <script type="module" src="/backend.js"></script>
  </head>
  <body data-account="${waitFor}">
    <main>
      <h1>${title}</h1>
      ${content}
      <footer><a href="${sandboxUrl}/">Sandbox inspector</a></footer>
    </main>
  </body>
</html>`;

const badge = (status) => html`<span class="status ${status}">${status}</span>`;

/** @param {import('./accounts.mjs').Account[]} accounts @param {string} sandboxUrl */
export const accountsPage = (accounts, sandboxUrl) =>
  page(
    'Accounts',
    accounts.length === 0
      ? html`<p>Nobody has signed up yet. An account appears here when the webhook of its signup has come.</p>`
      : html`<ul>${accounts.map(
          ({ Id, Name, Status }) =>
            html`<li><a href="/accounts/${encodeURIComponent(Id)}">${Name || Id}</a>${badge(Status)}</li>`,
        )}</ul>`,
    sandboxUrl,
  );

/** @param {string} id @param {import('./accounts.mjs').Account | undefined} account @param {string} sandboxUrl */
export const accountPage = (id, account, sandboxUrl) =>
  page(
    account?.Name || 'Account',
    html`<dl>
      <dt>Status</dt><dd>${badge(account?.Status ?? 'pending')}</dd>
      <dt>Our id</dt><dd>${id}</dd>
      <dt>Customer</dt><dd>${account?.CustomerId ?? '–'}</dd>
      <dt>Contract</dt><dd>${account?.ContractId ?? '–'}</dd>
      <dt>Ends</dt><dd>${account?.EndDate?.slice(0, 10) ?? '–'}</dd>
    </dl>
    <p><a href="/">All accounts</a></p>`,
    sandboxUrl,
    account?.Status === 'active' ? '' : id,
  );
