/** Helper functions of written tests. */
export const helpers = {
  send: `interface Answer {
  /** 0 if the connection was dropped. */
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each answer has a shape of its own.
  readonly body: any;
}

/** Sends a request. @returns the JSON of the response, with its redirect */
async function send(sandbox: TestSandbox, method: string, path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await sandbox.fetch(sandbox.baseUrl + path, { ...init, method }).catch(() => undefined);
  const { status, headers } = response ?? { status: 0, headers: new Headers() };
  const leads = headers.has('Location') ? { Location: headers.get('Location') } : {};
  try {
    const body = JSON.parse((await response?.text()) ?? '');
    return { status, body: Array.isArray(body) ? body : { ...leads, ...body } };
  } catch {
    return { status, body: leads };
  }
}`,
  tokenIn: `/** One of the ids and tokens in a text. */
const tokenIn = (text: string, at: number) =>
  text.match(/(?<![\\w-])(?=[A-Za-z_-]*\\d)[\\w-]{16,}/g)?.[at] ?? '';`,
  idOf: `/** The id of a document, by its place in the collection: for ids that no answer had. */
const idOf = (sandbox: TestSandbox, collection: string, at: number) =>
  (sandbox.snapshot().Collections[collection]?.[at] as { Id: string } | undefined)?.Id ?? '';`,
  secretOf: `/** A secret of the account, by the client or user that it belongs to. */
async function secretOf(sandbox: TestSandbox, of: string): Promise<string> {
  const catalog = await (await sandbox.fetch(\`\${sandbox.baseUrl}/sandbox/catalog\`)).json();
  const { ClientSecret, Password } = [...catalog.OAuthClients, ...catalog.ServiceUsers].find(
    ({ ClientId, Username }) => (ClientId ?? Username) === of,
  );
  return ClientSecret ?? Password;
}`,
} as const;
