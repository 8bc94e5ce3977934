// Why a contract is not charged: every cause, as `why` and `contract` say it.
import { describe, expect, it } from 'vitest';
import { createSandbox, type SandboxOptions } from '../../../../sandbox/src/sandbox/sandbox.ts';
import type { Life } from '../../../../sandbox/src/served/agents/contract-life.ts';
import { findReasons } from '../../../../sandbox/src/served/agents/not-charged.ts';
import type { Service } from '../../../../sandbox/src/served/agents/service.ts';
import { type Api, backEnd, newContract } from '../../service/http/service.ts';
import { fileOf, ScriptedAgent } from './agent.ts';

interface Scene {
  readonly agent: ScriptedAgent;
  readonly api: Api;
  readonly contractId: string;
  readonly customerId: string;
}

interface Cause {
  readonly name: string;
  readonly options?: SandboxOptions;
  readonly signUp?: object;
  /** @returns another contract, where it is about that */
  readonly run: (scene: Scene) => Promise<unknown>;
  readonly reasons: readonly RegExp[];
}

const proTrial = 'b00000000000000000000005';
const free = 'b00000000000000000000006';

const decline = async ({ agent, contractId }: Scene, code: string, advance = 'P1M') => {
  await agent.text('next_payment', { contractId, code, times: 50 });
  await agent.text('clock', { advance });
};

const escalation = (Action: 'Pause' | 'End') => ({
  config: { Account: { Escalation: [{ TriggerDays: 20, Action }] } },
});

const causes: readonly Cause[] = [
  {
    name: 'a declined payment',
    run: (scene) => decline(scene, 'InsufficientBalance'),
    reasons: [/^the payment of 11\.78 \(\w{24}\) was declined on 2026-02-15 10:00: InsufficientBalance$/],
  },
  {
    name: 'payments that the service has paused',
    run: (scene) => decline(scene, 'BearerInvalid'),
    reasons: [
      /^the payment of 11\.78 .* was declined on 2026-02-15 10:00: BearerInvalid$/,
      /^payments are paused by the service, as the last attempt failed since 2026-02-15 10:00: change_payment or \{"RecurringPaymentsPaused": false\} lets them go on$/,
    ],
  },
  ...['PATCH', 'PUT'].map(
    (method): Cause => ({
      name: `payments that the merchant has paused by ${method}`,
      run: ({ api, contractId }) => api(method, `contracts/${contractId}`, { RecurringPaymentsPaused: true }),
      reasons: [
        new RegExp(
          `^payments are paused by the merchant \\(request \\d+: ${method} /api/v1/contracts/\\w{24}\\) since 2026-01-15 10:00`,
        ),
      ],
    }),
  ),
  {
    name: 'a locked customer',
    run: ({ api, customerId }) => api('PATCH', `customers/${customerId}`, { IsLocked: true }),
    reasons: [/^customer \w{24} is locked \(IsLocked\)$/],
  },
  {
    name: 'suspended billing',
    run: ({ api, contractId }) => api('PATCH', `contracts/${contractId}`, { BillingSuspended: true }),
    reasons: [/^billing is suspended \(BillingSuspended\): no invoice is made$/],
  },
  {
    name: 'a trial',
    signUp: { planVariantId: proTrial },
    run: async () => {},
    reasons: [/^it is in trial until 2026-01-29 10:00$/],
  },
  {
    name: 'a plan without a fee',
    signUp: { planVariantId: free },
    run: ({ agent }) => agent.text('clock', { advance: 'P1M' }),
    reasons: [/^the bill of 2026-02-15 10:00 came to 0: the plan has no fee$/],
  },
  {
    name: 'a coupon of 100 %',
    async run({ api, agent }) {
      const PlanGroupId = 'a10000000000000000000001';
      const discount = await api('POST', 'discounts', {
        PlanGroupId,
        InternalName: 'All of it',
        Duration: { Unit: 'Month', Quantity: 6 },
        Effect: { Type: 'Relative', ReductionPercent: 100 },
      });
      const DiscountId = discount.body.Id;
      await api('POST', 'coupons', { PlanGroupId, DiscountId, InternalName: 'All', Codes: ['ALL'] });
      const text = await agent.text('sign_up', { coupon: 'ALL' });
      await agent.text('clock', { advance: 'P1M' });
      return /Contract (\w{24})/.exec(text)?.[1];
    },
    reasons: [/^the bill of 2026-02-15 10:00 came to 0: coupon "ALL"$/],
  },
  {
    name: 'a pause that was asked for',
    run: ({ api, contractId }) => api('POST', `contracts/${contractId}/pause`, {}),
    reasons: [
      /^it is paused by a request from 2026-01-15 10:00 on; POST \/contracts\/\{id\}\/resume resumes it$/,
    ],
  },
  {
    name: 'a pause by the escalation',
    options: escalation('Pause'),
    run: (scene) => decline(scene, 'BearerInvalid', 'P2M'),
    reasons: [
      /^the escalation of what is owed has paused it on 2026-\d\d-\d\d \d\d:\d\d; it resumes when that is paid$/,
      /^the payment of 11\.78 .* was declined/,
      /^payments are paused by the service/,
    ],
  },
  {
    name: 'an end by the escalation',
    options: escalation('End'),
    run: (scene) => decline(scene, 'BearerInvalid', 'P2M'),
    reasons: [
      /^it ended on 2026-\d\d-\d\d \d\d:\d\d, by the escalation of what was owed$/,
      /^the payment of 11\.78 .* was declined/,
      /^payments are paused by the service/,
    ],
  },
  {
    name: 'an end that was asked for',
    run: async ({ api, agent, contractId }) => {
      await api('POST', `contracts/${contractId}/end`, {});
      await agent.text('clock', { advance: 'P2M' });
    },
    reasons: [/^it ended on 2026-02-15 10:00$/],
  },
  {
    name: 'an open payment',
    run: async ({ agent, contractId }) => {
      await agent.text('next_payment', { contractId, pending: 'P10D' });
      await agent.text('clock', { advance: 'P1M' });
    },
    reasons: [/^the payment of 11\.78 \(\w{24}\) is open: InProgress since 2026-02-15 10:00$/],
  },
  {
    name: 'a new method whose authorization is open: no payment is,',
    async run({ agent, contractId }) {
      await agent.text('next_payment', { contractId, pending: 'P10D' });
      await agent.text('change_payment', { contractId });
    },
    reasons: [],
  },
  {
    name: 'a customer who pays by invoice',
    run: async ({ api }) => (await newContract(api)).Id,
    reasons: [/^the customer pays by invoice: the service waits for the transfer$/],
  },
  {
    name: 'a contract that its store bills, and nothing else',
    async run({ api }) {
      const ProductIds = ['com.merchant.google.monthly'];
      const receipt = await api('POST', '/sandbox/stores/GoogleIap/receipts', { ProductIds });
      const order = await api('POST', 'orders', { Customer: { Tag: 'user-1' }, ...receipt.body });
      return (await api('POST', `orders/${order.body.Id}/commit`)).body.Id;
    },
    reasons: [/^the store bills it \(GoogleIap "[^"]+"\)$/],
  },
  {
    name: 'an annulled contract',
    run: ({ api, contractId }) => api('POST', `contracts/${contractId}/annulate`, {}),
    reasons: [/^it was annulled$/],
  },
];

it.each(causes)(
  '$name is named by why and contract',
  async ({ name, options, signUp = {}, run, reasons }) => {
    const sandbox = createSandbox({ seed: 'why', clock: '2026-01-15T10:00:00Z', ...options });
    const agent = ScriptedAgent.of(sandbox);
    const text = await agent.text('sign_up', signUp);
    const contractId = /Contract (\w{24})/.exec(text)?.[1] ?? '';
    const customerId = /Customer (\w{24})/.exec(text)?.[1] ?? '';
    const other = await run({ agent, api: await backEnd(sandbox), contractId, customerId });
    const asked = { contractId: /^\w{24}$/.test(String(other)) ? other : contractId };
    const reasonsIn = (answer: string) =>
      [...answer.matchAll(/^Not charged because (.*)\.$/gm)].map(([, reason]) => reason);
    const found = reasonsIn(await agent.text('why', asked));
    expect(found).toEqual(reasons.map((reason) => expect.stringMatching(reason)));
    expect(reasonsIn(await agent.text('contract', asked))).toEqual(found);
    await expect(agent.transcript()).toMatchFileSnapshot(fileOf(`why ${name}`));
    sandbox.close();
  },
);

it('a contract that is charged has no cause', async () => {
  const sandbox = createSandbox({ seed: 'why', clock: '2026-01-15T10:00:00Z' });
  const agent = ScriptedAgent.of(sandbox);
  await agent.text('sign_up');
  await agent.text('clock', { advance: 'P1M' });
  const text = await agent.text('why', { customer: 'ada@example.com' });
  expect(text).toContain('Nothing keeps it from being charged.');
  expect(text).toMatch(/^Last payment: 2026-02-15 10:00 payment 11\.78 by FakePSP: Succeeded/m);
  expect(text).toMatch(/^Due: lifecycle at 2026-03-15 10:00\.$/m);
  sandbox.close();
});

it('an order that waits for the merchant is named, though there is no contract yet', async () => {
  const sandbox = createSandbox({
    seed: 'why',
    clock: '2026-01-15T10:00:00Z',
    config: { Account: { OrderApproval: true } },
  });
  const api = await backEnd(sandbox);
  const order = await api('POST', 'orders', {
    Customer: { FirstName: 'Ada', EmailAddress: 'ada@example.com', Address: { Country: 'DE' } },
    Cart: { PlanVariantId: 'b00000000000000000000001' },
  });
  expect(await ScriptedAgent.of(sandbox).text('why', { customer: 'ada@example.com' })).toContain(
    `Not charged because order ${order.body.Id} waits for a decision: POST /orders/${order.body.Id}/approve or /decline.`,
  );
  sandbox.close();
});

it('a long life is read newest first, page by page to its beginning, and all contracts are listed', async () => {
  const sandbox = createSandbox({ seed: 'why', clock: '2026-01-15T10:00:00Z' });
  const agent = ScriptedAgent.of(sandbox);
  const contractId = /Contract (\w{24})/.exec(await agent.text('sign_up'))?.[1] ?? '';
  await agent.text('clock', { advance: 'P2Y' });
  const lines: string[] = [];
  for (let text = '', skip = 0; !text.includes('\nNext') || /more: skip \d+/.test(text); ) {
    text = await agent.text('contract', { contractId, skip });
    lines.push(...text.split('\n').filter((line) => /^20\d\d-/.test(line)));
    skip = Number(/more: skip (\d+)/.exec(text)?.[1] ?? 0);
  }
  expect(lines.filter((line) => line.includes('invoice'))).toHaveLength(25);
  const times = lines.map((line) => line.slice(0, 16));
  expect(times).toEqual([...times].sort().reverse());
  expect([times[0], times.at(-1)]).toEqual(['2028-01-15 10:00', '2026-01-15 10:00']);
  for (let at = 0; at < 30; at += 1) await agent.text('sign_up');
  const first = await agent.text('contract');
  const second = await agent.text('contract', { skip: 25 });
  const ids = [...`${first}\n${second}`.matchAll(/^(\w{24}) "Ada Lovelace": Active, owed 0\.00 EUR$/gm)].map(
    ([, id]) => id,
  );
  expect(new Set(ids).size).toBe(31);
  expect(ids.at(-1)).toBe(contractId);
  sandbox.close();
});

/** What the service tells of a contract: only what a case is about differs from one that is charged. */
interface Told {
  readonly name: string;
  readonly contract?: object;
  readonly payment?: object;
  readonly invoice?: object;
  /** Newest first, as the service lists them. */
  readonly events?: readonly object[];
  readonly request?: object;
  readonly discounts?: readonly object[];
  readonly reasons: readonly string[];
}

const at = '2026-02-15T10:00:00Z';
const chargeback = { Status: { Status: 'Chargeback' } };
const ended = { LifecycleStatus: 'Ended', EndDate: at };
const paused = { LifecycleStatus: 'Paused', CurrentPause: { StartDate: at } };
const byRequest = 'it is paused by a request from 2026-02-15 10:00';
const escalatedAt = (At: string, ContractId = 'k') => [{ Event: 'PaymentEscalated', ContractId, At }];
const pausing = { Event: 'PaymentProcessStatusChanged', ContractId: 'k', At: at, Cause: { RequestId: 7 } };
const noMethod = 'it has no payment method that can be charged';
const cameTo = 'the bill of 2026-02-15 10:00 came to 0: ';
const patched = { Method: 'PATCH', Path: '/api/v1/contracts/k?x=1' };
const goOn = 'since 2026-02-15 10:00: change_payment or {"RecurringPaymentsPaused": false} lets them go on';

const told: readonly Told[] = [
  {
    name: 'an escalation before thousands of other events',
    contract: ended,
    events: [...new Array(9_999).fill({ Event: 'CustomerChanged' }), ...escalatedAt(at)],
    reasons: ['it ended on 2026-02-15 10:00, by the escalation of what was owed'],
  },
  { name: 'nothing', reasons: [] },
  {
    name: 'a chargeback that is owed',
    contract: { Balance: 11.78 },
    payment: chargeback,
    reasons: ['the payment of 11.78 (p) was taken back by the payer on 2026-02-15 10:00: Chargeback'],
  },
  { name: 'no chargeback that was paid again', payment: chargeback, reasons: [] },
  {
    name: 'no decline that was paid again',
    payment: { Status: { Status: 'Failed', ErrorCode: 'BearerInvalid' } },
    reasons: [],
  },
  {
    name: 'a decline without a code',
    contract: { Balance: 11.78 },
    payment: { Status: { Status: 'Failed' } },
    reasons: ['the payment of 11.78 (p) was declined on 2026-02-15 10:00: without a code'],
  },
  { name: 'no refund', payment: { Type: 'Refund', Status: { Status: 'InProgress' } }, reasons: [] },
  { name: 'a missing bearer', contract: { PaymentBearer: undefined }, reasons: [noMethod] },
  {
    name: 'a bearer without a provider',
    contract: { PaymentProviderRole: 'None' },
    reasons: [noMethod],
  },
  {
    name: 'an end by the escalation of this contract',
    contract: ended,
    events: escalatedAt(at),
    reasons: ['it ended on 2026-02-15 10:00, by the escalation of what was owed'],
  },
  {
    name: 'an end after an escalation that did something else',
    contract: ended,
    events: escalatedAt('2026-02-01T10:00:00Z'),
    reasons: ['it ended on 2026-02-15 10:00'],
  },
  {
    name: 'an end at the escalation of another contract',
    contract: ended,
    events: escalatedAt(at, 'other'),
    reasons: ['it ended on 2026-02-15 10:00'],
  },
  {
    name: 'a pause after an escalation that did something else',
    contract: paused,
    events: escalatedAt('2026-02-01T10:00:00Z'),
    reasons: [`${byRequest} on; POST /contracts/{id}/resume resumes it`],
  },
  {
    name: 'a pause that ends by itself',
    contract: { ...paused, CurrentPause: { StartDate: at, EndDate: '2026-03-15T10:00:00Z' } },
    reasons: [`${byRequest} to 2026-03-15 10:00`],
  },
  {
    name: 'a pause of the store',
    contract: {
      LifecycleStatus: 'Paused',
      ExternalSubscription: { Type: 'AppleIap', Id: 's' },
      CurrentPhase: { StartDate: at },
      PaymentBearer: undefined,
    },
    reasons: [
      'the store has paused it on 2026-02-15 10:00, and resumes it',
      'the store bills it (AppleIap "s")',
    ],
  },
  {
    name: 'a start that is ahead',
    contract: { LifecycleStatus: 'Draft', StartDate: at },
    reasons: ['it starts on 2026-02-15 10:00'],
  },
  {
    name: 'the merchant who paused payments',
    contract: { RecurringPaymentsPaused: true },
    events: [pausing],
    request: patched,
    reasons: [`payments are paused by the merchant (request 7: PATCH /api/v1/contracts/k) ${goOn}`],
  },
  {
    name: 'payments that were paused by a request that is no longer logged',
    contract: { RecurringPaymentsPaused: true },
    events: [pausing],
    reasons: [`payments are paused by the service, as the last attempt failed ${goOn}`],
  },
  {
    name: 'payments that were paused while a request paid',
    contract: { RecurringPaymentsPaused: true },
    events: [pausing],
    request: { Method: 'POST', Path: '/api/v1/contracts/k/payment' },
    reasons: [`payments are paused by the service, as the last attempt failed ${goOn}`],
  },
  {
    name: 'a credit beside a discount without a code',
    contract: { Balance: -5, LastBillingDate: at },
    invoice: { Created: at, TotalGross: 0 },
    discounts: [{ DiscountId: 'd' }, { DiscountId: 'e', CouponCode: 'ALL' }],
    reasons: ['a credit of 5.00 EUR is used up first', `${cameTo}coupon "d", "ALL"`],
  },
  {
    name: 'a bill that made no invoice',
    contract: { LastBillingDate: at },
    invoice: { Created: '2026-01-15T10:00:00Z' },
    reasons: [`${cameTo}the plan has no fee`],
  },
  {
    name: 'no free bill: the invoice was made in the minute before',
    contract: { LastBillingDate: at },
    invoice: { Created: '2026-02-15T09:59:30Z' },
    reasons: [],
  },
  {
    name: 'no free bill: what it came to is owed',
    contract: { LastBillingDate: at, Balance: 11.78 },
    invoice: { Created: '2026-01-15T10:00:00Z' },
    reasons: [],
  },
];

describe('of what the service tells, a cause is', () => {
  it.each(told)('$name', async ({ contract = {}, payment, invoice, events = [], ...more }) => {
    const service: Pick<Service, 'rest' | 'control'> = {
      rest: async (_, path) => (path.includes('/discountSubscriptions') ? (more.discounts ?? []) : []),
      control: async (_, path) => {
        const take = Number(/^\/events\?take=(\d+)$/.exec(path)?.[1] ?? 100);
        if (path.startsWith('/events')) return events.slice(0, take);
        if (more.request === undefined) throw new Error(`${path} is no longer logged`);
        return more.request;
      },
    };
    const charged = { Id: 'k', Currency: 'EUR', Balance: 0, LifecycleStatus: 'Active', CustomerId: 'c' };
    const paid = { Id: 'p', Type: 'Payment', Amount: 11.78, StatusTimestamp: at };
    const life = {
      contract: { ...charged, PaymentBearer: { Type: 'CreditCard' }, ...contract },
      invoices: invoice === undefined ? [] : [{ IsInvoice: true, TotalGross: 11.78, ...invoice }],
      transactions: payment === undefined ? [] : [{ ...paid, ...payment }],
      ledger: [],
    } as unknown as Life;
    const found = await findReasons(service as Service, life);
    expect(found.map(({ text }) => text)).toEqual(
      more.reasons.map((reason) => `Not charged because ${reason}.`),
    );
  });
});
