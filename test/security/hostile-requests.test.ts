// Requests that once made the sandbox fail with 500. What the fuzzer finds is written down here.
import { request } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { startSandbox } from '../../sandbox/src/hosts/node/node.ts';
import type { Sandbox } from '../../sandbox/src/sandbox/sandbox.ts';
import { type Api, backEnd, newSandbox } from '../sandbox/service/http/service.ts';

let sandbox: Sandbox;
let api: Api;

beforeAll(async () => {
  sandbox = newSandbox();
  api = await backEnd(sandbox);
});

it.each(['/w/%zz/x', '/w/checkout/%zz', '/%zz', '/api/v1/orders/%e0%a4%a'])('%s: 400', async (path) => {
  const { status, body } = await api('GET', path);
  expect([status, body.Code]).toEqual([400, 'InvalidData']);
});

/** The answer to a request with headers that `fetch` would not send. */
function askedRaw(port: number, headers: Record<string, string>): Promise<[number | undefined, string]> {
  return new Promise((resolve, reject) => {
    const asked = request({ port, path: '/sandbox/health', headers }, async (response) => {
      const text = (await response.toArray()).join('');
      resolve([response.statusCode, JSON.parse(text).Code]);
    });
    asked.on('error', reject).end();
  });
}

it.each(['localhost:99999', 'localhost:', 'localhost:abc'])('Host: %s, from a page: 400', async (Host) => {
  const started = await startSandbox({ port: 0 });
  try {
    const port = Number(new URL(started.url).port);
    expect(await askedRaw(port, { Host, Origin: 'https://shop.example.com' })).toEqual([400, 'InvalidData']);
  } finally {
    await started.close();
  }
});

describe('an expiry that is neither a number nor a text', () => {
  it.each(['{"toString":1}', '{"valueOf":{}}', '[[]]', 'null', 'true', '[12]'])('%s', async (month) => {
    const { status, body } = await api(
      'POST',
      '/providers/Bravo/tokens',
      `{"Bearer":"CreditCard:Bravo","Card":{"Number":"4111111111111111","ExpiryMonth":${month},"ExpiryYear":2030,"Holder":"Ada Lovelace","Cvc":"123"}}`,
    );
    expect([status, body.Code, body.Errors[0].Field]).toEqual([
      422,
      'InvalidExpirationDate',
      'Card.ExpiryMonth',
    ]);
  });
});

it.each(['é€', '日本', '😀', '\ud800'])(
  'a receipt for the app "%s" is one for a foreign app',
  async (App) => {
    const receipt = await api('POST', '/sandbox/stores/AppleIap/receipts', { App });
    expect(receipt.status).toBe(200);
    expect(JSON.parse(atob(receipt.body.AppleIapReceipt)).BundleId).toBe(App);
    const order = await api('POST', 'orders', { Customer: { FirstName: 'Ada' }, ...receipt.body });
    expect([order.status, order.body.Code]).toEqual([422, 'ForeignApp']);
  },
);

describe('dates', () => {
  const order = (StartDate: string) => ({
    StartDate,
    Customer: { FirstName: 'Ada' },
    Cart: { PlanVariantId: 'b00000000000000000000001' },
  });

  it.each([
    '-271821-04-20T00:00:00Z',
    '+275760-09-13T00:00:00Z',
    '+010000-01-01',
    '0000-12-31',
    '-000001-01-01',
  ])('%s is not in the years 0001 to 9999', async (StartDate) => {
    for (const path of ['orders', 'orders/preview']) {
      const { status, body } = await api('POST', path, order(StartDate));
      expect([path, status, body.Errors]).toEqual([
        path,
        422,
        [
          {
            Field: 'StartDate',
            Code: 'InvalidData',
            Message: `expected an ISO 8601 time of the years 0001 to 9999, such as 2026-05-22T13:33:30Z, got "${StartDate}"`,
          },
        ],
      ]);
    }
  });

  it('9999-12-31 would be billed beyond the calendar', async () => {
    const { status, body } = await api('POST', 'orders/preview', order('9999-12-31'));
    expect([status, body.Message]).toEqual([
      422,
      'The dates and periods of the request are outside the years 0001 to 9999; choose other dates or shorter periods.',
    ]);
  });

  it('9998-01-31 is billed month by month', async () => {
    const { status, body } = await api('POST', 'orders/preview', order('9998-01-31'));
    expect([status, body.Order.NextTotalGrossDate]).toEqual([200, '9998-01-31T00:00:00.0000000Z']);
  });
});

it('resending to an unknown endpoint: 404, as documented', async () => {
  const { status, body } = await api('POST', '/sandbox/deliveries/resend', { WebhookId: 'none' });
  expect([status, body.Code]).toEqual([404, 'NotFound']);
});
