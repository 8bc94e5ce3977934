import type { Sandbox, SandboxOptions, Workspace } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { createSandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { validating } from '../../openapi-validation.ts';

/** The back end's client of the default account. */
export const client = { id: 'c00000000000000000000001', secret: 'sandbox-secret' };

/** A sandbox with a standing clock, whose answers are held to the OpenAPI document. */
export function newSandbox(options: SandboxOptions = {}): Sandbox {
  return validating(createSandbox({ clock: '2026-01-15T10:00:00Z', seed: 'http', ...options }));
}

/** An access token by the client credentials grant. */
export async function accessToken(sandbox: Workspace): Promise<string> {
  const response = await sandbox.fetch('http://sandbox/oauth/token/', {
    method: 'POST',
    headers: {
      Authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

/** What came back, read. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came
  readonly body: any;
}

/** Calls of a back end: `await api('POST', 'customers', { FirstName: 'Ada' })`. */
export type Api = (
  method: string,
  path: string,
  body?: unknown,
  headers?: { readonly [name: string]: string },
) => Promise<Answer>;

/** A back end with a token. */
export async function backEnd(sandbox: Workspace): Promise<Api> {
  const token = await accessToken(sandbox);
  return async (method, path, body, headers = {}) => {
    const response = await sandbox.fetch(
      path.startsWith('/') ? `http://sandbox${path}` : `http://sandbox/api/v1/${path}`,
      {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      },
    );
    const text = await response.text();
    const json = /[/+]json/.test(response.headers.get('Content-Type') ?? '');
    return {
      status: response.status,
      headers: response.headers,
      body: json && text !== '' ? JSON.parse(text) : text,
    };
  };
}

/** A contract on account for Basic monthly, through the REST API. */
export async function newContract(
  api: Api,
  change: object = {},
): Promise<{ Id: string; CustomerId: string }> {
  const order = await api('POST', 'orders', {
    Customer: {
      FirstName: 'Ada',
      LastName: 'Lovelace',
      EmailAddress: 'ada@example.com',
      Address: { Country: 'DE' },
    },
    Cart: { PlanVariantId: 'b00000000000000000000001' },
    ...change,
  });
  const committed = await api('POST', `orders/${order.body.Id}/commit`, { PaymentMethod: 'InvoicePayment' });
  if (committed.status !== 200) throw new Error(JSON.stringify([order.body, committed.body]));
  return committed.body;
}
