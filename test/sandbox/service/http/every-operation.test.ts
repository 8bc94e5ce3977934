// Every operation of the REST and the control API does what it is for, once: the last test compares what was answered with what the
// OpenAPI document lists. What an operation refuses, and its details, have tests of their own.
import { describe, expect, it } from 'vitest';
import type { Sandbox, SandboxOptions } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { openApiDocument } from '../../../openapi-document.ts';
import { type Answer, type Api, backEnd, newContract, newSandbox } from './service.ts';

const basicMonthly = 'b00000000000000000000001';
const proMonthly = 'b00000000000000000000003';
const seat = 'd00000000000000000000001';
const apiCalls = 'd00000000000000000000003';
const standardRate = 'e00000000000000000000001';
const subscriptions = 'a10000000000000000000001';
const ada = {
  FirstName: 'Ada',
  LastName: 'Lovelace',
  EmailAddress: 'ada@example.com',
  Address: { Country: 'DE' },
};

/** What has been answered well, as `GET /api/v1/orders/{id}`. */
const done = new Set<string>();

/** Calls that must succeed; gives what came back. */
interface Calls {
  (method: string, path: string, body?: unknown): Promise<Answer['body']>;
  readonly sandbox: Sandbox;
  readonly api: Api;
}

async function calls(options: SandboxOptions = {}): Promise<Calls> {
  const sandbox = newSandbox(options);
  const api = await backEnd(sandbox);
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await api(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    done.add(`${method} ${path.split('?')[0]}`);
    return answer.body;
  };
  return Object.assign(call, { sandbox, api });
}

const pdf = expect.stringMatching(/^%PDF-/);

describe('an operation', { shuffle: false }, () => {
  describe('catalogue', () => {
    const group = { Name: { _c: 'Extras' }, Currency: 'EUR', PriceTaxType: 'Net', TaxPolicyId: standardRate };
    it.each<[string, object, object]>([
      ['planGroups', group, { Name: { _c: 'More' } }],
      ['plans', { PlanGroupId: subscriptions, Name: { _c: 'Gold' } }, { Name: { _c: 'Platinum' } }],
      [
        'planVariants',
        { PlanId: 'b10000000000000000000001', InternalName: 'Basic weekly', RecurringFee: 3 },
        { InternalName: 'Basic of a week' },
      ],
      [
        'components',
        { PlanGroupId: subscriptions, ComponentType: 'OnOff', Name: { _c: 'Support' }, PricePerUnit: 5 },
        { Name: { _c: 'Help' } },
      ],
      [
        'discounts',
        {
          PlanGroupId: subscriptions,
          InternalName: 'Half',
          Effect: { Type: 'Relative', ReductionPercent: 50 },
        },
        { InternalName: 'Half off' },
      ],
      ['coupons', { Codes: ['NEW-10'], DiscountId: 'f10000000000000000000001' }, { InternalName: 'News' }],
      [
        'priceLists',
        {
          PlanGroupId: subscriptions,
          InternalName: 'Partners',
          Components: [{ ComponentId: seat, PricePerUnit: 2 }],
        },
        { InternalName: 'Friends' },
      ],
      ['taxPolicies', { Name: 'Reduced', Entries: [{ Country: 'DE', Rate: 7 }] }, { Name: 'Reduced rate' }],
    ])('%s: created, read, listed, replaced, changed, deleted', async (resource, input, change) => {
      const call = await calls();
      const made = await call('POST', resource, input);
      expect(made).toMatchObject(input);
      expect(await call('GET', `${resource}/${made.Id}`)).toEqual(made);
      const ids = (await call('GET', resource)).map(({ Id }: { Id: string }) => Id);
      expect(ids).toContain(made.Id);
      const replaced = await call('PUT', `${resource}/${made.Id}`, { ...input, ...change });
      expect(replaced).toMatchObject({ ...input, ...change, Id: made.Id });
      expect(await call('PATCH', `${resource}/${made.Id}`, input)).toMatchObject({ ...input, Id: made.Id });
      expect(await call('DELETE', `${resource}/${made.Id}`)).toBe('');
      expect((await call.api('GET', `${resource}/${made.Id}`)).status).toBe(404);
    });

    it('plan variants of a plan, coupons of a plan group, and all products of one plan group', async () => {
      const call = await calls();
      const variants = 'plans/b10000000000000000000001/planVariants';
      const made = await call('POST', variants, { InternalName: 'Basic weekly', RecurringFee: 3 });
      expect((await call('GET', variants)).map(({ Id }: { Id: string }) => Id)).toContain(made.Id);
      const code = { Codes: ['NEW-11'], DiscountId: 'f10000000000000000000001' };
      expect(await call('POST', `planGroups/${subscriptions}/coupons`, code)).toMatchObject(code);
      expect(await call('GET', `planGroups/${subscriptions}/coupons`)).toContainEqual(
        expect.objectContaining(code),
      );
      expect((await call('GET', `productInfo/${subscriptions}`)).Plans).toHaveLength(4);
    });

    it('tax definitions follow from tax policies', async () => {
      const call = await calls();
      const [definition] = await call('GET', 'taxDefinitions');
      expect(await call('GET', `taxDefinitions/${definition.Id}`)).toEqual(definition);
    });

    it('productInfo contains everything', async () => {
      const call = await calls();
      const info = await call('GET', 'productInfo');
      for (const list of ['PlanGroups', 'Plans', 'PlanVariants', 'Components'])
        expect(info[list].length, list).toBeGreaterThan(0);
    });
  });

  describe('customers', () => {
    it('are created, read, listed, replaced, changed, deleted', async () => {
      const call = await calls();
      const made = await call('POST', 'customers', { ...ada, Notes: 'first' });
      const path = `customers/${made.Id}`;
      expect(await call('GET', path)).toEqual(made);
      expect(await call('GET', 'customers?search=lovelace')).toHaveLength(1);
      expect((await call('PUT', path, ada)).Notes).toBeUndefined();
      expect(await call('PATCH', path, { Notes: 'again' })).toMatchObject({ ...ada, Notes: 'again' });
      expect(await call('GET', `${path}/contracts`)).toEqual([]);
      await call('DELETE', path);
      const gone = await call.api('GET', path);
      expect([gone.status, gone.body.Code]).toEqual([404, 'NotFound']);
    });
  });

  describe('orders', () => {
    const order = { Customer: ada, Cart: { PlanVariantId: basicMonthly } };

    it('are previewed, created, read, listed, completed, deleted', async () => {
      const call = await calls();
      expect((await call('POST', 'orders/preview', order)).Order.TotalGross).toBe(11.78);
      const made = await call('POST', 'orders', order);
      expect(await call('GET', `orders/${made.Id}`)).toMatchObject({ Id: made.Id, Status: 'InProgress' });
      const contract = await call('POST', `orders/${made.Id}/commit`, { PaymentMethod: 'InvoicePayment' });
      expect(contract).toMatchObject({ Id: made.ContractId, LifecycleStatus: 'Active', Balance: 11.78 });
      expect((await call('GET', 'orders'))[0]).toMatchObject({ Id: made.Id, Status: 'Completed' });
      const second = await call('POST', 'orders', order);
      await call('DELETE', `orders/${second.Id}`);
      expect((await call.api('GET', `orders/${second.Id}`)).status).toBe(404);
    });

    it('wait for the merchant if the account requires it: approved, they are paid; declined, they are not', async () => {
      const call = await calls({ config: { Account: { OrderApproval: true } } });
      const pay = { PaymentMethod: 'InvoicePayment' };
      const [good, bad] = [await call('POST', 'orders', order), await call('POST', 'orders', order)];
      expect(good.Status).toBe('ApprovalPending');
      expect((await call.api('POST', `orders/${good.Id}/commit`, pay)).status).toBe(409);
      expect(await call('POST', `orders/${good.Id}/approve`)).toMatchObject({ Status: 'Approved' });
      expect(await call('POST', `orders/${good.Id}/commit`, pay)).toMatchObject({
        LifecycleStatus: 'Active',
      });
      expect(await call('POST', `orders/${bad.Id}/decline`, {})).toMatchObject({ Status: 'Declined' });
      expect((await call.api('POST', `orders/${bad.Id}/commit`, pay)).status).toBe(409);
      expect((await call.api('POST', `orders/${bad.Id}/approve`)).status).toBe(409);
    });
  });

  describe('contracts', () => {
    const open = async (change: object = {}) => {
      const call = await calls();
      const contract = await newContract(call.api, change);
      return { call, contract, path: `contracts/${contract.Id}` };
    };

    it('are read, listed, replaced, changed; their changes and rows are listed', async () => {
      const { call, contract, path } = await open();
      expect(await call('GET', path)).toMatchObject({ Id: contract.Id, LifecycleStatus: 'Active' });
      expect(await call('GET', `contracts?customerId=${contract.CustomerId}`)).toHaveLength(1);
      expect(await call('PATCH', path, { Notes: 'n', ExternalId: 'x1' })).toMatchObject({ ExternalId: 'x1' });
      const replaced = await call('PUT', path, { Notes: 'only' });
      expect([replaced.Notes, replaced.ExternalId]).toEqual(['only', undefined]);
      const [signup, ...others] = await call('GET', `contractChanges?contractId=${contract.Id}`);
      expect(others).toEqual([]);
      expect(signup).toMatchObject({
        Type: 'Signup',
        ContractId: contract.Id,
        NewPlanVariantId: basicMonthly,
      });
      expect(await call('GET', `contractChanges/${signup.Id}`)).toEqual(signup);
      expect(await call('GET', `${path}/subscriptions`)).toMatchObject({
        ContractId: contract.Id,
        PlanSubscription: { PlanVariantId: basicMonthly },
      });
      expect(await call('GET', 'subscriptions')).toMatchObject([
        { ContractId: contract.Id, EmailAddress: ada.EmailAddress, Balance: 11.78 },
      ]);
    });

    it('have custom fields, read and changed by name', async () => {
      const { call, path } = await open();
      expect(await call('PATCH', `${path}/customFields`, { Desk: 'A' })).toEqual({ Desk: 'A' });
      expect(await call('GET', `${path}/customFields`)).toEqual({ Desk: 'A' });
    });

    it('have a trial whose end can be moved', async () => {
      const { call, path } = await open({ Cart: { PlanVariantId: 'b00000000000000000000005' } });
      const moved = await call('PUT', `${path}/trialend`, { TrialEndDate: '2026-03-01T00:00:00Z' });
      expect(moved.TrialEndDate).toBe('2026-03-01T00:00:00.0000000Z');
    });

    it('preview their end, and end on a date', async () => {
      const { call, contract, path } = await open();
      const preview = await call('GET', `${path}/cancellationPreview`);
      expect(preview).toMatchObject({
        NextPossibleCancellationDate: expect.stringMatching(/^2026-02-14/),
        EndDate: expect.stringMatching(/^2026-02-15/),
        ContractAfter: { Id: contract.Id, EndDate: preview.EndDate },
      });
      expect((await call('GET', path)).EndDate, 'nothing has changed').toBeUndefined();
      const ended = await call('POST', `${path}/end`, { EndDate: preview.EndDate });
      expect(ended).toMatchObject({ EndDate: preview.EndDate, ContractAfter: { LifecycleStatus: 'Active' } });
      await call.sandbox.clock.advance('P2M');
      expect((await call('GET', path)).LifecycleStatus).toBe('Ended');
    });

    it('continue if their cancellation is revoked', async () => {
      const { call, path } = await open();
      const { EndDate } = await call('GET', `${path}/cancellationPreview`);
      expect((await call('POST', `${path}/end`, { EndDate })).ContractAfter.EndDate).toBe(EndDate);
      expect(await call('POST', `${path}/revokeCancellation`)).toMatchObject({ LifecycleStatus: 'Active' });
      expect((await call('GET', path)).EndDate).toBeUndefined();
    });

    it('are annulled: everything is credited', async () => {
      const { call, path } = await open();
      await call('POST', `${path}/annulate`);
      expect(await call('GET', path)).toMatchObject({ LifecycleStatus: 'Annulled', Balance: 0 });
    });

    it('are deleted if nothing was ever billed', async () => {
      const call = await calls();
      const trial = await newContract(call.api, { Cart: { PlanVariantId: 'b00000000000000000000005' } });
      expect(await call('GET', `contracts/${trial.Id}`)).toMatchObject({ IsDeletable: true });
      await call('DELETE', `contracts/${trial.Id}`);
      expect((await call.api('GET', `contracts/${trial.Id}`)).status).toBe(404);
    });

    it('pause and resume: nothing is billed in between', async () => {
      const { call, path, contract } = await open();
      expect(await call('POST', `${path}/pause`)).toMatchObject({ LifecycleStatus: 'Paused' });
      const before = (await call('GET', 'invoices')).length;
      await call.sandbox.clock.advance('P3M');
      expect(await call('GET', 'invoices')).toHaveLength(before);
      expect(await call('POST', `${path}/resume`)).toMatchObject({
        Id: contract.Id,
        LifecycleStatus: 'Active',
      });
      await call.sandbox.clock.advance('P1M');
      expect((await call('GET', 'invoices')).length).toBeGreaterThan(before);
    });

    it('have components, which end on a date', async () => {
      const { call, path } = await open({
        Cart: { PlanVariantId: proMonthly, ComponentSubscriptions: [{ ComponentId: seat, Quantity: 2 }] },
      });
      const [first] = await call('GET', `${path}/componentSubscriptions`);
      expect(first).toMatchObject({ ComponentId: seat, Quantity: 2 });
      const [more] = [
        await call('POST', `${path}/componentSubscriptions`, { ComponentId: seat, Quantity: 1 }),
      ].flat();
      expect(more).toMatchObject({ ComponentId: seat, Quantity: 1 });
      expect(await call('GET', `${path}/componentSubscriptions/${more.Id}`)).toEqual(more);
      expect(await call('GET', `componentSubscriptions/${more.Id}`)).toEqual(more);
      const EndDate = '2026-02-15T10:00:00.0000000Z';
      expect(await call('PUT', `componentSubscriptions/${first.Id}`, { EndDate })).toMatchObject({
        Id: first.Id,
        EndDate,
      });
      await call.sandbox.clock.advance('P1M1D');
      const billed = (await call('GET', 'invoices'))[0];
      const { ItemList } = await call('GET', `invoices/${billed.Id}`);
      const seats = ItemList.filter((line: { ProductId: string }) => line.ProductId === seat);
      // The one that stays: for the first period, which was not billed when it came, and for the next.
      expect(seats).toHaveLength(2);
      for (const line of seats) expect(line.ComponentSubscriptionId).toBe(more.Id);
    });

    it('have components whose quantity is replaced', async () => {
      const { call, path } = await open();
      const one = await call('POST', `${path}/componentSubscriptions`, { ComponentId: seat, Quantity: 1 });
      const other = await call('POST', `componentSubscriptions/${one.Id}/replace`, { Quantity: 4 });
      expect(other).toMatchObject({ ComponentId: seat, Quantity: 4, StartDate: one.StartDate });
      expect(await call('GET', `${path}/componentSubscriptions`)).toHaveLength(2);
      const EndDate = '2026-02-01T00:00:00.0000000Z';
      const ended = await call('POST', `${path}/componentSubscriptions/${other.Id}/end`, { EndDate });
      expect(await call('GET', 'componentSubscriptions')).toContainEqual(ended);
    });

    it('have discounts, from a coupon', async () => {
      const { call, path } = await open({ Cart: { PlanVariantId: proMonthly, CouponCode: 'welcome-20' } });
      expect(await call('GET', `${path}/discountSubscriptions`)).toMatchObject([
        { CouponId: 'f00000000000000000000001', DiscountId: 'f10000000000000000000001' },
      ]);
    });

    it('have usage, which can be deleted until it is billed', async () => {
      const { call, path } = await open({ Cart: { PlanVariantId: proMonthly } });
      const due = { ComponentId: apiCalls, DueDate: '2026-01-20T00:00:00Z' };
      const made = [await call('POST', `${path}/usage`, { ...due, Quantity: 7, Key: 'k' })].flat()[0];
      expect(await call('GET', `${path}/usage`)).toMatchObject([{ Id: made.Id, Quantity: 7, Key: 'k' }]);
      await call('DELETE', `${path}/usage/${made.Id}`);
      expect(await call('GET', `${path}/usage`)).toEqual([]);
    });

    it('have rated items, which are billed in between or deleted', async () => {
      const { call, path } = await open();
      const work = { Description: 'Work', Quantity: 1.5, PricePerUnit: 80 };
      const [wrong, right] = [
        await call('POST', `${path}/ratedItems`, { ...work, Description: 'Mistake' }),
        await call('POST', `${path}/ratedItems`, work),
      ].flat();
      await call('DELETE', `ratedItems/${wrong.Id}`);
      expect(await call('GET', `${path}/ratedItems`)).toMatchObject([{ Id: right.Id, ...work }]);
      const bill = await call('POST', `${path}/bill`);
      expect(bill.Invoice).toMatchObject({ TotalNet: 120, TotalGross: 142.8 });
      expect((await call.api('DELETE', `ratedItems/${right.Id}`)).status).toBe(409);
      expect((await call('GET', path)).Balance).toBe(154.58);
    });

    it('show the next bill, with its dates', async () => {
      const { call, path } = await open();
      const next = await call('GET', `${path}/previewNextRecurring`);
      expect(next).toMatchObject({
        NextBillingDate: expect.stringMatching(/^2026-02-15/),
        Invoice: {
          DocumentDate: '2026-02-15',
          DueDate: expect.stringMatching(/^2026-03-01/),
          TotalGross: 11.78,
        },
      });
      await call.sandbox.clock.advance('P1M1D');
      const [made] = await call('GET', 'invoices');
      expect([made.DocumentDate, made.DueDate, made.TotalGross]).toEqual([
        next.Invoice.DocumentDate,
        next.Invoice.DueDate,
        next.Invoice.TotalGross,
      ]);
    });

    it('have a ledger, to which payments and refunds are booked', async () => {
      const { call, path } = await open();
      await call('POST', `${path}/payment`, { Amount: 11.78 });
      const entries = await call('GET', `${path}/ledgerEntries`);
      expect(
        entries.map(({ Type, Amount }: { Type: string; Amount: number }) => [Type, Amount]).sort(),
      ).toEqual([
        ['Payment', -11.78],
        ['Receivable', 11.78],
      ]);
      expect((await call('GET', path)).Balance).toBe(0);
    });

    it('create a token for their customers', async () => {
      const { call, path } = await open();
      const { Token } = await call('GET', `${path}/selfServiceToken`);
      const answer = await call.sandbox.fetch('http://sandbox/api/v1/CustomerSelfService/contract', {
        headers: { Authorization: `Bearer ${Token}` },
      });
      expect(answer.status).toBe(200);
    });
  });

  describe('the portal', () => {
    it('revokes its own cancellation', async () => {
      const call = await calls();
      const { Id } = await newContract(call.api);
      const { Token } = await call('GET', `contracts/${Id}/selfServiceToken`);
      const portal = async (path: string) =>
        (
          await call.api(
            'POST',
            `CustomerSelfService/contract/${path}`,
            {},
            { Authorization: `Bearer ${Token}` },
          )
        ).body;
      expect((await portal('cancel')).Contract.EndDate).toBe('2026-02-15T10:00:00.0000000Z');
      const { Contract } = await portal('revokeCancellation');
      expect(Contract).toMatchObject({ Id, LifecycleStatus: 'Active' });
      expect('EndDate' in Contract).toBe(false);
      expect(await call('GET', `contracts/${Id}`)).toEqual(
        expect.objectContaining({ Phases: Contract.Phases }),
      );
    });
  });

  describe('documents', () => {
    /** Fetches without credentials, as a customer with a link does. */
    const follow = async (call: Calls, Url: string) => (await call.sandbox.fetch(Url)).text();

    it('invoices: listed, read, as PDF, by a link', async () => {
      const call = await calls();
      await newContract(call.api);
      const [listed] = await call('GET', 'invoices');
      const invoice = await call('GET', `invoices/${listed.Id}`);
      expect(invoice).toMatchObject({ ...listed, VatDescriptors: [{ VatPercentage: 19 }] });
      expect(await call('GET', `invoices/${listed.Id}/download`)).toEqual(pdf);
      expect(await follow(call, (await call('POST', `invoices/${listed.Id}/downloadLink`)).Url)).toEqual(pdf);
    });

    it('invoices: partly credited by a credit note', async () => {
      const call = await calls();
      const { Id } = await newContract(call.api);
      const [{ Id: invoice }] = await call('GET', 'invoices');
      const note = await call('POST', `invoices/${invoice}/creditNote`, { Amount: 1.78, Reason: 'Goodwill' });
      expect(note).toMatchObject({
        InvoiceNumber: '2026-000002',
        TotalGross: -1.78,
        OriginalInvoiceId: invoice,
      });
      expect((await call('GET', `contracts/${Id}`)).Balance).toBe(10);
    });

    it('drafts: listed, read, and sent with the number and date of that day', async () => {
      const call = await calls({ config: { Account: { InvoiceDrafts: true } } });
      const { Id } = await newContract(call.api);
      expect(await call('GET', 'invoices')).toEqual([]);
      const [listed] = await call('GET', `invoiceDrafts?contractId=${Id}`);
      const draft = await call('GET', `invoiceDrafts/${listed.Id}`);
      expect(draft).toMatchObject({ Id: listed.Id, TotalGross: 11.78 });
      expect(draft.InvoiceNumber).toBeUndefined();
      await call.sandbox.clock.advance('P3D');
      expect(await call('POST', `invoiceDrafts/${draft.Id}`)).toMatchObject({
        InvoiceNumber: '2026-000001',
        TotalGross: 11.78,
        DocumentDate: expect.stringMatching(/^2026-01-18/),
        DueDate: expect.stringMatching(/^2026-02-01/),
      });
      expect(await call('GET', 'invoices')).toHaveLength(1);
      expect((await call.api('GET', `invoiceDrafts/${draft.Id}`)).status).toBe(404);
      expect((await call('GET', `contracts/${Id}`)).Balance).toBe(11.78);
    });

    it('dunnings: listed, read, as PDF, by a link', async () => {
      const call = await calls({
        config: { Account: { Escalation: [{ TriggerDays: 3, Action: 'Reminder' }] } },
      });
      const { Id } = await newContract(call.api);
      await call.sandbox.clock.advance('P20D');
      const [listed] = await call('GET', `dunnings?contractId=${Id}`);
      expect(await call('GET', `dunnings/${listed.Id}`)).toMatchObject({ Id: listed.Id, ContractId: Id });
      expect(await call('GET', `dunnings/${listed.Id}/download`)).toEqual(pdf);
      expect(await follow(call, (await call('POST', `dunnings/${listed.Id}/downloadLink`)).Url)).toEqual(pdf);
    });
  });

  describe('payments', () => {
    /** Signs up with a card, as ClientLib does. */
    async function payByCard(call: Calls): Promise<string> {
      const post = async (url: string, body: object) =>
        (
          await call.sandbox.fetch(`http://sandbox${url}`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify(body),
          })
        ).json();
      const PublicApiKey = 'a00000000000000000000001';
      const Bearer = 'CreditCard:Bravo';
      const amount = { Amount: 11.78, Currency: 'EUR' };
      const Card = {
        Number: '4111111111111111',
        ExpiryMonth: 12,
        ExpiryYear: 2029,
        Holder: 'Ada',
        Cvc: '123',
      };
      const { Token } = await post('/providers/Bravo/tokens', { PublicApiKey, Bearer, ...amount, Card });
      const signup = '/api/v1/CustomerSelfService/signup';
      const made = await post(`${signup}/order`, { Cart: { PlanVariantId: basicMonthly }, Customer: ada });
      await post(`${signup}/pay`, {
        PublicApiKey,
        TetheredPaymentInformation: { Bearer, Token },
        OrderId: made.OrderId,
        GrossTotal: made.GrossTotal,
        Currency: made.Currency,
      });
      return made.ContractId;
    }

    it('are charged back by the payer', async () => {
      const call = await calls();
      const ContractId = await payByCard(call);
      const [paid] = await call('GET', `paymentTransactions?contractId=${ContractId}`);
      expect(await call('POST', `/sandbox/payments/${paid.Id}/chargeback`, { Amount: 1.78 })).toMatchObject({
        Id: paid.Id,
        Status: { Status: 'PartialChargeback', Amount: 1.78 },
      });
      expect(await call('POST', `/sandbox/payments/${paid.Id}/chargeback`)).toMatchObject({
        Status: { Status: 'Chargeback', Amount: 10 },
      });
      expect((await call('GET', `contracts/${ContractId}`)).Balance).toBe(11.78);
      expect((await call.api('POST', `/sandbox/payments/${paid.Id}/chargeback`)).status).toBe(409);
    });

    it('are declined, listed as needing attention, and retried', async () => {
      const call = await calls();
      const ContractId = await payByCard(call);
      await call('POST', '/sandbox/payments/next', { Outcome: { Code: 'InsufficientBalance' } });
      const [{ DueAt }] = (await call('GET', `/sandbox/tasks?contractId=${ContractId}`)).filter(
        ({ Type }: { Type: string }) => Type === 'lifecycle',
      );
      await call('POST', '/sandbox/clock', { Now: DueAt });
      const { FailedPayments } = await call('GET', '/sandbox/attention');
      expect(FailedPayments).toMatchObject([{ ContractId, Retry: { Attempt: 1 } }]);
      expect(await call('GET', '/sandbox/invoices?paymentStatus=Open')).toMatchObject([{ ContractId }]);
      const { PaymentTransactionId } = FailedPayments[0];
      expect(await call('POST', `/sandbox/payments/${PaymentTransactionId}/retry`)).toMatchObject({
        Status: { Status: 'Succeeded' },
      });
      expect(await call('GET', '/sandbox/turnover?months=1')).toMatchObject([{ Currency: 'EUR' }]);
    });

    it('are listed, read, refunded', async () => {
      const call = await calls();
      const ContractId = await payByCard(call);
      const [listed] = await call('GET', `paymentTransactions?contractId=${ContractId}`);
      expect(await call('GET', `paymentTransactions/${listed.Id}`)).toMatchObject({
        Amount: 11.78,
        PaymentProvider: 'Bravo',
        Status: { Status: 'Succeeded' },
      });
      await call('POST', `paymentTransactions/${listed.Id}/refund`, { Amount: 5 });
      expect(await call('GET', `paymentRefunds?paymentTransactionId=${listed.Id}`)).toMatchObject([
        { PaymentTransactionId: listed.Id, Amount: 5, Currency: 'EUR' },
      ]);
      expect((await call('GET', `paymentTransactions/${listed.Id}`)).Status.Status).toBe('PartiallyRefunded');
      await call('POST', `contracts/${ContractId}/annulate`);
      expect(await call('POST', `contracts/${ContractId}/payOut`)).toMatchObject([
        { PaymentTransactionId: listed.Id, Status: 'Succeeded', Amount: 6.78 },
      ]);
      expect((await call('GET', `contracts/${ContractId}`)).Balance).toBe(0);
    });
  });

  describe('webhooks', () => {
    it('are registered, read, listed, rotated, deleted', async () => {
      const call = await calls({ deliver: async () => new Response(null, { status: 204 }) });
      const hook = { Url: 'https://shop.test/hooks', Events: ['OrderSucceeded'] };
      const { Secret, ...made } = await call('POST', 'webhooks', hook);
      expect(Secret).toMatch(/^whsec_/);
      expect(made).toMatchObject(hook);
      expect(await call('GET', `webhooks/${made.Id}`)).toEqual(made);
      expect(await call('GET', 'webhooks')).toEqual([made]);
      expect((await call('POST', `webhooks/${made.Id}/rotateSecret`)).Secret).not.toBe(Secret);
      await call('DELETE', `webhooks/${made.Id}`);
      expect(await call('GET', 'webhooks')).toEqual([]);
    });
  });

  describe('control API', () => {
    const down = { Path: '/api/v1/orders', Fault: { Status: 503 } };

    it('logs are complete: events, deliveries and requests of a year, newest first', async () => {
      const call = await calls();
      await call('POST', 'webhooks', { Url: 'http://localhost:9/hook', Events: ['InvoiceCreated'] });
      const sandbox = call.sandbox;
      for (let at = 0; at < 3; at += 1) await newContract(await backEnd(sandbox));
      await sandbox.clock.advance('P1Y');
      const invoices = (await call('GET', '/sandbox/events')).filter(
        ({ Event }: { Event: string }) => Event === 'InvoiceCreated',
      );
      expect(invoices).toHaveLength(39);
      expect(invoices[0].At > invoices[38].At).toBe(true);
      expect(await call('GET', '/sandbox/deliveries')).toHaveLength(39);
      for (let at = 0; at < 30; at += 1) await call('GET', '/sandbox/health');
      const requests = await call('GET', '/sandbox/requests');
      expect(requests.length).toBeGreaterThan(30);
      expect(await call('GET', `/sandbox/requests/${requests[0].Id}`)).toMatchObject(requests[0]);
      expect(await call('GET', '/sandbox/events?take=2&skip=38')).toHaveLength(2);
    });

    it('session', async () => {
      const call = await calls({ record: true });
      await call('POST', '/sandbox/payments/next', { Outcome: { Code: 'BearerExpired' } });
      expect((await call('GET', '/sandbox/session')).Rows.at(-1)).toMatchObject({
        Request: {
          Method: 'POST',
          Path: '/sandbox/payments/next',
          Body: { Outcome: { Code: 'BearerExpired' } },
        },
        Answer: { Status: 200 },
      });
      expect(await call('GET', '/sandbox/session/rewind')).toMatchObject({ Undone: [] });
      const { Undone } = await call('POST', '/sandbox/session/rewind', {});
      expect(Undone).toHaveLength(1);
      expect(await call('GET', '/sandbox/payments/next')).toEqual([]);
      const session = await call('GET', '/sandbox/session');
      expect(await call('PUT', '/sandbox/session', session)).toEqual({ Rows: session.Rows.length });
    });

    it('health, catalogue, requests, workspaces', async () => {
      const call = await calls();
      expect(await call('GET', '/sandbox/health')).toMatchObject({ Status: 'ok' });
      const { Used } = (await call('GET', '/sandbox/usage')).Documents;
      expect(Used).toBeGreaterThan(40);
      await call('POST', 'webhooks', { Url: 'http://localhost:9/hook', Events: ['InvoiceCreated'] });
      expect((await call('GET', '/sandbox/usage')).Documents).toEqual({ Used: Used + 1 });
      expect(await call('GET', '/sandbox/audit')).toEqual({ Ok: true, Checked: 0, Problems: [] });
      expect((await call('GET', '/sandbox/catalog')).PlanVariants.length).toBeGreaterThan(0);
      expect((await call('GET', '/sandbox/requests'))[0]).toMatchObject({
        At: expect.stringMatching(/\.\d{7}Z$/),
        Method: 'GET',
        Path: '/sandbox/catalog',
      });
      await call.sandbox.fetch('http://sandbox/w/mine/sandbox/health');
      expect(await call('POST', '/sandbox/workspaces', { Name: 'mine' })).toEqual({ Name: 'mine' });
      expect(await call('GET', '/sandbox/workspaces')).toMatchObject([{ Name: 'mine' }]);
      await call('DELETE', '/sandbox/workspaces/mine');
      expect(await call('GET', '/sandbox/workspaces')).toEqual([]);
    });

    it('rejects unknown names, such as misspelled ones', async () => {
      const { api } = await calls();
      const answer = await api('POST', '/sandbox/clock', { Advnce: 'P1M' });
      expect([answer.status, answer.body.Code]).toEqual([422, 'UnknownProperty']);
      expect(answer.body.Message).toBe('Advnce: is not a known property; did you mean Advance?');
      expect((await api('GET', '/sandbox/events?evnt=x')).body.Message).toContain('evnt');
    });

    it('the stream opens', async () => {
      const call = await calls();
      const { status, body } = await call.sandbox.fetch('http://sandbox/sandbox/stream');
      expect(status).toBe(200);
      await body?.cancel();
      done.add('GET /sandbox/stream');
    });

    it('forecast: what will be billed', async () => {
      const call = await calls();
      await newContract(call.api);
      expect((await call('POST', '/sandbox/forecast', { Months: 1 })).Invoices).toHaveLength(1);
    });

    it('what if', async () => {
      const call = await calls();
      await newContract(call.api);
      const [{ Id: ContractId }] = await call('GET', '/api/v1/contracts');
      const Requests = [{ Method: 'POST', Path: `/api/v1/contracts/${ContractId}/end`, Body: {} }];
      const { Present, Otherwise } = await call('POST', '/sandbox/what-if', {
        ContractId,
        Requests,
        Advance: 'P1M',
      });
      expect([Present.Contract.EndDate, Otherwise.Contract.LifecycleStatus]).toEqual([undefined, 'Ended']);
    });

    it('clock: read, moved, stopped and released', async () => {
      const call = await calls();
      expect(await call('GET', '/sandbox/clock')).toMatchObject({ Mode: 'Manual' });
      const { Now } = await call('POST', '/sandbox/clock', { Advance: 'P1M' });
      expect(await call('DELETE', '/sandbox/clock/advance')).toEqual({ Now, Mode: 'Manual' });
      expect(Now).toMatch(/^2026-02-15/);
    });

    it('snapshot and reset: the old state returns, the new one disappears', async () => {
      const call = await calls();
      const { Id } = await newContract(call.api);
      const snapshot = await call('GET', '/sandbox/snapshot');
      const lines = await call('GET', '/sandbox/snapshot.ndjson');
      await call('POST', '/sandbox/reset');
      const again = await backEnd(call.sandbox);
      expect((await again('GET', `contracts/${Id}`)).status).toBe(404);
      await call('PUT', '/sandbox/snapshot', snapshot);
      expect(await call('GET', `contracts/${Id}`)).toMatchObject({ Id });
      await call('POST', '/sandbox/reset');
      await call('PUT', '/sandbox/snapshot.ndjson', lines);
      expect(await call('GET', '/sandbox/snapshot')).toEqual(snapshot);
    });

    it('tokens: revoked, as if they had expired', async () => {
      const call = await calls();
      expect(await call('POST', '/sandbox/tokens/revoke', {})).toMatchObject({ Revoked: 1 });
      expect((await call.api('GET', 'orders')).status).toBe(401);
    });

    it('faults: set, listed, removed one by one or all', async () => {
      const call = await calls();
      const { Id } = await call('POST', '/sandbox/faults', down);
      expect((await call.api('GET', 'orders')).status).toBe(503);
      expect(await call('GET', '/sandbox/faults')).toEqual([{ Id, ...down, Hits: 1 }]);
      await call('DELETE', `/sandbox/faults/${Id}`);
      expect(await call('GET', 'orders')).toEqual([]);
      await call('POST', '/sandbox/faults', down);
      await call('DELETE', '/sandbox/faults');
      expect(await call('GET', '/sandbox/faults')).toEqual([]);
    });

    it('payments: the next one decided, listed, removed one by one or all, shown when it happened', async () => {
      const call = await calls();
      const decline = { Provider: 'Delta', Outcome: { Code: 'Rejected' } };
      const { Id } = await call('POST', '/sandbox/payments/next', decline);
      expect(await call('GET', '/sandbox/payments/next')).toEqual([{ Id, Times: 1, ...decline }]);
      await call('DELETE', `/sandbox/payments/next/${Id}`);
      await call('POST', '/sandbox/payments/next', decline);
      await call('DELETE', '/sandbox/payments/next');
      expect(await call('GET', '/sandbox/payments/next')).toEqual([]);
      expect(await call('GET', '/sandbox/payments/decided')).toEqual([]);
    });

    it('webhooks: a manual event, its delivery, resent, with simulated problems', async () => {
      const taken: string[] = [];
      const call = await calls({
        webhooks: ['https://shop.test/hooks'],
        deliver: async (request) => {
          taken.push(JSON.parse(await request.text()).Event);
          return new Response(null, { status: 204 });
        },
      });
      await call('POST', '/sandbox/events', { Event: 'OrderSucceeded' });
      expect(await call('GET', '/sandbox/events')).toMatchObject([{ Event: 'OrderSucceeded' }]);
      expect(await call('POST', '/sandbox/deliveries/settle')).toMatchObject({ Pending: 0 });
      const [delivery] = await call('GET', '/sandbox/deliveries');
      expect(delivery).toMatchObject({ Event: 'OrderSucceeded', Status: 'Succeeded' });
      await call('POST', `/sandbox/deliveries/${delivery.Id}/resend`);
      await call('POST', '/sandbox/deliveries/settle');
      expect(await call('POST', '/sandbox/deliveries/resend', {})).toHaveLength(1);
      await call('POST', '/sandbox/deliveries/settle');
      expect(taken).toEqual(['OrderSucceeded', 'OrderSucceeded', 'OrderSucceeded']);
      const [hook] = await call('GET', '/sandbox/webhooks');
      expect(await call('PATCH', `/sandbox/webhooks/${hook.Id}`, { TimeoutMs: 500 })).toMatchObject({
        Id: hook.Id,
        TimeoutMs: 500,
      });
    });

    it.each(['accountingExportFiles', 'paymentsExportFiles', 'reports'])(
      '%s: made, found, listed, downloaded',
      async (resource) => {
        const call = await calls();
        await newContract(call.api);
        const made = await call('POST', resource, resource === 'reports' ? { Type: 'Revenue' } : {});
        const path = `${resource}/${made.Id}`;
        expect(await call('GET', path)).toEqual(made);
        expect(await call('GET', resource)).toEqual([made]);
        const { Url } = await call('POST', `${path}/downloadLink`);
        expect(await call('GET', `${path}/download`)).toBe(
          (await call.api('GET', new URL(Url).pathname)).body,
        );
        const [{ Id }] = await call('GET', 'files');
        expect((await call('GET', `files/${Id}`)).ContentType).toBe('text/csv');
      },
    );

    it('the outbox: a mail, its attachment, its template', async () => {
      const call = await calls();
      await newContract(call.api);
      const [mail] = await call('GET', '/sandbox/mails?eventType=InvoiceCreated');
      expect(await call('GET', `/sandbox/mails/${mail.Id}`)).toEqual(mail);
      expect(await call('GET', new URL(mail.Attachments[0].Url).pathname)).toEqual(pdf);
      expect(await call('GET', new URL(mail.PageUrl).pathname)).toContain(mail.Html);
      await call('DELETE', '/sandbox/mails');
      expect(await call('GET', '/sandbox/mails')).toEqual([]);
      const path = 'emailNotificationsTemplates';
      const template = await call('GET', `${path}?id=${mail.TemplateId}`);
      expect(await call('PUT', `${path}?id=${mail.TemplateId}`, template)).toEqual(template);
      const made = await call('POST', path, { ...template, InternalName: 'Another' });
      await call('DELETE', `${path}?id=${made.Id}`);
    });

    it('stores: a receipt is bought, its subscription followed and changed, the store goes down and recovers', async () => {
      const call = await calls();
      expect(await call('GET', '/sandbox/stores')).toHaveLength(3);
      const receipt = await call('POST', '/sandbox/stores/GoogleIap/receipts', {});
      const check = await call('POST', 'ExternalSubscriptions/check', receipt);
      expect(check.Subscriptions).toEqual([{ Id: receipt.GoogleIapToken }]);
      const [subscription] = await call('GET', '/sandbox/stores/GoogleIap/subscriptions');
      const path = `/sandbox/stores/GoogleIap/subscriptions/${subscription.Id}`;
      expect(await call('GET', path)).toEqual(subscription);
      expect(await call('PATCH', path, { Status: 'Canceled' })).toMatchObject({ AutoRenew: false });
      await call('PUT', '/sandbox/stores/GoogleIap/fault', { Fault: 'Down' });
      expect((await call.api('POST', 'ExternalSubscriptions/check', receipt)).status).toBe(503);
      await call('DELETE', '/sandbox/stores/GoogleIap/fault');
      await call('POST', 'ExternalSubscriptions/check', receipt);
    });
  });

  it('is tested here if the document lists it', () => {
    const { paths } = openApiDocument;
    const patterns = Object.keys(paths)
      .sort((a, b) => a.split('{').length - b.split('{').length)
      .map((path) => [path, new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`, 'i')] as const);
    const answered = new Set(
      [...done].map((one) => {
        const [method, path = ''] = one.split(' ');
        const full = path.startsWith('/') ? path : `/api/v1/${path}`;
        return `${method} ${patterns.find(([, pattern]) => pattern.test(full))?.[0]}`;
      }),
    );
    const listed = Object.entries(paths)
      .filter(([path]) => /^\/(api\/v1|sandbox)\/(?!CustomerSelfService)/.test(path))
      .flatMap(([path, operations]) =>
        Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
      );
    expect(listed.filter((operation) => !answered.has(operation))).toEqual([]);
  });
});
