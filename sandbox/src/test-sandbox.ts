import type { Account } from './domain/records/account.ts';
import type { Workspace } from './sandbox.ts';
import { openInbox, type WebhookInbox } from './webhook-inbox.ts';

/** A sandbox of one test: nothing in it comes from another test. */
export interface TestSandbox extends Workspace {
  /** Where the service is for this test: for `configure({ baseUrl })`, script tags and back ends. */
  readonly baseUrl: string;
  /** The webhooks that the service sent, for the test to wait for. */
  readonly webhooks: WebhookInbox;
  /**
   * Calls the REST API as a back end with an access token does, and gives the JSON of the answer.
   *
   * @param path below `/api/v1`: `/contracts`
   * @throws Error with status and message when the service refuses
   */
  rest<Body = unknown>(method: string, path: string, body?: unknown): Promise<Body>;
}

/** @returns the sandbox, and a function that ends what it listens to */
export function testSandbox(workspace: Workspace, baseUrl: string): [TestSandbox, () => void] {
  const inbox = openInbox(workspace);
  let token: string | undefined;
  const rest: TestSandbox['rest'] = async (method, path, body) => {
    token ??= await accessToken(workspace, baseUrl);
    const response = await workspace.fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  const sandbox = Object.create(workspace, {
    baseUrl: { value: baseUrl, enumerable: true },
    webhooks: { value: inbox, enumerable: true },
    rest: { value: rest, enumerable: true },
  }) as TestSandbox;
  return [sandbox, inbox.close];
}

async function accessToken(workspace: Workspace, baseUrl: string): Promise<string> {
  // Not by the control API, which may want a token of its own.
  const [account] = workspace.snapshot().Collections['accounts'] as unknown as readonly Account[];
  const [client] = account?.OAuthClients ?? [];
  const answer = await workspace.fetch(`${baseUrl}/oauth/token/`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa(`${client?.ClientId}:${client?.ClientSecret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}
