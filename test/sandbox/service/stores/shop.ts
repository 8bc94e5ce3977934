import { createSandbox, type SandboxOptions } from '../../../../sandbox/src/sandbox/sandbox.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of the service, read field by field in assertions
export type Json = any;

/** The service with the calls of an app provider's back end and of its tests. */
export async function appShop(options: SandboxOptions = {}) {
  const sandbox = createSandbox({ clock: '2026-01-15T10:00:00Z', seed: 'stores', ...options });
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await sandbox.fetch(`http://sandbox${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? undefined : JSON.parse(text)) as Json,
    };
  };
  const token = await sandbox.fetch('http://sandbox/oauth/token/', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      Authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}`,
    },
    body: 'grant_type=client_credentials',
  });
  const { access_token } = (await token.json()) as { access_token: string };
  const rest = (method: string, path: string, body?: unknown) =>
    call(method, `/api/v1/${path}`, body, { Authorization: `Bearer ${access_token}` });
  const ok = async (answer: Promise<{ status: number; body: Json }>): Promise<Json> => {
    const { status, body } = await answer;
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body;
  };
  return {
    sandbox,
    call,
    rest,
    ok,
    /** Buys in a store. */
    receipt: (type: string, request: object = {}) =>
      ok(call('POST', `/sandbox/stores/${type}/receipts`, request)),
    check: (receipt: object) => rest('POST', 'ExternalSubscriptions/check', receipt),
    /** Lets something happen in the store to the subscription of a receipt. */
    patch: (type: string, id: string, change: object) =>
      ok(call('PATCH', `/sandbox/stores/${type}/subscriptions/${id}`, change)),
    stored: (type: string, id: string) => ok(call('GET', `/sandbox/stores/${type}/subscriptions/${id}`)),
    contract: (id: string) => ok(rest('GET', `contracts/${id}`)),
    /** Creates and commits an order with a receipt. @returns the contract */
    async order(receipt: object, input: object = {}): Promise<Json> {
      const order = await ok(
        rest('POST', 'orders', {
          Customer: { FirstName: 'Ada', LastName: 'App', Tag: 'ada-1' },
          ...receipt,
          ...input,
        }),
      );
      return ok(rest('POST', `orders/${order.Id}/commit`, {}));
    },
    /** Events of a kind, oldest first. */
    async events(kind?: string): Promise<Json[]> {
      const all: Json[] = await ok(call('GET', '/sandbox/events?take=500'));
      return all.filter(({ Event }) => kind === undefined || Event === kind).reverse();
    },
  };
}

export const stores = ['AppleIap', 'GoogleIap', 'AmazonIap'] as const;
