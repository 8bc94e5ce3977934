// Thirty jobs, done by the tools alone, each in at most six calls. What was done is checked in the sandbox itself.
import { expect, it } from 'vitest';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { runSnippet } from '../../../kits/run-snippet.ts';
import { backEnd, newContract } from '../../service/http/service.ts';
import { fileOf, ScriptedAgent } from './agent.ts';

interface Job {
  readonly name: string;
  readonly options?: SandboxOptions;
  /** What was there before the agent comes. */
  readonly before?: (sandbox: Sandbox) => Promise<unknown>;
  readonly run: (agent: ScriptedAgent, sandbox: Sandbox) => Promise<void>;
}

const MAX_CALLS = 6;

/** Tokens of the longest answer. */
const MAX_TOKENS = 1_200;

const contractIn = (text: string): string => /Contract ([0-9a-f]{24})/.exec(text)?.[1] ?? '';
const only = (sandbox: Sandbox, collection: string) =>
  sandbox.snapshot().Collections[collection]?.[0] as never;
const all = (sandbox: Sandbox, collection: string) =>
  // biome-ignore lint/suspicious/noExplicitAny: documents of any kind
  (sandbox.snapshot().Collections[collection] ?? []) as any[];

const grace = {
  FirstName: 'Grace',
  LastName: 'Hopper',
  EmailAddress: 'grace@example.com',
  Address: { Country: 'DE' },
};

const endpoint = 'http://localhost:3000/webhooks';

/** A receiver that fails until it is mended. */
function receiver() {
  const state = { works: false, got: [] as string[] };
  const deliver = async (request: Request) => {
    if (!state.works) return new Response('down', { status: 500 });
    state.got.push(((await request.json()) as { Event: string }).Event);
    return new Response(null, { status: 204 });
  };
  return { state, deliver };
}
const down = receiver();
const up = receiver();
up.state.works = true;

const jobs: readonly Job[] = [
  {
    name: 'sign a customer up to the plan "Pro monthly"',
    async run(agent, sandbox) {
      const plan = /(\w{24}) "Pro monthly"/.exec(await agent.text('catalog', { about: 'plans' }))?.[1];
      await agent.text('sign_up', { planVariantId: plan });
      expect(all(sandbox, 'contracts')).toMatchObject([{ LifecycleStatus: 'Active' }]);
      expect(all(sandbox, 'invoices')[0].TotalGross).toBe(92.82);
    },
  },
  {
    name: 'sign up with the coupon that takes 20 % off',
    async run(agent, sandbox) {
      const code = /"(\w+)": "20 % off for 3 months"$/m.exec(
        await agent.text('catalog', { about: 'coupons' }),
      )?.[1];
      await agent.text('sign_up', { coupon: code });
      expect(all(sandbox, 'invoices')[0].TotalGross).toBe(9.42);
    },
  },
  {
    name: 'sign a customer of your own up with three seats',
    async run(agent, sandbox) {
      const seat = /(\w{24}) "Seat"/.exec(await agent.text('catalog', { about: 'components' }))?.[1];
      await agent.text('sign_up', { components: [{ ComponentId: seat, Quantity: 3 }], customer: grace });
      expect(all(sandbox, 'customers')).toMatchObject([{ EmailAddress: 'grace@example.com' }]);
      expect(all(sandbox, 'componentSubscriptions')).toMatchObject([{ Quantity: 3 }]);
    },
  },
  {
    name: 'find the card with insufficient funds, and say what a page should do',
    async run(agent, sandbox) {
      const data = await agent.text('catalog', { about: 'test_data' });
      const card = /Card (\d+): "has insufficient funds/.exec(data)?.[1];
      const declined = await agent.call('sign_up', { cardNumber: card });
      expect(declined.isError).toBe(true);
      const code = /explain \{"what": "(\w+)"\}/.exec(declined.text)?.[1];
      expect(code).toBe('InsufficientBalance');
      expect(await agent.text('explain', { what: code })).toContain('another card');
      expect(all(sandbox, 'contracts')).toEqual([]);
    },
  },
  {
    name: 'let three renewals pass',
    async run(agent, sandbox) {
      await agent.text('sign_up');
      expect(await agent.text('clock', { advance: 'P3M' })).toContain('PaymentSucceeded 3');
      expect(all(sandbox, 'invoices')).toHaveLength(4);
    },
  },
  {
    name: 'let the next renewal be declined, and see what is owed',
    async run(agent) {
      const contractId = contractIn(await agent.text('sign_up'));
      await agent.text('next_payment', { contractId, code: 'BearerExpired' });
      await agent.text('clock', { advance: 'P1M' });
      const life = await agent.text('contract', { contractId });
      expect(life).toContain('Owed 11.78 EUR');
      expect(life).toContain('Failed BearerExpired');
    },
  },
  {
    name: 'find why a customer was not charged, by the e-mail address',
    async before(sandbox) {
      const other = ScriptedAgent.of(sandbox);
      await other.text('sign_up');
      await other.text('sign_up', { customer: grace });
      const [first] = all(sandbox, 'contracts');
      sandbox.payments.next({ ContractId: first.Id, Outcome: { Code: 'LimitExceeded' } });
      await sandbox.clock.advance('P1M');
    },
    async run(agent) {
      const life = await agent.text('why', { customer: 'ada@example.com' });
      const code = /was declined on [\d: -]+: (\w+)\./.exec(life)?.[1] ?? '';
      expect(code).toBe('LimitExceeded');
      expect(await agent.text('explain', { what: code })).toContain('a limit of the card');
    },
  },
  {
    name: 'see a declined renewal recover by itself',
    async run(agent, sandbox) {
      const contractId = contractIn(await agent.text('sign_up'));
      await agent.text('next_payment', { contractId, code: 'InsufficientBalance' });
      const moved = await agent.text('clock', { advance: 'P1M' });
      const [, to] = /Due next: payment-retry at (\S+ \S+)\./.exec(moved) ?? [];
      await agent.text('clock', { to: `${to?.replace(' ', 'T')}:00Z` });
      expect(await agent.text('contract', { contractId })).toContain('Owed 0.00');
      expect(only(sandbox, 'contracts')).toMatchObject({ Balance: 0 });
    },
  },
  {
    name: 'register a webhook endpoint and see that it takes what is sent',
    options: { deliver: up.deliver },
    async run(agent) {
      await agent.text('webhooks', { register: endpoint });
      await agent.text('sign_up');
      await agent.text('clock', { advance: 'PT1M' });
      expect(await agent.text('webhooks', { event: 'OrderSucceeded' })).toContain('answered 204');
      expect(up.state.got).toContain('OrderSucceeded');
    },
  },
  {
    name: 'find webhooks that were not taken, and send them again',
    options: { deliver: down.deliver },
    async before(sandbox) {
      const api = await backEnd(sandbox);
      await api('POST', 'webhooks', { Url: endpoint });
      await newContract(api);
      await sandbox.settle();
    },
    async run(agent) {
      expect(await agent.text('events')).toContain('webhook Pending: ');
      expect(await agent.text('webhooks')).toContain('answered 500');
      down.state.works = true;
      await agent.text('webhooks', { resend: 'missing' });
      expect(down.state.got).toContain('ContractCreated');
    },
  },
  {
    name: 'say when PaymentFailed is sent and what it carries',
    async run(agent) {
      const text = await agent.text('explain', { what: 'paymentfailed' });
      expect(text).toContain('PaymentTransactionId');
      expect(text).toContain('a payment failed');
    },
  },
  {
    name: 'say what a refused request did wrong',
    async before(sandbox) {
      const api = await backEnd(sandbox);
      await api('POST', 'orders', { Cart: { PlanVariantId: 'b00000000000000000000099' } });
    },
    async run(agent) {
      const id = /refused request (\d+): POST \/api\/v1\/orders/.exec(await agent.text('events'))?.[1];
      expect(await agent.text('explain', { what: id })).toContain('b00000000000000000000099');
    },
  },
  {
    name: 'cancel a contract as a back end does',
    async run(agent, sandbox) {
      const id = contractIn(await agent.text('sign_up'));
      expect(await agent.text('find_operation', { query: 'end contract' })).toContain(
        'POST /contracts/{id}/end',
      );
      expect(await agent.text('find_operation', { query: 'POST /contracts/{id}/end' })).toContain('EndDate');
      await agent.text('call_api', { method: 'POST', path: `/contracts/${id}/end`, body: {} });
      expect(only(sandbox, 'contracts')).toMatchObject({ EndDate: expect.anything() });
    },
  },
  {
    name: 'pause a contract for a month and see that nothing is billed',
    async run(agent, sandbox) {
      const id = contractIn(await agent.text('sign_up'));
      const described = await agent.text('find_operation', { query: 'POST /contracts/{id}/pause' });
      expect(described).toContain('## Body');
      await agent.text('call_api', { method: 'POST', path: `/contracts/${id}/pause`, body: {} });
      await agent.text('clock', { advance: 'P2M' });
      expect(await agent.text('contract', { contractId: id })).toContain('Paused');
      expect(all(sandbox, 'invoices').filter(({ IsInvoice }) => IsInvoice)).toHaveLength(1);
    },
  },
  {
    name: 'correct the address of a customer',
    async run(agent, sandbox) {
      const text = await agent.text('sign_up');
      const id = /Customer (\w{24})/.exec(text)?.[1];
      await agent.text('call_api', {
        method: 'PATCH',
        path: `/customers/${id}`,
        body: { Address: { City: 'Hamburg', Country: 'DE' } },
      });
      expect(only(sandbox, 'customers')).toMatchObject({ Address: { City: 'Hamburg' } });
    },
  },
  {
    name: 'give a payment back',
    async run(agent, sandbox) {
      const id = contractIn(await agent.text('sign_up'));
      const life = await agent.text('contract', { contractId: id });
      const payment = /Succeeded \((\w{24})\)/.exec(life)?.[1];
      const text = await agent.text('find_operation', { query: 'refund a payment' });
      expect(text).toContain('POST /paymentTransactions/{id}/refund');
      await agent.text('call_api', {
        method: 'POST',
        path: `/paymentTransactions/${payment}/refund`,
        body: {},
      });
      expect(all(sandbox, 'paymentRefunds')).toHaveLength(1);
    },
  },
  {
    name: 'compare a renewal that fails with one that is paid, and leave the state as it is',
    async run(agent, sandbox) {
      const contractId = contractIn(await agent.text('sign_up'));
      const before = sandbox.snapshot();
      const text = await agent.text('compare', {
        contractId,
        variants: [
          { name: 'declined', steps: [{ code: 'BearerInvalid' }, { advance: 'P1M' }] },
          { name: 'paid', steps: [{ advance: 'P1M' }] },
          {
            name: 'ended',
            steps: [
              { call: { method: 'POST', path: `/contracts/${contractId}/end`, body: {} } },
              { advance: 'P3M' },
            ],
          },
        ],
      });
      expect(text).toContain('Owed: declined 11.78 | paid 0.00 | ended 0.00');
      expect(text).toContain('Contracts: declined Active 1 | paid Active 1 | ended Ended 1');
      const { accessTokens: _, ...after } = sandbox.snapshot().Collections;
      const { accessTokens: __, ...was } = before.Collections;
      expect(after).toEqual(was);
    },
  },
  {
    name: 'find how to verify the signature of a webhook',
    async run(agent) {
      const found = await agent.text('search_docs', { query: 'verify webhook signature' });
      const place = /^(webhooks#verify\w+)/m.exec(found)?.[1];
      expect(await agent.text('read_docs', { place })).toContain('await verifyWebhook(request, secret)');
    },
  },
  {
    name: 'write the test of what was done',
    async run(agent) {
      const contractId = contractIn(await agent.text('sign_up'));
      await agent.text('next_payment', { contractId, code: 'InsufficientBalance' });
      await agent.text('clock', { advance: 'P1M' });
      await agent.text('call_api', { method: 'POST', path: `/contracts/${contractId}/end`, body: {} });
      const code = await agent.text('write_test', { title: 'a written test' });
      expect(code).toContain("await sandbox.clock.advance('P1M');");
      expect(code).toContain('.toOwe(11.78)');
    },
  },
  {
    name: 'begin anew, with the webhooks that are registered',
    async before(sandbox) {
      const api = await backEnd(sandbox);
      await newContract(api);
      await api('POST', 'webhooks', { Url: endpoint });
    },
    async run(agent, sandbox) {
      await agent.text('reset', { keep: ['Webhooks'] });
      expect([all(sandbox, 'contracts').length, all(sandbox, 'webhooks').length]).toEqual([0, 1]);
    },
  },
];

/** As somebody puts them who has not seen the tools. Each is done by what the answers suggest. */
const strangersJobs: readonly Job[] = [
  {
    name: '"What would an Austrian pay for Pro with five seats and WELCOME20?"',
    async run(agent) {
      const catalog = await agent.text('catalog');
      const planVariantId = /(\w{24}) "Pro monthly"/.exec(catalog)?.[1];
      const seat = /(\w{24}) "Seat"/.exec(await agent.text('catalog', { about: 'components' }))?.[1];
      const text = await agent.text('price', {
        planVariantId,
        coupon: 'WELCOME20',
        components: [{ ComponentId: seat, Quantity: 5 }],
        customer: { Address: { Country: 'AT' } },
      });
      expect(text).toMatch(/^Due now: 108\.24 EUR gross, of which VAT 18\.04\.$/m);
    },
  },
  {
    name: '"grace@example.com says she was not charged in February. Why not?"',
    async before(sandbox) {
      const other = ScriptedAgent.of(sandbox);
      await other.text('sign_up');
      const id = contractIn(await other.text('sign_up', { customer: grace }));
      const api = await backEnd(sandbox);
      await api('PATCH', `contracts/${id}`, { RecurringPaymentsPaused: true });
      await sandbox.clock.advance('P1M');
    },
    async run(agent) {
      expect(await agent.text('why', { customer: 'grace@example.com' })).toMatch(
        /Not charged because payments are paused by the merchant \(request \d+: PATCH /,
      );
    },
  },
  {
    name: '"What will we bill in the next quarter?"',
    async before(sandbox) {
      await ScriptedAgent.of(sandbox).text('sign_up');
    },
    async run(agent) {
      expect(await agent.text('forecast', { months: 3 })).toContain('3 documents, 35.34 EUR gross');
    },
  },
  {
    name: '"Our server was killed in the middle of an order. Is there one order or two?"',
    async run(agent, sandbox) {
      await agent.text('fault', { path: '/api/v1/orders', times: 1, dropResponse: true });
      const order = {
        method: 'POST',
        path: '/orders',
        body: { Customer: grace, Cart: { PlanVariantId: 'b00000000000000000000001' } },
        idempotencyKey: 'sale-1',
      };
      expect((await agent.call('call_api', order)).isError).toBe(true);
      expect(await agent.text('call_api', order)).toContain('an earlier request with this key');
      expect(all(sandbox, 'orders')).toHaveLength(1);
    },
  },
  {
    name: '"Try what happens after a year, and put everything back."',
    async run(agent, sandbox) {
      await agent.text('sign_up');
      await agent.text('snapshot');
      await agent.text('clock', { advance: 'P1Y' });
      expect(all(sandbox, 'invoices')).toHaveLength(13);
      await agent.text('restore');
      expect(all(sandbox, 'invoices')).toHaveLength(1);
    },
  },
  {
    name: '"Give half of the last payment back."',
    async before(sandbox) {
      await ScriptedAgent.of(sandbox).text('sign_up');
    },
    async run(agent, sandbox) {
      const payment = /Last payment: .*\((\w{24})\)/.exec(
        await agent.text('why', { customer: 'ada@example.com' }),
      )?.[1];
      const described = await agent.text('find_operation', {
        query: 'POST /paymentTransactions/{id}/refund',
      });
      expect(described).toContain('`Amount`');
      const path = `/paymentTransactions/${payment}/refund`;
      await agent.text('call_api', { method: 'POST', path, body: { Amount: 5.89 } });
      expect(all(sandbox, 'paymentRefunds')).toMatchObject([{ Amount: 5.89 }]);
    },
  },
  {
    name: '"Report 1,200 API calls for a contract, once."',
    async run(agent, sandbox) {
      const id = contractIn(await agent.text('sign_up'));
      const described = await agent.text('find_operation', { query: 'POST /contracts/{id}/usage' });
      expect(described).toContain('`Key`');
      const component = /(\w{24}) "API calls"/.exec(
        await agent.text('catalog', { about: 'components' }),
      )?.[1];
      const usage = {
        method: 'POST',
        path: `/contracts/${id}/usage`,
        body: { ComponentId: component, Quantity: 1200, Key: '2026-01-15' },
      };
      await agent.text('call_api', usage);
      await agent.call('call_api', usage);
      expect(all(sandbox, 'meteredUsages')).toMatchObject([{ Quantity: 1200 }]);
    },
  },
  {
    name: '"Is it cheaper for the customer to cancel now or after the next bill?"',
    async run(agent) {
      const contractId = contractIn(await agent.text('sign_up'));
      const call = { method: 'POST', path: `/contracts/${contractId}/end`, body: {} };
      const text = await agent.text('compare', {
        contractId,
        variants: [
          { name: 'now', steps: [{ call }, { advance: 'P3M' }] },
          { name: 'later', steps: [{ advance: 'P1M' }, { call }, { advance: 'P3M' }] },
        ],
      });
      expect(text).toContain('Invoices: now 1, 11.78 gross | later 2, 23.56 gross');
    },
  },
  {
    name: '"Give my colleague the same data to play with."',
    async run(agent, sandbox) {
      await agent.text('sign_up');
      const url = /The copy is at (\S+),/.exec(await agent.text('fork', { name: 'colleague' }))?.[1];
      const response = await sandbox.fetch(`${url}/sandbox/events?event=ContractCreated`);
      expect([response.status, sandbox.workspaces()]).toEqual([200, ['colleague']]);
    },
  },
  {
    name: '"Which webhooks did we get since the signup, and what is in the one for the invoice?"',
    async run(agent) {
      const contractId = contractIn(await agent.text('sign_up'));
      expect(await agent.text('events', { contractId })).toMatch(/InvoiceCreated .*InvoiceId=\w{24}/);
      expect(await agent.text('explain', { what: 'InvoiceCreated' })).toContain('Fields: Event, EntityId, ');
    },
  },
];

it('there are twenty jobs, and ten of a stranger', () => {
  expect(new Set(jobs.map(({ name }) => name)).size).toBe(20);
  expect(new Set(strangersJobs.map(({ name }) => name)).size).toBe(10);
});

it.each([...jobs, ...strangersJobs])('$name', async ({ name, options, before, run }) => {
  const sandbox = createSandbox({ seed: 'jobs', clock: '2026-01-15T10:00:00Z', ...options });
  await before?.(sandbox);
  const agent = ScriptedAgent.of(sandbox);
  await run(agent, sandbox);
  expect(agent.calls).toBeGreaterThan(0);
  expect(agent.calls).toBeLessThanOrEqual(MAX_CALLS);
  for (const { name, tokens } of agent.answers) expect([name, tokens <= MAX_TOKENS]).toEqual([name, true]);
  await expect(agent.transcript()).toMatchFileSnapshot(fileOf(name));
  sandbox.close();
});

it('refused requests of the program are listed, those of the agent itself are not', async () => {
  const sandbox = createSandbox({ seed: 'jobs', clock: '2026-01-15T10:00:00Z' });
  const api = await backEnd(sandbox);
  await api('GET', 'contracts/c00000000000000000000099');
  await api('GET', 'plans', undefined, { 'X-Sandbox-Fault': 'drop' }).catch(() => {});
  const agent = ScriptedAgent.of(sandbox);
  for (let at = 0; at < 6; at += 1)
    await agent.call('call_api', { method: 'GET', path: `/orders/e0000000000000000000000${at}` });
  const refused = (await agent.text('events')).split('\n').filter((line) => line.startsWith('refused'));
  expect(refused).toEqual([
    expect.stringMatching(/^refused request \d+: GET \/api\/v1\/plans 0/),
    expect.stringMatching(/^refused request \d+: GET \/api\/v1\/contracts\/c0{21}99 404 /),
  ]);
  sandbox.close();
});

it('credit notes reduce the total of the invoices that variants are compared by', async () => {
  const sandbox = createSandbox({ seed: 'jobs', clock: '2026-01-15T10:00:00Z' });
  const agent = ScriptedAgent.of(sandbox);
  const contractId = contractIn(await agent.text('sign_up'));
  const call = { method: 'POST', path: `/contracts/${contractId}/annulate`, body: {} };
  const text = await agent.text('compare', {
    contractId,
    variants: [
      { name: 'kept', steps: [] },
      { name: 'annulled', steps: [{ call }] },
    ],
  });
  expect(text).toContain('Invoices: kept 1, 11.78 gross | annulled 2, 0.00 gross');
  sandbox.close();
});

it('a written test does what the customer, a store and faults did, and names declined signups', async () => {
  const sandbox = createSandbox({ seed: 'jobs', clock: '2026-01-15T10:00:00Z' });
  const agent = ScriptedAgent.of(sandbox);
  const contractId = contractIn(await agent.text('sign_up', { cardNumber: '4000000000001380' }));
  await agent.text('clock', { advance: 'P1M1D' });
  await agent.text('change_payment', { contractId, cardNumber: '5555555555554444' });
  const path = `/contracts/${contractId}/selfServiceToken`;
  const token = /"Token":"([^"]+)"/.exec(await agent.text('call_api', { method: 'GET', path }))?.[1];
  const body = { FirstName: 'Grace' };
  await agent.text('call_api', { method: 'PUT', path: '/CustomerSelfService/customer', body, token });
  const bought = await agent.text('store', { type: 'AppleIap', productId: 'com.merchant.apple.monthly' });
  const subscriptionId = /^subscription (\S+) of/m.exec(bought)?.[1];
  await agent.text('store', { type: 'AppleIap', subscriptionId, status: 'Canceled' });
  await agent.call('sign_up', { cardNumber: '4000000000009995' });
  expect((await agent.call('clock', { advance: 'a month' })).isError).toBe(true);
  const code = (await agent.text('write_test')).replace(/\nNext: .*$/s, '');
  for (const line of [
    "  const row6 = await send(sandbox, 'POST', '/providers/FakePSP/tokens', {",
    "  await send(sandbox, 'POST', '/api/v1/CustomerSelfService/payment/change', {",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: of the written code.
    '    headers: { Authorization: `Bearer ${row8.Token}`, ',
    "  await send(sandbox, 'POST', '/sandbox/stores/AppleIap/receipts', {",
    "  await send(sandbox, 'PATCH', `/sandbox/stores/AppleIap/subscriptions/${row",
    "  })).rejects.toThrow('InsufficientBalance');",
    '  expect(sandbox.contract(row3.ContractId)).toOwe(0);',
  ])
    expect(code).toContain(line);
  expect(code).not.toContain('a month');
  expect(code.split('\n').filter((line) => line.length > 120)).toEqual([]);
  sandbox.close();
});

it('a written test begins with the last reset', async () => {
  const sandbox = createSandbox({ seed: 'jobs', clock: '2026-01-15T10:00:00Z' });
  const agent = ScriptedAgent.of(sandbox);
  await agent.text('sign_up', { coupon: 'HALF1' });
  await agent.text('reset');
  await agent.text('sign_up');
  const code = await agent.text('write_test');
  expect(code.match(/sandbox\.signUp\(/g)).toHaveLength(1);
  expect(code).not.toContain('HALF1');
  sandbox.close();
});

it('a written test reads the ids that a GET found, clears decisions, and says what happened', async () => {
  const sandbox = createSandbox({ seed: 'jobs', clock: '2026-01-15T10:00:00Z' });
  const agent = ScriptedAgent.of(sandbox);
  const contractId = contractIn(await agent.text('sign_up'));
  await agent.text('next_payment', { contractId, code: 'InsufficientBalance' });
  await agent.text('next_payment', { clear: true });
  await agent.text('call_api', { method: 'GET', path: '/customers' });
  const query = { contractId };
  const found = await agent.text('call_api', { method: 'GET', path: '/invoices', query, fields: ['Id'] });
  const invoiceId = /"Id":"(\w+)"/.exec(found)?.[1];
  await agent.text('call_api', { method: 'POST', path: `/invoices/${invoiceId}/creditNote`, body: {} });
  const code = await agent.text('write_test');
  expect(code).toContain(
    "test('a customer signs up, the next payment: InsufficientBalance, POST /invoices/…/creditNote",
  );
  expect(code).toContain('  sandbox.payments.clear();\n');
  expect(code).toMatch(
    /const row(\d) = await sandbox\.rest<any>\('GET', `\/invoices\?contractId=\$\{row3\.ContractId\}`\);\n[\s\S]*`\/invoices\/\$\{row\1\[0\]\.Id\}\/creditNote`/,
  );
  expect(code).not.toContain('/customers');
  expect(code).not.toContain(invoiceId);
  sandbox.close();
});

// A test that the tools have written runs as it stands.
const sandbox = createSandbox({ clock: '2026-01-15T10:00:00Z' });
const writer = ScriptedAgent.of(sandbox);
const contractId = contractIn(await writer.text('sign_up', { coupon: 'HALF1', customer: grace }));
await writer.text('next_payment', { contractId, code: 'InsufficientBalance' });
await writer.text('clock', { advance: 'P1M' });
await writer.call('call_api', { method: 'POST', path: '/orders', body: { Cart: {} } });
await writer.text('call_api', { method: 'POST', path: `/contracts/${contractId}/end`, body: {} });
const written = await writer.text('write_test', { title: 'a test that the tools have written' });
sandbox.close();
await runSnippet(written.replace(/\nNext: .*$/s, ''));
