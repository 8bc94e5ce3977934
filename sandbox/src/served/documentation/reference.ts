import { tokenRequest } from '../../service/model/token-request.ts';
import { lighterLibrary } from './lighter-library.ts';
import { mendLibrary } from './mend-library.ts';

/** What we use of the library: `/assets/swagger-ui.js` sets it. */
declare const SwaggerUIBundle: (options: object) => { preauthorizeApiKey(name: string, value: string): void };

/**
 * Shows the API reference: loads the description, gets a token so that "Execute" works at once, and opens the operation
 * that the address names, `#/Orders/postOrders`, or the group of `?tag=Orders`.
 */
export function showReference(place: HTMLElement): void {
  const base = place.dataset['base'] ?? '';
  const state = document.querySelector<HTMLElement>('#token-state');
  followTheme();
  mendLibrary(place);

  const ui = SwaggerUIBundle({
    url: `${base}/openapi.json`,
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
    plugins: [lighterLibrary],
    onComplete: async () => {
      void openFromAddress(place);
      const text = await authorize(base, ui).catch(() => 'No token: use "Authorize".');
      if (state) state.textContent = text;
    },
  });

  addEventListener('hashchange', () => openFromAddress(place));
  document.addEventListener('click', ({ target }) => {
    // The same operation again: the address does not change.
    if (target instanceof Element && target.closest('a')?.hash === location.hash) void openFromAddress(place);
  });
}

/** The library is dark where its document has this class. */
function followTheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', follow);
  follow();
}

async function authorize(base: string, ui: ReturnType<typeof SwaggerUIBundle>): Promise<string> {
  const asked = await fetch(`${base}/sandbox/catalog`, { headers: { Accept: 'application/json' } });
  const catalog: { OAuthClients: { ClientId: string; ClientSecret: string; Grants: string[] }[] } =
    await asked.json();
  const client = catalog.OAuthClients.find(({ Grants }) => Grants.includes('client_credentials'));
  const answer = await fetch(`${base}/oauth/token/`, tokenRequest(client));
  ui.preauthorizeApiKey('accessToken', (await answer.json()).access_token);
  return 'Ready: requests carry an access token.';
}

async function openFromAddress(place: HTMLElement): Promise<void> {
  const [, tag = new URLSearchParams(location.search).get('tag'), id] = decodeURIComponent(
    location.hash,
  ).split('/');
  if (!tag) return;
  const group = await drawn(place, () =>
    [...place.querySelectorAll<HTMLElement>('.opblock-tag')].find(
      ({ dataset }) => dataset['tag']?.toLowerCase() === tag.toLowerCase(),
    ),
  );
  if (group.dataset['isOpen'] !== 'true') group.click();
  if (id === undefined) return group.scrollIntoView();
  const name = `operations-${group.dataset['tag']?.replace(/\s/g, '_')}-${id}`;
  const block = await drawn(place, () => document.getElementById(name) ?? undefined);
  if (!block.classList.contains('is-open'))
    block.querySelector<HTMLElement>('.opblock-summary-control')?.click();
  block.scrollIntoView();
}

/** The library draws a group when it is opened, and an operation when its group is there. */
function drawn(place: HTMLElement, find: () => HTMLElement | undefined): Promise<HTMLElement> {
  return new Promise((resolve) => {
    const look = () => {
      const found = find();
      if (found === undefined) return;
      observer.disconnect();
      resolve(found);
    };
    const observer = new MutationObserver(look);
    observer.observe(place, { childList: true, subtree: true });
    look();
  });
}
