/**
 * Runs beside the library: loads the description, gets a token so that "Execute" works at once, and lets the list at the side
 * be searched and lead to an operation.
 */
export const apiReferenceScript = `(() => {
  const place = document.querySelector('#reference');
  const { base } = place.dataset;
  const state = document.querySelector('#token-state');

  // The library draws a group when it is opened, and an operation when its group is there.
  const drawn = (find) =>
    new Promise((resolve) => {
      const observer = new MutationObserver(look);
      function look() {
        const found = find();
        if (!found) return;
        observer.disconnect();
        resolve(found);
      }
      observer.observe(place, { childList: true, subtree: true });
      look();
    });

  const open = async () => {
    const [, tag, id] = decodeURIComponent(location.hash).split('/');
    if (!id) return;
    const group = await drawn(() => place.querySelector('.opblock-tag[data-tag="' + CSS.escape(tag) + '"]'));
    if (group.dataset.isOpen !== 'true') group.click();
    const block = await drawn(() => document.getElementById('operations-' + tag.replace(/\\s/g, '_') + '-' + id));
    if (!block.classList.contains('is-open')) block.querySelector('.opblock-summary-control')?.click();
    block.scrollIntoView();
  };

  const ui = SwaggerUIBundle({
    url: base + '/openapi.json',
    dom_id: '#reference',
    deepLinking: false,
    docExpansion: 'none',
    displayRequestDuration: true,
    defaultModelRendering: 'model',
    defaultModelExpandDepth: 3,
    defaultModelsExpandDepth: 0,
    tryItOutEnabled: true,
    requestSnippetsEnabled: true,
    validatorUrl: null,
    onComplete: async () => {
      void open();
      try {
        state.textContent = await authorize();
      } catch {
        state.textContent = 'No token: use "Authorize".';
      }
    },
  });

  async function authorize() {
    const catalog = await (await fetch(base + '/sandbox/catalog', { headers: { Accept: 'application/json' } })).json();
    const client = catalog.OAuthClients.find(({ Grants }) => Grants.includes('client_credentials'));
    const answer = await fetch(base + '/oauth/token/', {
      method: 'POST',
      headers: { Authorization: 'Basic ' + btoa(client.ClientId + ':' + client.ClientSecret) },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    ui.preauthorizeApiKey('accessToken', (await answer.json()).access_token);
    return 'Ready: requests carry an access token.';
  }

  addEventListener('hashchange', open);
  const nav = document.querySelector('nav');
  // The same operation again: the address does not change.
  nav.addEventListener('click', (event) => {
    if (event.target.closest('a')?.hash === location.hash) open();
  });
  document.querySelector('#operation-search').addEventListener('input', ({ target }) => {
    const words = target.value.toLowerCase().split(/\\s+/);
    let found = 0;
    for (const group of nav.querySelectorAll('.operation-group')) {
      let shown = 0;
      for (const item of group.querySelectorAll('li')) {
        const text = (group.firstElementChild.textContent + ' ' + item.textContent).toLowerCase();
        item.hidden = !words.every((word) => text.includes(word));
        if (!item.hidden) shown += 1;
      }
      group.hidden = shown === 0;
      found += shown;
    }
    document.querySelector('#nothing-found').hidden = found > 0;
  });
})();
`;

/** The layout, and the library in our colors. It is light in both themes, as its own styles are. */
export const apiReferenceStyle = `body.wide main { max-width: none; padding: 0; }
.reference-layout { display: grid; grid-template-columns: minmax(240px, 320px) minmax(0, 1fr); }
.reference-layout nav {
  position: sticky; top: 0; height: 100vh; overflow: auto; padding: 16px; border-right: 1px solid var(--line);
  display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px; align-content: start;
}
.reference-layout nav section { padding: 0; border: 0; background: none; }
.operation-group h2 { margin: 12px 0 4px; font-size: var(--text-13); color: var(--grey); }
.operation-group ul { padding: 0; list-style: none; }
.operation-group a {
  display: block; padding: 4px; border-radius: var(--radius); color: inherit; text-decoration: none;
}
.operation-group a:hover { background: color-mix(in srgb, var(--ink) 6%, var(--surface)); }
.operation-group .method { font: 600 var(--text-12) var(--mono); }
.operation-group .get { color: var(--accent); }
.operation-group .post { color: var(--ok); }
.operation-group .put, .operation-group .patch { color: var(--wait); }
.operation-group .delete { color: var(--fail); }
.operation-group .path {
  display: block; overflow: hidden; color: var(--grey); font: var(--text-12) var(--mono); text-overflow: ellipsis;
  white-space: nowrap;
}
#reference section { margin: 0; padding: 0; border: 0; background: none; }
#reference, #reference * { overflow-wrap: normal; }
#reference small { flex: 1 1 auto; }
#reference { background: #fff; color: #1b1f24; color-scheme: light; min-height: 100vh; }
@media (max-width: 800px) {
  .reference-layout { grid-template-columns: minmax(0, 1fr); }
  .reference-layout nav { position: static; height: auto; max-height: 50vh; border-right: 0; border-bottom: 1px solid var(--line); }
}
`;
