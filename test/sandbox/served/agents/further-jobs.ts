/*
 * Twenty jobs from the interface specification and the guides: ten by who made the tools, then ten that were written before
 * their author had seen the tools. They run with a scripted agent, and with the client of the protocol in `test/compat`.
 */
import { expect } from 'vitest';
import type { Sandbox, SandboxOptions } from '../../../../sandbox/src/sandbox/sandbox.ts';
import type { Json } from '../../../../sandbox/src/served/agents/service.ts';
import { backEnd } from '../../service/http/service.ts';
import { ScriptedAgent } from './agent.ts';

/** Calls tools; `text` is the answer of one that must not refuse. */
export type Agent = Pick<ScriptedAgent, 'call' | 'text'>;

export interface FurtherJob {
  readonly name: string;
  readonly options?: SandboxOptions;
  /** What was there before the agent comes. */
  readonly before?: (sandbox: Sandbox) => Promise<unknown>;
  readonly run: (agent: Agent, sandbox: Sandbox) => Promise<void>;
}

const documents = (sandbox: Sandbox, collection: string) =>
  (sandbox.snapshot().Collections[collection] ?? []) as Json[];

/** What a pattern finds in an answer. */
function foundIn(text: string, pattern: RegExp): string {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error(`${pattern} is not in: ${text}`);
  return found;
}

const grace = {
  FirstName: 'Grace',
  LastName: 'Hopper',
  EmailAddress: 'grace@example.com',
  Address: { Country: 'DE' },
};
const basic = 'b00000000000000000000001';

const post = (agent: Agent, path: string, body: object = {}) =>
  agent.text('call_api', { method: 'POST', path, body });

async function boughtInStore(sandbox: Sandbox, store = 'Apple'): Promise<void> {
  const api = await backEnd(sandbox);
  const ProductIds = [`com.merchant.${store.toLowerCase()}.monthly`];
  const receipt = await api('POST', `/sandbox/stores/${store}Iap/receipts`, { ProductIds });
  const order = await api('POST', 'orders', { Customer: { Tag: 'user-1' }, ...receipt.body });
  await api('POST', `orders/${order.body.Id}/commit`);
}

const pro = 'b00000000000000000000003';
const april = { clock: '2026-04-01T09:00:00Z' };

/** Signs Grace up, before the agent comes. */
const graceSignsUp = (order: object) => (sandbox: Sandbox) =>
  ScriptedAgent.of(sandbox).text('sign_up', { customer: grace, ...order });

const contractOf = async (agent: Agent) =>
  foundIn(await agent.text('contract', { customer: 'grace@example.com' }), /Contract (\w{24})/);

/** What a back end gets for the customer's page. */
const tokenOf = async (agent: Agent, contractId: string, query: object = {}) =>
  foundIn(
    await agent.text('call_api', {
      method: 'GET',
      path: `/contracts/${contractId}/selfServiceToken`,
      query,
    }),
    /"Token":"([^"]+)"/,
  );

/** Written from the specification and six guides alone, before the tools were seen; amounts are those of the guides. */
const jobsOfAStranger: readonly FurtherJob[] = [
  {
    name: '"Someone in Switzerland takes Pro with WELCOME20. What are the first four invoices?"',
    async run(agent, sandbox) {
      const planVariantId = foundIn(
        await agent.text('catalog', { about: 'plans' }),
        /(\w{24}) "Pro monthly"/,
      );
      const customer = { Address: { Country: 'CH' } };
      await agent.text('sign_up', { planVariantId, coupon: 'WELCOME20', customer });
      await agent.text('clock', { advance: 'P3M1D' });
      const fields = ['TotalGross'];
      const listed = await agent.text('call_api', { method: 'GET', path: '/invoices', fields });
      expect([...listed.matchAll(/"TotalGross":([\d.]+)/g)].map(([, total]) => total)).toEqual([
        '31.35',
        '25.08',
        '25.08',
        '78.05',
      ]);
      const all = documents(sandbox, 'invoices').reduce((sum, { TotalGross }) => sum + TotalGross, 0);
      expect(all).toBeCloseTo(159.56, 10);
    },
  },
  {
    name: '"What does our portal page get when its token of 30 minutes has expired?"',
    before: graceSignsUp({}),
    async run(agent) {
      const contractId = await contractOf(agent);
      const token = await tokenOf(agent, contractId, { tokenValidity: 30 });
      const asCustomer = { method: 'GET', path: '/CustomerSelfService/contract', token };
      await agent.text('clock', { advance: 'PT29M' });
      expect(await agent.text('call_api', asCustomer)).toMatch(
        new RegExp(`^200 \\{"Contract":\\{"Id":"${contractId}"`),
      );
      await agent.text('clock', { advance: 'PT2M' });
      expect(await agent.text('call_api', asCustomer)).toMatch(
        /^401 LoginError: "The self-service token has expired\./,
      );
    },
  },
  {
    name: '"The card fails for good at the first renewal; then the customer enters a good one."',
    async run(agent, sandbox) {
      const signedUp = await agent.text('sign_up', { cardNumber: '4000000000001380' });
      const contractId = foundIn(signedUp, /Contract (\w{24})/);
      await agent.text('clock', { advance: 'P1M1D' });
      const why = await agent.text('why', { contractId });
      expect(why).toContain('Active, owed 11.78 EUR.');
      expect(why).toMatch(/ was declined on 2026-02-15 10:00: BearerInvalid\.$/m);
      expect(why).toMatch(/ payments are paused by the service, as the last attempt failed /);
      const changed = await agent.text('change_payment', { contractId, cardNumber: '5555555555554444' });
      expect(changed).toMatch(/^Payment method changed\.$/m);
      expect(changed).toMatch(/^Owed 0\.00 EUR\.\nNext billing 2026-03-15 10:00 for 11\.78\.$/m);
      expect(changed).not.toContain('Not charged');
      expect(documents(sandbox, 'contracts')[0]).toMatchObject({
        Balance: 0,
        RecurringPaymentsPaused: false,
        PaymentBearer: { Type: 'CreditCard', Last4: '4444' },
      });
      expect(
        documents(sandbox, 'paymentTransactions')
          .filter(({ Preauth }) => !Preauth)
          .map(({ Amount, Status }) => [Amount, Status.Status]),
      ).toEqual([
        [11.78, 'Succeeded'],
        [11.78, 'Failed'],
        [11.78, 'Succeeded'],
      ]);
      expect(await agent.text('events', { contractId })).toMatch(
        / PaymentFailed .* PaymentProcessStatusChanged .* PaymentDataChanged .* PaymentSucceeded /s,
      );
    },
  },
  {
    name: '"Refund 5.00 to Grace, with a credit note. What does the renewal charge, and what without the note?"',
    before: graceSignsUp({ planVariantId: pro }),
    async run(agent) {
      const life = await agent.text('contract', { customer: 'grace@example.com' });
      const contractId = foundIn(life, /Contract (\w{24})/);
      const payment = foundIn(life, /payment 92\.82 by FakePSP: Succeeded \((\w{24})\)/);
      expect(await agent.text('find_operation', { query: 'refund with a credit note' })).toMatch(
        /^POST \/paymentTransactions\/\{id\}\/refund: /m,
      );
      const path = `/paymentTransactions/${payment}/refund`;
      const variant = (name: string, body: object) => ({
        name,
        steps: [{ call: { method: 'POST', path, body } }, { advance: 'P1M1D' }],
      });
      const withNote = { Amount: 5, CreditNote: true };
      const variants = [variant('with', withNote), variant('without', { Amount: 5 })];
      expect(await agent.text('compare', { contractId, variants })).toMatch(
        /^Payments: with 2, 127\.33; the last 34\.51 \| without 2, 132\.33; the last 39\.51$/m,
      );
      await post(agent, path, withNote);
      const after = await agent.text('contract', { contractId });
      expect(after).toMatch(/^Owed 0\.00 EUR\.\nNext billing 2026-02-15 10:00 for 34\.51\.$/m);
      expect(after).toMatch(/ credit note 2026-000002 -5\.00 EUR /);
    },
  },
  {
    name: '"Grace pauses with three seats from 11 to 21 April. What is on paper, and what is charged on 1 May?"',
    options: april,
    before: graceSignsUp({ components: [{ ComponentId: 'd00000000000000000000001', Quantity: 3 }] }),
    async run(agent) {
      const contractId = await contractOf(agent);
      expect(await agent.text('find_operation', { query: 'pause a contract' })).toMatch(
        /^POST \/contracts\/\{id\}\/pause: /m,
      );
      const described = await agent.text('find_operation', { query: 'POST /contracts/{id}/pause' });
      expect(described).toContain('`EndDate`');
      const dates = { StartDate: '2026-04-11T09:00:00Z', EndDate: '2026-04-21T09:00:00Z' };
      await post(agent, `/contracts/${contractId}/pause`, dates);
      await agent.text('clock', { to: '2026-04-21T12:00:00Z' });
      const life = await agent.text('contract', { contractId });
      expect(life).toMatch(
        /^Owed -9\.27 EUR\.\nNext billing 2026-05-01 09:00 for 27\.85, 18\.58 after the credit\.$/m,
      );
      expect(
        [...life.matchAll(/(?:invoice|credit note) 2026-\d+ (\S+) EUR/g)].map(([, gross]) => gross),
      ).toEqual(['9.29', '-18.56', '27.85']);
    },
  },
  {
    name: '"Grace has canceled. Sales moves her to Pro with new terms: does the cancellation still hold?"',
    options: april,
    async before(sandbox) {
      await graceSignsUp({})(sandbox);
      const api = await backEnd(sandbox);
      await sandbox.clock.set('2026-04-10T09:00:00Z');
      await api('POST', `contracts/${documents(sandbox, 'contracts')[0].Id}/end`, {});
      await sandbox.clock.set('2026-04-16T12:00:00Z');
    },
    async run(agent) {
      const planVariantId = foundIn(
        await agent.text('catalog', { about: 'plans' }),
        /(\w{24}) "Pro monthly"/,
      );
      const before = await agent.text('contract', { customer: 'grace@example.com' });
      expect(before).toMatch(/^Ends 2026-05-01 09:00\.$/m);
      const contractId = foundIn(before, /Contract (\w{24})/);
      expect(await agent.text('find_operation', { query: 'POST /orders#Cart' })).toContain(
        '`InheritStartDate`',
      );
      const Cart = { PlanVariantId: planVariantId, InheritStartDate: false };
      const ordered = await post(agent, '/orders', { ContractId: contractId, Cart });
      expect(ordered).toContain('"TotalGross":28.62');
      await post(agent, `/orders/${foundIn(ordered, /"Id":"(\w{24})"/)}/commit`);
      const after = await agent.text('contract', { contractId });
      expect(after).not.toMatch(/^Ends /m);
      expect(after).toMatch(/^Next billing 2026-05-16 12:00 for 34\.51\.$/m);
      expect(after).toMatch(/ invoice 2026-000002 28\.62 EUR /);
    },
  },
  {
    name: '"Our reporter sends 1500 API calls under a key, once more, and 250 without. What is the next invoice?"',
    before: graceSignsUp({ planVariantId: pro }),
    async run(agent, sandbox) {
      const ComponentId = foundIn(
        await agent.text('catalog', { about: 'components' }),
        /(\w{24}) "API calls": Metered/,
      );
      const contractId = await contractOf(agent);
      const path = `/contracts/${contractId}/usage`;
      await post(agent, path, { ComponentId, Quantity: 1500, Key: 'feb' });
      await post(agent, path, { ComponentId, Quantity: 1500, Key: 'feb' });
      await post(agent, path, { ComponentId, Quantity: 250 });
      expect(await agent.text('forecast', { months: 1, contractId })).toMatch(
        /^2026-02-15 invoice 43\.44 EUR, /m,
      );
      expect(documents(sandbox, 'meteredUsages').map(({ Quantity }) => Quantity)).toEqual([1500, 250]);
    },
  },
  {
    name: '"Our receiver of ContractCreated was down. What did it miss, when is it tried next? Send it again."',
    async run(agent) {
      expect(await agent.text('find_operation', { query: 'POST /webhooks' })).toContain('`Events`');
      await post(agent, '/webhooks', { Url: 'http://127.0.0.1:9/hook', Events: ['ContractCreated'] });
      await agent.text('sign_up', { customer: { Tag: 'user-42' } });
      const tried =
        / ContractCreated Pending to "http:\/\/127\.0\.0\.1:9\/hook": (\d) attempts, "not delivered/;
      await agent.text('clock', { advance: 'PT30S' });
      const events = await agent.text('events', { event: 'ContractCreated' });
      expect(events).toMatch(/ ContractCreated .*ContractId=\w{24} CustomerId=\w{24} Tag=user-42 /);
      const again = await agent.text('webhooks', { resend: 'missing' });
      expect(again).toMatch(/^Sent again: 1\.$/m);
      expect(foundIn(again, tried)).toBe('2');
      expect(again).toMatch(/, again at 2026-01-15 10:0\d$/m);
    },
  },
  {
    name: '"Our page and our back end name one of two custom fields. What becomes of the other?"',
    options: { config: { Account: { SelfService: { CustomFields: { Customer: ['size', 'color'] } } } } },
    before: graceSignsUp({ customer: { ...grace, CustomFields: { size: 'XL', color: 'red' } } }),
    async run(agent, sandbox) {
      const contractId = await contractOf(agent);
      const token = await tokenOf(agent, contractId);
      const body = { ...grace, CustomFields: { size: 'S' } };
      await agent.text('call_api', { method: 'PUT', path: '/CustomerSelfService/customer', body, token });
      const [{ Id, CustomFields }] = documents(sandbox, 'customers');
      expect(CustomFields).toEqual({ size: 'S', color: 'red' });
      const put = await agent.text('call_api', { method: 'PUT', path: `/customers/${Id}`, body });
      expect(put).toContain('"CustomFields":{"size":"S"}');
    },
  },
  {
    name: '"The Google store cannot charge a renewal. Which state has our contract then, and ten days later?"',
    before: (sandbox) => boughtInStore(sandbox, 'Google'),
    async run(agent, sandbox) {
      const type = 'GoogleIap';
      const subscriptionId = foundIn(await agent.text('store', { type }), /^subscription (\S+) of/m);
      await agent.text('store', { type, subscriptionId, renewalFails: true });
      await agent.text('clock', { advance: 'P1M1D' });
      const listed = await agent.text('contract');
      expect(listed).toMatch(/: Active, owed 0\.00 EUR$/m);
      await agent.text('clock', { advance: 'P10D' });
      const later = await agent.text('contract', { contractId: foundIn(listed, /^(\w{24}) /m) });
      expect(later).toMatch(/^Contract \w{24}: Paused,/m);
      expect(later).toMatch(
        /^Not charged because the store has paused it on 2026-02-22 10:00, and resumes it\.$/m,
      );
      expect(later).not.toMatch(/^Ends /m);
      expect(documents(sandbox, 'invoices')).toEqual([]);
    },
  },
];

export const furtherJobs: readonly FurtherJob[] = [
  ...jobsOfAStranger,
  {
    name: '"A customer restores a purchase of the app store. If we do not know it, take it over."',
    async run(agent, sandbox) {
      const productId = foundIn(await agent.text('store', { type: 'AppleIap' }), /product (\S+):/);
      const bought = await agent.text('store', { type: 'AppleIap', productId });
      const receipt = JSON.parse(foundIn(bought, /^Receipt: (.*)$/m));
      expect(await post(agent, '/ExternalSubscriptions/check', receipt)).toMatch(
        /^200 \{"Subscriptions":\[\{"Id":"\d+"\}\]\}$/m,
      );
      const ordered = await post(agent, '/orders', { Customer: { Tag: 'user-42' }, ...receipt });
      await post(agent, `/orders/${foundIn(ordered, /"Id":"(\w{24})"/)}/commit`);
      expect(await post(agent, '/ExternalSubscriptions/check', receipt)).toContain('"Contract":{"Id":"');
      expect(documents(sandbox, 'contracts')).toHaveLength(1);
    },
  },
  {
    name: '"A customer has canceled in the app store. When does our contract end?"',
    before: (sandbox) => boughtInStore(sandbox),
    async run(agent) {
      const subscriptionId = foundIn(
        await agent.text('store', { type: 'AppleIap' }),
        /subscription (\d+) of/,
      );
      await agent.text('store', { type: 'AppleIap', subscriptionId, status: 'Canceled' });
      await agent.text('clock', { advance: 'P1D' });
      const contractId = foundIn(await agent.text('contract'), /^(\w{24}) /m);
      expect(await agent.text('contract', { contractId })).toMatch(/^Ends 2026-02-15 10:00\.$/m);
    },
  },
  {
    name: '"Which mails does a new customer get, and what is in the one with the invoice?"',
    async run(agent) {
      const contractId = foundIn(await agent.text('sign_up', { customer: grace }), /Contract (\w{24})/);
      const events = await agent.text('events', { contractId });
      const mail = foundIn(
        events,
        /^mail to "grace@example\.com": "[^"]*(?:invoice|Rechnung)[^"]*" \((\w{24})\)$/im,
      );
      const text = await agent.text('explain', { what: mail });
      expect(text).toMatch(/^Mail \w{24} to "grace@example\.com" about InvoiceCreated\.$/m);
      expect(text).toMatch(/^Attached: \S+\.pdf$/m);
    },
  },
  {
    name: '"A customer pays by direct debit, and the bank returns it. What do we see?"',
    async run(agent) {
      const data = await agent.text('catalog', { about: 'test_data', skip: 40 });
      const iban = foundIn(data, /^Iban (DE\w+): "[^"]*returned/m);
      const contractId = foundIn(await agent.text('sign_up', { iban }), /Contract (\w{24})/);
      await agent.text('clock', { advance: 'P14D' });
      expect(await agent.text('why', { contractId })).toMatch(
        /^Not charged because the payment of 11\.78 \(\w{24}\) was taken back by the payer on 2026-01-\d\d/m,
      );
      const code = await agent.text('write_test');
      expect(code).toContain(`iban: '${iban}'`);
    },
  },
  {
    name: '"The payment was still open when the customer closed the page. Have we got a contract?"',
    async run(agent, sandbox) {
      await agent.text('next_payment', { pending: 'P2D' });
      const customer = foundIn(await agent.text('sign_up'), /of customer (\w{24}): its payment is open/);
      expect(await agent.text('why', { customer: 'ada@example.com' })).toMatch(
        /^Not charged because the payment of order \w{24} is open\.$/m,
      );
      expect(documents(sandbox, 'contracts')).toEqual([]);
      await agent.text('clock', { advance: 'P3D' });
      expect(await agent.text('contract', { customer })).toMatch(/^Contract \w{24}: Active,/m);
    },
  },
  {
    name: '"The signup webhook has Tag user-42. Set our own id on that customer."',
    before: (sandbox) => ScriptedAgent.of(sandbox).text('sign_up', { customer: { Tag: 'user-42' } }),
    async run(agent) {
      const events = await agent.text('events', { event: 'OrderSucceeded' });
      const customer = foundIn(events, /CustomerId=(\w{24}) .*Tag=user-42 /);
      const described = await agent.text('find_operation', { query: 'PATCH /customers/{id}' });
      expect(described).toContain('`ExternalCustomerId`');
      const body = { ExternalCustomerId: 'user-42' };
      await agent.text('call_api', { method: 'PATCH', path: `/customers/${customer}`, body });
      expect(await agent.text('contract', { customer: 'user-42' })).toContain(`Customer ${customer}: `);
    },
  },
  {
    name: '"Move Grace to Pro now, with the card that she has. What does it cost her?"',
    before: (sandbox) => ScriptedAgent.of(sandbox).text('sign_up', { customer: grace }),
    async run(agent, sandbox) {
      const catalog = await agent.text('catalog', { about: 'plans' });
      const planVariantId = foundIn(catalog, /(\w{24}) "Pro monthly"/);
      const contract = await agent.text('contract', { customer: 'grace@example.com' });
      const contractId = foundIn(contract, /Contract (\w{24})/);
      const price = await agent.text('price', { contractId, planVariantId });
      const due = foundIn(price, /Due now: ([\d.]+) EUR/);
      const ordered = await post(agent, '/orders', {
        ContractId: contractId,
        Cart: { PlanVariantId: planVariantId },
      });
      await post(agent, `/orders/${foundIn(ordered, /"Id":"(\w{24})"/)}/commit`);
      const paid = documents(sandbox, 'paymentTransactions').map(({ Amount }) => Amount);
      expect(paid).toEqual([11.78, Number(due)]);
    },
  },
  {
    name: '"Can a customer still use the coupon EXPIRED?"',
    async run(agent) {
      expect(await agent.text('price', { coupon: 'EXPIRED' })).toMatch(
        /^Coupon "EXPIRED": "The coupon .* was valid until 2020-12-31/m,
      );
    },
  },
  {
    name: '"Our accounting wants to hear of payments that succeed, and of nothing else."',
    options: { deliver: async () => new Response(null, { status: 204 }) },
    async run(agent) {
      const described = await agent.text('find_operation', { query: 'POST /webhooks' });
      expect(described).toContain('`Events`');
      await post(agent, '/webhooks', { Url: 'http://localhost:3000/paid', Events: ['PaymentSucceeded'] });
      await agent.text('sign_up');
      await agent.text('clock', { advance: 'PT1M' });
      const deliveries = await agent.text('webhooks');
      expect(deliveries.match(/ Succeeded to "http:\/\/localhost:3000\/paid": /g)).toHaveLength(1);
      expect(deliveries).toMatch(/^\w{24} PaymentSucceeded Succeeded to /m);
    },
  },
  {
    name: '"A customer of our old system has paid until the end of March. Take her over, and show what comes."',
    async run(agent, sandbox) {
      const described = await agent.text('find_operation', { query: 'POST /orders' });
      expect(described).toContain('`BilledUntil`');
      const ordered = await post(agent, '/orders', {
        Customer: grace,
        Cart: { PlanVariantId: basic },
        StartDate: '2025-04-01T00:00:00Z',
        BilledUntil: '2026-04-01T00:00:00Z',
      });
      await post(agent, `/orders/${foundIn(ordered, /"Id":"(\w{24})"/)}/commit`, {
        PaymentMethod: 'InvoicePayment',
      });
      const [{ Id: contractId }] = documents(sandbox, 'contracts');
      const days = (await agent.text('forecast', { months: 4, contractId })).match(/^\d{4}-\d\d-\d\d/gm);
      expect(days).toEqual(['2026-04-01', '2026-05-01']);
    },
  },
];
