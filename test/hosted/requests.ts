import { type MadeWorkspace, ownConnection } from './hosted.ts';

/** What of an answer is looked into. */
export interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into field by field.
  readonly json: any;
}

async function ask(method: string, url: string, token: string, body?: unknown): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: { ...ownConnection, Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    retryAfter: response.headers.get('Retry-After'),
    json: text === '' ? undefined : JSON.parse(text),
  };
}

/** Asks the control API of a workspace, with its token. */
export const control = (made: MadeWorkspace) => (method: string, path: string, body?: unknown) =>
  ask(method, `${made.Url}/sandbox/${path}`, made.ControlToken, body);

/** Asks the REST API of a workspace, with an access token of its own. */
export async function restOf({ Url }: MadeWorkspace) {
  const answer = await fetch(`${Url}/oauth/token/`, {
    method: 'POST',
    headers: { ...ownConnection, Authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  return (method: string, path: string, body?: unknown) =>
    ask(method, `${Url}/api/v1/${path}`, access_token, body);
}
