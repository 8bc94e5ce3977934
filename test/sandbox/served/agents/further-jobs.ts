/*
 * Ten jobs from the interface specification and the guides, in the words of people who have not seen the tools. They run with a
 * scripted agent, and with the client of the protocol in `test/compat`.
 */
import { expect } from 'vitest';
import type { Sandbox, SandboxOptions } from '../../../../sandbox/src/sandbox/sandbox.ts';
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
  // biome-ignore lint/suspicious/noExplicitAny: documents of any kind
  (sandbox.snapshot().Collections[collection] ?? []) as any[];

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

async function boughtInStore(sandbox: Sandbox): Promise<void> {
  const api = await backEnd(sandbox);
  const ProductIds = ['com.merchant.apple.monthly'];
  const receipt = await api('POST', '/sandbox/stores/AppleIap/receipts', { ProductIds });
  const order = await api('POST', 'orders', { Customer: { Tag: 'user-1' }, ...receipt.body });
  await api('POST', `orders/${order.body.Id}/commit`);
}

export const furtherJobs: readonly FurtherJob[] = [
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
    before: boughtInStore,
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
