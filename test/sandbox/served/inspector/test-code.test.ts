// "Copy as test code" gives a whole test: it runs as it is pasted, in a new sandbox that has none of this one's documents.
import { expect, it } from 'vitest';
import { testSandbox } from '../../../../sandbox/src/clients/kit/test-sandbox.ts';
import {
  createSandbox,
  getWorkspaces,
  type SandboxOptions,
} from '../../../../sandbox/src/sandbox/sandbox.ts';
import {
  requestAsTest,
  type TestedRequest,
} from '../../../../sandbox/src/served/test-code/request-as-test.ts';

const now = '2031-03-15T09:00:00.000Z';
const id = '0123456789abcdef01234567';
const plan = 'b00000000000000000000003';

interface Sent {
  readonly Method: string;
  readonly Path: string;
  readonly Status: number;
}

/** Runs the code of a test as the kit for Vitest does, in a new sandbox. @returns the last request that it sent */
async function run(code: string): Promise<Sent> {
  const options: SandboxOptions = {};
  let ran: Promise<Sent> | undefined;
  const inSandbox = async (work: (fixtures: object) => Promise<unknown>) => {
    const made = createSandbox({ seed: 'test', ...options });
    const [sandbox, close] = testSandbox(made, getWorkspaces(made).main, 'http://sandbox', () => 5_000);
    try {
      await work({ sandbox });
      const [last] = await (await made.fetch('http://sandbox/sandbox/requests?take=1')).json();
      return last;
    } finally {
      close();
      made.close();
    }
  };
  const test = Object.assign(
    (_title: string, work: (fixtures: object) => Promise<unknown>) => {
      ran = inSandbox(work);
    },
    { override: (set: { sandboxOptions: SandboxOptions }) => Object.assign(options, set.sandboxOptions) },
  );
  const script = code.replaceAll(/^import .*$/gm, '');
  new Function('test', 'expect', 'readFile', script)(test, expect, async () => '{}');
  return ran as Promise<Sent>;
}

const of = (method: string, path: string, body?: unknown, status?: number): TestedRequest => ({
  method,
  path,
  ...(body === undefined ? {} : { body }),
  ...(status === undefined ? {} : { status }),
});

const requests: readonly TestedRequest[] = [
  of('POST', '/sandbox/clock', { Advance: 'P1D' }),
  of('POST', '/sandbox/clock', { Now: '2031-05-01T00:00:00Z' }),
  of('POST', `/api/v1/contracts/${id}/end`, { EndDate: '2031-05-01T00:00:00Z' }),
  of('POST', `/api/v1/contracts/${id}/revokeCancellation`, {}),
  of('POST', `/api/v1/contracts/${id}/pause`, {}),
  of('POST', `/api/v1/contracts/${id}/resume`, {}),
  of('POST', `/api/v1/contracts/${id}/payment`, { Amount: 3, Description: "it's `paid` $at once" }),
  of('POST', `/api/v1/contracts/${id}/bill`, {}),
  of('GET', `/api/v1/contracts/${id}/selfServiceToken`),
  of('PATCH', `/api/v1/contracts/${id}`, { RecurringPaymentsPaused: false }),
  of('POST', '/api/v1/orders/preview', { ContractId: id, Cart: { PlanVariantId: plan } }),
  of('POST', '/sandbox/payments/next', { ContractId: id, Outcome: { Code: 'InsufficientBalance' } }),
  of('DELETE', '/sandbox/payments/next'),
  of('DELETE', `/sandbox/payments/next/${id}`),
  of('POST', '/api/v1/orders', { Customer: { FirstName: 'Ada' }, Cart: { PlanVariantId: plan } }),
  of('POST', `/api/v1/orders/${id}/commit`, { PaymentMethod: 'InvoicePayment' }),
  of('POST', `/api/v1/orders/${id}/approve`, {}),
  of('POST', `/api/v1/orders/${id}/decline`, {}),
  of('POST', `/api/v1/invoices/${id}/creditNote`, { Amount: 1, Reason: 'Goodwill' }),
  of('POST', `/api/v1/invoices/${id}/downloadLink`, {}),
  of('POST', `/api/v1/paymentTransactions/${id}/refund`, { Amount: 1 }),
  of('POST', `/sandbox/payments/${id}/chargeback`),
  of('POST', `/sandbox/payments/${id}/retry`),
  of('POST', '/api/v1/customers', { FirstName: 'Ada', Address: { Country: 'DE' } }),
  of('PATCH', `/api/v1/customers/${id}`, { IsLocked: true }),
  of('DELETE', `/api/v1/customers/${id}`),
  of('POST', '/api/v1/webhooks', { Url: 'https://shop.example/webhooks' }),
  of('POST', `/api/v1/webhooks/${id}/rotateSecret`, {}),
  of('PATCH', `/sandbox/webhooks/${id}`, { Rehearsal: { Duplicate: 1 } }),
  of('POST', '/sandbox/events', { Event: 'PaymentSucceeded', WebhookId: id }),
  of('POST', `/sandbox/deliveries/${id}/resend`),
  of('POST', '/sandbox/deliveries/resend', { WebhookId: id, OnlyMissing: true }),
  of('DELETE', `/api/v1/webhooks/${id}`),
  of('POST', '/sandbox/faults', { Path: '/api/v1/*', Fault: { Status: 503 } }),
  of('DELETE', '/sandbox/faults/7'),
  of('DELETE', '/sandbox/faults'),
  of('DELETE', '/sandbox/mails'),
  of('DELETE', '/sandbox/workspaces/checkout-1'),
  of('POST', '/sandbox/reset', {}),
  { ...of('PUT', '/sandbox/snapshot', '{}', 422), file: "it's.json" },
  of('POST', '/sandbox/stores/AppleIap/receipts', { Status: 'Active' }),
  of('PATCH', `/sandbox/stores/AppleIap/subscriptions/${id}`, { Status: 'Canceled' }),
  of('GET', `/api/v1/contracts?customerId=${id}&take=5`),
  // Requests of the log: a body is a text there, and a refusal is expected.
  of('POST', '/oauth/token/', 'grant_type=client_credentials&client_id=nobody', 401),
  of('POST', '/api/v1/orders', '{"Cart":{"PlanVariantId":"zzz"}}', 422),
  of('GET', '/api/v1/contracts/nowhere', undefined, 404),
];

it.each(requests)('$method $path runs in a new sandbox', async (request) => {
  const code = requestAsTest(request, now);
  expect(code).not.toContain(id);
  const { Method, Path, Status } = await run(code);
  // An id of the new sandbox stands where the old one stood.
  const route = (path: string) =>
    path.replace(/\?.*/, '').replaceAll(/\/(?!v1\/)[^/]*\d[^/]*(?=\/|$)|(?<=\/subscriptions)\/[^/]+/g, '/id');
  expect([Method, route(Path)]).toEqual([request.method, route(request.path)]);
  if (request.status === undefined) expect(Status).toBeLessThan(300);
  else expect(Status).toBe(request.status);
});

it('each request is written as the reviewed file has it', async () => {
  const codes = requests.map((request) => requestAsTest(request, now));
  await expect(codes.join('\n')).toMatchFileSnapshot('./files/requests-as-tests.txt');
});
