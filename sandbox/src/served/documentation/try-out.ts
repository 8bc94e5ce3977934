import { tokenRequest } from '../../service/model/token-request.ts';

/** Adds a form to each operation of the API reference that sends it, with an access token of the account's own client. */
export function addTryOuts(reference: HTMLElement): void {
  const base = reference.dataset['base'] ?? '';
  let token: string | undefined;
  const send = async (toRequest: () => Request): Promise<Response> => {
    const isNew = token === undefined;
    token ??= await newToken(base);
    const asked = toRequest();
    asked.headers.set('Authorization', `Bearer ${token}`);
    const response = await fetch(asked);
    if (response.status !== 401 || isNew) return response;
    // A token expires when the clock advances, and a reset revokes it.
    token = undefined;
    return send(toRequest);
  };
  for (const operation of reference.querySelectorAll<HTMLElement>('[data-method]'))
    operation.append(tryOut(operation, base, send));
}

async function newToken(base: string): Promise<string> {
  const catalog = await read<{
    OAuthClients: { ClientId: string; ClientSecret: string; Grants: string[] }[];
  }>(fetch(`${base}/sandbox/catalog`, { headers: { Accept: 'application/json' } }));
  const client = catalog.OAuthClients.find(({ Grants }) => Grants.includes('client_credentials'));
  const { access_token } = await read<{ access_token: string }>(
    fetch(`${base}/oauth/token/`, tokenRequest(client)),
  );
  return access_token;
}

/** @throws Error that a reader of the page is shown, if the access token cannot be had */
async function read<Body>(asked: Promise<Response>): Promise<Body> {
  const answer = await asked;
  if (!answer.ok) throw new Error(`No access token: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

function tryOut(
  operation: HTMLElement,
  base: string,
  send: (toRequest: () => Request) => Promise<Response>,
): HTMLElement {
  const parameters = [...operation.querySelectorAll<HTMLElement>('[data-in]')].map((field) => {
    const { parameter = '', in: place = '' } = field.dataset;
    return { place, name: parameter, input: element('input', { autocomplete: 'off', spellcheck: false }) };
  });
  const text = operation.dataset['body'];
  const body =
    text === undefined ? undefined : element('textarea', { value: text, rows: 8, spellcheck: false });
  const answer = element('pre', { tabIndex: 0, hidden: true });
  const status = element('p', { role: 'status' });
  const form = element('form', {}, [
    ...parameters.map(({ place, name, input }) => labelled(`${name} (${place})`, input)),
    ...(body ? [labelled('Body', body)] : []),
    element('button', { textContent: 'Send', className: 'button main' }),
    status,
    answer,
  ]);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    status.textContent = 'Sending …';
    const began = performance.now();
    const response = await send(() => toRequest(operation, base, parameters, body?.value)).catch(String);
    const took = Math.round(performance.now() - began);
    status.textContent =
      typeof response === 'string' ? response : `${response.status} ${response.statusText} in ${took} ms`;
    answer.hidden = typeof response === 'string';
    if (typeof response !== 'string') answer.textContent = indented(await response.text());
  });
  return element('details', { className: 'try' }, [element('summary', { textContent: 'Try it' }), form]);
}

interface Parameter {
  readonly place: string;
  readonly name: string;
  readonly input: HTMLInputElement;
}

function toRequest(
  { dataset }: HTMLElement,
  base: string,
  parameters: readonly Parameter[],
  body: string | undefined,
): Request {
  let path = dataset['path'] ?? '';
  const query = new URLSearchParams();
  const headers = new Headers();
  for (const { place, name, input } of parameters) {
    const value = input.value.trim();
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (value === '') continue;
    else if (place === 'query') query.append(name, value);
    else headers.set(name, value);
  }
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  const search = query.size > 0 ? `?${query}` : '';
  return new Request(`${base}${path}${search}`, {
    method: dataset['method'] ?? 'GET',
    headers,
    body: body ?? null,
  });
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

function labelled(text: string, input: HTMLElement): HTMLElement {
  return element('label', {}, [text, input]);
}

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[Tag] {
  const created = Object.assign(document.createElement(tag), properties);
  created.append(...children);
  return created;
}
