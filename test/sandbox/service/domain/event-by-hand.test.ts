// POST /sandbox/events: a payload is built from the state, so that a receiver can be tried with any event.
import { afterEach, describe, expect, it } from 'vitest';
import { Core } from '../../../../sandbox/src/service/core/core.ts';
import { builtPayload } from '../../../../sandbox/src/service/domain/webhooks/event-by-hand.ts';
import { eventCatalogue, eventNames } from '../../../../sandbox/src/service/model/event-catalogue.ts';

const START = Date.parse('2026-01-15T10:00:00Z');
const EntityId = 'a00000000000000000000001';
const opened: Core[] = [];

afterEach(async () => {
  for (const core of opened.splice(0)) await core.close();
});

function made(): Core {
  const core = new Core({ clock: '2026-01-15T10:00:00Z', seed: 'by hand' });
  opened.push(core);
  return core;
}

const built = (core: Core, name: string, given: object = {}) =>
  core.transaction((tx) => builtPayload(tx, name as never, given)) as unknown as Record<string, unknown>;

/** Two customers with a contract each, and all that belongs to it; the second is the newest of all. */
function lived(): Core {
  const core = made();
  core.transaction((tx) => {
    for (const name of ['a', 'b']) {
      const [ContractId, CustomerId] = [`contract-${name}`, `customer-${name}`];
      const own = { ContractId, CustomerId };
      const at = (minutes: number) => `2026-01-15T10:${name === 'a' ? '0' : '1'}${minutes}:00.0000000Z`;
      const insert = (collection: string, document: object) =>
        (tx as unknown as Record<string, { insert(document: object): void }>)[collection]?.insert({
          CreatedAt: at(0),
          Created: at(0),
          StartDate: at(0),
          CreationTime: at(0),
          StatusTimestamp: at(0),
          ...document,
        });
      insert('customers', { Id: CustomerId, ExternalCustomerId: `crm-${name}`, Tag: `tag-${name}` });
      insert('contracts', { Id: ContractId, CustomerId, Phases: [], PaymentProvider: `PSP-${name}` });
      insert('orders', { Id: `order-${name}`, ...own });
      insert('contractChanges', { Id: `change-${name}`, ...own, Type: `Type-${name}` });
      insert('invoices', { Id: `invoice-${name}`, ...own, DocumentDate: at(0) });
      insert('dunnings', { Id: `dunning-${name}`, ...own, DocumentDate: at(0) });
      insert('paymentTransactions', {
        Id: `payment-${name}`,
        ...own,
        Type: 'Preauthorization',
        Status: { Status: 'Succeeded' },
      });
      insert('reports', { Id: `report-${name}` });
      insert('files', { Id: `file-${name}`, UploadDate: at(0) });
    }
  });
  return core;
}

const ofContract = (name: string) => ({ ContractId: `contract-${name}`, CustomerId: `customer-${name}` });

describe('a manual event', () => {
  it.each(eventNames)('%s has its name, the account and each required field', (name) => {
    for (const core of [made(), lived()]) {
      const { Event, EntityId: account, ...fields } = built(core, name);
      expect([Event, account]).toEqual([name, EntityId]);
      expect(Object.keys(fields)).toEqual(expect.arrayContaining([...eventCatalogue[name].always]));
      expect(Object.values(fields)).not.toContain(undefined);
      const known: readonly string[] = [...eventCatalogue[name].always, ...eventCatalogue[name].sometimes];
      expect(Object.keys(fields).filter((field) => !known.includes(field))).toEqual([]);
    }
  });

  it('is about the newest contract by default', () => {
    const core = lived();
    expect(built(core, 'ContractChanged')).toEqual({
      Event: 'ContractChanged',
      EntityId,
      ...ofContract('b'),
      ContractChangeId: 'change-b',
      ContractChangeType: 'Type-b',
      ExternalCustomerId: 'crm-b',
      OrderId: 'order-b',
    });
    expect(built(core, 'OrderSucceeded')).toEqual({
      Event: 'OrderSucceeded',
      EntityId,
      ...ofContract('b'),
      OrderId: 'order-b',
      Tag: 'tag-b',
    });
    expect(built(core, 'DunningCreated')).toMatchObject({ DunningId: 'dunning-b', ContractID: 'contract-b' });
    expect(built(core, 'PaymentSucceeded')).toMatchObject({
      PaymentTransactionId: 'payment-b',
      PaymentTransactionType: 'Payment',
    });
    expect(built(core, 'PaymentEscalated')).toMatchObject({
      YourCustomerId: 'crm-b',
      PaymentProvider: 'PSP-b',
    });
    expect(built(core, 'ReportSucceeded')).toMatchObject({ ReportId: 'report-b' });
    expect(built(core, 'AccountingExportFileCreated')).toMatchObject({ FileId: 'file-b' });
  });

  it.each([
    ['a contract', 'ContractChanged', { ContractId: 'contract-a' }],
    ['a customer', 'ContractChanged', { CustomerId: 'customer-a' }],
    ['an order', 'OrderSucceeded', { OrderId: 'order-a' }],
    ['an invoice', 'InvoiceCreated', { InvoiceId: 'invoice-a' }],
    ['a payment', 'PaymentSucceeded', { PaymentTransactionId: 'payment-a' }],
  ])('uses everything that belongs to the given %s', (_what, name, given) => {
    expect(built(lived(), name, given)).toMatchObject({ ...ofContract('a'), ...given });
  });

  it('uses everything of the given contract, and nothing of another', () => {
    const core = lived();
    const of = (name: string) => built(core, name, { ContractId: 'contract-a' });
    expect(of('ContractChanged')).toMatchObject({
      ContractChangeId: 'change-a',
      ContractChangeType: 'Type-a',
      ExternalCustomerId: 'crm-a',
      OrderId: 'order-a',
    });
    expect(of('InvoiceCreated')).toMatchObject({ InvoiceId: 'invoice-a' });
    expect(of('DunningCreated')).toMatchObject({ DunningId: 'dunning-a', ContractID: 'contract-a' });
    expect(of('PaymentSucceeded')).toMatchObject({ PaymentTransactionId: 'payment-a' });
    expect(of('PaymentEscalated')).toMatchObject({ PaymentProvider: 'PSP-a', YourCustomerId: 'crm-a' });
  });

  it('has the given fields, whatever the state says', () => {
    const core = lived();
    const other = { ContractId: 'contract-b', CustomerId: 'customer-a' };
    expect(built(core, 'ContractChanged', other)).toMatchObject({ ...other, ExternalCustomerId: 'crm-a' });
    const given = { ContractId: 'mine', CustomerId: 'own', ContractChangeType: 'Other' };
    expect(built(core, 'ContractChanged', given)).toMatchObject(given);
    expect(built(core, 'PaymentSucceeded', { PaymentTransactionId: 'payment-a' })).toMatchObject({
      PaymentTransactionType: 'Preauthorization',
    });
    expect(built(core, 'PaymentEscalated', { TriggerDays: 14 })).toMatchObject({ TriggerDays: 14 });
  });

  it('has new ids if there are none to use', () => {
    const core = made();
    const { ContractId, CustomerId, ContractChangeId, ...rest } = built(core, 'ContractChanged');
    for (const id of [ContractId, CustomerId, ContractChangeId]) expect(id).toMatch(/^[0-9a-f]{24}$/);
    expect(new Set([ContractId, CustomerId, ContractChangeId]).size).toBe(3);
    expect(rest).toEqual({ Event: 'ContractChanged', EntityId, ContractChangeType: 'Upgrade' });
    expect(built(core, 'PaymentFailed')).toEqual({
      Event: 'PaymentFailed',
      EntityId,
      PaymentTransactionId: expect.stringMatching(/^[0-9a-f]{24}$/),
      PaymentTransactionType: 'Payment',
    });
    expect(built(core, 'DebitAuthCancelled')['PaymentProvider']).toBe(core.tx.account.Providers[0]?.Name);
  });

  it('has dates around now', () => {
    const days = (count: number) => new Date(START + count * 86_400_000).toISOString().replace('Z', '0000Z');
    const core = made();
    expect(built(core, 'PaymentBearerExpiring')['ExpiryDate']).toBe(days(30));
    expect(built(core, 'PaymentEscalated')).toMatchObject({ TriggerDays: 7, DueDate: days(-7) });
  });

  it('refers to the catalogue if it is about a plan or component', () => {
    const core = made();
    const variant = built(core, 'PlanVariantChanged')['PlanVariantId'] as string;
    expect(core.tx.planVariants.has(variant)).toBe(true);
    expect(core.tx.plans.has(built(core, 'PlanChanged')['PlanId'] as string)).toBe(true);
    expect(core.tx.components.has(built(core, 'ComponentChanged')['ComponentId'] as string)).toBe(true);
    core.transaction((tx) => {
      for (const { Id } of [...tx.planVariants]) tx.planVariants.delete(Id);
      for (const { Id } of [...tx.components]) tx.components.delete(Id);
    });
    for (const field of ['PlanVariantId', 'PlanId', 'ComponentId'])
      expect(built(core, `${field.slice(0, -2)}Changed`)[field]).toMatch(/^[0-9a-f]{24}$/);
  });

  it('of a correction names the invoice before and after it', () => {
    const core = lived();
    const both = { InvoiceId: 'invoice-b', NewInvoiceId: 'invoice-b', NewInvoiceDraftId: 'invoice-b' };
    expect(built(core, 'InvoiceCorrected')).toMatchObject({
      ...both,
      NewInvoiceDraftIds: ['invoice-b'],
      OldInvoiceId: 'invoice-b',
      OldInvoiceDraftId: 'invoice-b',
    });
    core.transaction((tx) =>
      tx.invoices.replace({ ...tx.invoices.get('invoice-b'), OriginalInvoiceId: 'invoice-a' } as never),
    );
    expect(built(core, 'InvoiceCorrected')).toMatchObject({
      ...both,
      OldInvoiceId: 'invoice-a',
      OldInvoiceDraftId: 'invoice-a',
    });
    expect(built(made(), 'InvoiceCorrected')['NewInvoiceDraftIds']).toEqual([]);
  });

  it('rejects other fields', () => {
    expect(() => built(made(), 'PlanCreated', { DunningId: 'x' })).toThrow(
      expect.objectContaining({
        code: 'UnknownProperty',
        message: 'DunningId: PlanCreated does not have this field; it has PlanId',
      }),
    );
  });
});
