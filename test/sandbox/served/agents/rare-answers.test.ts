// What tools answer where jobs seldom go: refusals, empty lists, limits, each argument. Compared with a reviewed file. After an
// intended change: npx vitest run --project unit test/sandbox/served/agents --update
import { expect, it } from 'vitest';
import { createSandbox, type SandboxOptions } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { fileOf, ScriptedAgent } from './agent.ts';

/** A call; `$contract` and others stand for the first id of their kind in the answers before. */
type Call = readonly [tool: string, input?: object];

const basic = 'b00000000000000000000001';
const pro = 'b00000000000000000000003';
const trial = 'b00000000000000000000005';
const seat = 'd00000000000000000000001';
const signups = '/CustomerSelfService/signup';

const scenes: readonly (readonly [name: string, calls: readonly Call[], options?: SandboxOptions])[] = [
  [
    'nothing is there yet',
    [
      ['contract'],
      ['contract', { contractId: '0123456789abcdef01234567' }],
      ['contract', { customer: 'nobody@example.com' }],
      ['why'],
      ['why', { customer: 'nobody@example.com' }],
      ['events'],
      ['webhooks'],
      ['fault'],
      ['store', { type: 'AppleIap' }],
      ['forecast', { months: 1 }],
      ['write_test'],
      ['restore', { name: 'before' }],
      ['certify', { receiver: 'http://localhost:1/webhooks' }],
      ['compare', { customer: 'nobody@example.com', variants: [{ name: 'a', steps: [] }] }],
      ['clock'],
      ['next_payment', { clear: true }],
      ['reset'],
      ['call_api', { method: 'GET', path: '/contracts' }],
      ['call_api', { method: 'GET', path: '/plans', fields: ['Id'] }],
      ['write_test'],
    ],
  ],
  [
    'the catalogue and its prices',
    [
      ...['all', 'plans', 'coupons', 'components', 'payment_methods', 'test_data', 'credentials'].map(
        (about): Call => ['catalog', { about }],
      ),
      ['price'],
      ['price', { planVariantId: trial }],
      [
        'price',
        { planVariantId: pro, coupon: 'WELCOME20', components: [{ ComponentId: seat, Quantity: 2 }] },
      ],
      ['price', { coupon: 'EXPIRED', customer: { Address: { Country: 'CH' } } }],
      ['price', { coupon: 'NONE' }],
      ['sign_up', { coupon: 'WELCOME20' }],
      ['price', { contractId: '$contract', planVariantId: pro }],
      ['price', { customerId: '$customer', planVariantId: pro }],
      ['price', { planVariantId: 'nothing' }],
    ],
  ],
  [
    'signups, declined and challenged',
    [
      ['sign_up', { planVariantId: pro, customer: { FirstName: 'Grace', LastName: 'Hopper' } }],
      ['sign_up', { iban: 'DE89370400440532013000', components: [{ ComponentId: seat, Quantity: 3 }] }],
      ['sign_up', { planVariantId: trial }],
      ['sign_up', { cardNumber: '4000000000000002' }],
      ['sign_up', { cardNumber: '4000000000003220' }],
      ['sign_up', { coupon: 'NONE' }],
      ['sign_up', { plan: basic }],
      ['contract'],
      ['contract', { contractId: '$contract' }],
      ['change_payment', { contractId: '$contract', iban: 'DE89370400440532013000' }],
      ['change_payment', { contractId: '$contract', bearer: 'InvoicePayment' }],
      ['why', { contractId: '$contract' }],
      ['write_test', { title: 'Signups' }],
    ],
  ],
  [
    'decisions on payments, and what comes of them',
    [
      ['sign_up'],
      ['next_payment', { contractId: '$contract', code: 'InsufficientBalance', times: 2 }],
      ['next_payment', { customerId: '$customer', pending: 'P1D' }],
      ['next_payment', { provider: 'FakePSP', returnAfter: 'P3D' }],
      ['next_payment', { challenge: 'Failed' }],
      ['next_payment', { lose: true }],
      ['next_payment', { code: 'NoSuchCode' }],
      ['clock', { advance: 'P1M' }],
      ['clock', { to: '2026-03-01T00:00:00Z' }],
      ['clock', { advance: 'soon' }],
      ['events'],
      ['events', { event: 'PaymentFailed' }],
      ['events', { contractId: '$contract', since: '$event' }],
      ['why', { customer: 'ada@example.com' }],
      ['explain', { what: 'InsufficientBalance' }],
      ['explain', { what: 'PaymentFailed' }],
      ['explain', { what: 'Paused' }],
      ['explain', { what: 'NoSuchThing' }],
      ['explain', { what: '1' }],
    ],
  ],
  [
    'variants that are compared',
    [
      ['sign_up'],
      [
        'compare',
        {
          contractId: '$contract',
          variants: [
            { name: 'same', steps: [{ advance: 'P1M' }] },
            { name: 'declined', steps: [{ code: 'BearerInvalid', advance: 'P1M' }] },
            { name: 'refused', steps: [{ call: { method: 'POST', path: '/contracts/$contract/resume' } }] },
          ],
        },
      ],
      ['compare', { variants: [{ name: 'all', steps: [{ advance: 'P2M' }, { advance: 'P1D' }] }] }],
      ['compare', { contractId: '$contract', variants: [{ name: 'long', steps: [{ advance: 'P30Y' }] }] }],
      ['compare', { contractId: '$contract', variants: [{ name: 'wrong', steps: [{ advance: 'soon' }] }] }],
      ['forecast', { months: 3 }],
      ['forecast', { months: 2, contractId: '$contract' }],
      ['forecast', { months: 2, config: { Account: { TaxRates: [] } } }],
      ['forecast', { months: 40, skip: 25 }],
      ['forecast', { months: 1_000 }],
    ],
  ],
  [
    'requests, repeats and faults',
    [
      ['sign_up'],
      ['call_api', { method: 'GET', path: '/contracts' }],
      ['call_api', { method: 'GET', path: 'api/v1/contracts/$contract', fields: ['Id', 'Balance', 'None'] }],
      ['call_api', { method: 'GET', path: '/customers', query: { take: 1 }, fields: ['FirstName'] }],
      ['call_api', { method: 'GET', path: '/nowhere' }],
      ['call_api', { method: 'POST', path: '/contracts/$contract/resume', body: {} }],
      ['call_api', { method: 'PATCH', path: '/contracts/$contract', body: { CustomFields: { a: 1 } } }],
      ...[1, 2].map(
        (): Call => [
          'call_api',
          { method: 'POST', path: '/customers', body: { FirstName: 'Once' }, idempotencyKey: 'once' },
        ],
      ),
      ['call_api', { method: 'POST', path: '/customers', body: { FirstNam: 'Wrong' } }],
      ['call_api', { method: 'DELETE', path: '/customers/$customer' }],
      ['call_api', { method: 'GET', path: `${signups}/nowhere`, token: 'none' }],
      ['fault', { path: '/api/v1/plans*', status: 503, times: 1 }],
      ['fault', { method: 'GET', path: '/api/v1/orders*', drop: true }],
      ['fault', { delayMs: 1 }],
      ['fault', { path: '/api/v1/coupons*', dropResponse: true, times: 2 }],
      ['fault', { path: '/a' }],
      ['call_api', { method: 'GET', path: '/plans' }],
      ['call_api', { method: 'GET', path: '/orders' }],
      ['fault', { clear: true }],
      ['events'],
      ['catalog', { about: 'x'.repeat(2_001) }],
      ['contract', { contract: '1' }],
    ],
  ],
  [
    'webhooks that arrive and that do not',
    [
      ['webhooks', { register: 'https://shop.test/ok' }],
      [
        'webhooks',
        { register: 'https://shop.test/broken', onlyEvents: ['CustomerCreated', 'OrderSucceeded'] },
      ],
      ['webhooks', { register: 'nonsense' }],
      ['sign_up'],
      // Before time moves on, webhooks in progress finish.
      ['clock', { advance: 'PT1S' }],
      ['webhooks'],
      ['webhooks', { status: 'Pending' }],
      ['webhooks', { event: 'CustomerCreated' }],
      ['webhooks', { resend: 'missing' }],
      ['webhooks', { resend: 'nothing' }],
      ['clock', { advance: 'P16D' }],
      ['webhooks', { status: 'Failed' }],
      ['webhooks', { resend: 'missing', status: 'Succeeded', event: 'OrderSucceeded' }],
    ],
    {
      deliver: async ({ url }) =>
        url.endsWith('/ok') ? new Response(null, { status: 204 }) : new Response('Broken', { status: 500 }),
    },
  ],
  [
    'states that are kept, copied and reset',
    [
      ['sign_up'],
      ...['a', 'b', 'c', 'd', 'e', 'f', 'a'].map((name): Call => ['snapshot', { name }]),
      ['clock', { advance: 'P1M' }],
      ['restore', { name: 'b' }],
      ['restore', { name: 'z' }],
      ['fork', { name: 'copy' }],
      ['fork', { name: 'copy' }],
      ['reset', { keep: ['Webhooks', 'Catalogue'] }],
      ['reset', { keep: ['Everything'] }],
      ['contract'],
    ],
  ],
  [
    'stores and what is bought there',
    [
      ['store', { type: 'AppleIap', productId: 'com.merchant.apple.monthly' }],
      [
        'store',
        { type: 'AppleIap', subscriptionId: '$subscription', status: 'Canceled', renewalFails: true },
      ],
      ['store', { type: 'AppleIap', subscriptionId: 'none', status: 'Canceled' }],
      ['store', { type: 'GoogleIap', productId: 'none' }],
      ['store', { type: 'AmazonIap', buy: true }],
      ['store', { type: 'Nowhere' }],
    ],
  ],
  [
    'guides and operations',
    [
      ['search_docs', { query: 'How? does, a refund work?' }],
      ['search_docs', { query: 'how does it' }],
      ['search_docs', { query: 'webhook', skip: 6 }],
      ['search_docs', { query: 'xyzzyx' }],
      ['read_docs', { place: 'webhooks' }],
      ['read_docs', { place: 'docs/guides/webhooks.md#register-an-endpoint' }],
      ['read_docs', { place: 'refunds-nowhere' }],
      ['read_docs', { place: 'webhooks', from: 200 }],
      ['find_operation', { query: 'refund a payment' }],
      ['find_operation', { query: 'POST /api/v1/orders#Cart' }],
      ['find_operation', { query: 'delete /webhooks/{id}' }],
      ['find_operation', { query: 'xyzzyx' }],
    ],
  ],
];

it.each(scenes.map(([name, calls, options = {}]) => ({ name, calls, options })))(
  '$name',
  async ({ name, calls, options }) => {
    const sandbox = createSandbox({ seed: 'rare', clock: '2026-01-15T10:00:00Z', ...options });
    const agent = ScriptedAgent.of(sandbox);
    const ids: Record<string, string> = {};
    for (const [tool, input = {}] of calls) {
      const named = JSON.stringify(input).replace(/\$(\w+)/g, (all, kind) => ids[kind] ?? all);
      const { text } = await agent.call(tool, JSON.parse(named));
      ids['contract'] ??= /Contract ([0-9a-f]{24})/.exec(text)?.[1] ?? (undefined as never);
      ids['customer'] ??= /Customer ([0-9a-f]{24})/.exec(text)?.[1] ?? (undefined as never);
      ids['subscription'] ??= /subscription (\S+) of/.exec(text)?.[1] ?? (undefined as never);
      ids['event'] ??= /\[([0-9a-f]{24})\]/.exec(text)?.[1] ?? (undefined as never);
    }
    sandbox.close();
    await expect(agent.transcript()).toMatchFileSnapshot(fileOf(`rare ${name}`));
  },
);
