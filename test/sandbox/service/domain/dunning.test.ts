import { describe, expect, test } from 'vitest';
import {
  annulContract,
  endContract,
  patchContract,
  pauseContract,
} from '../../../../sandbox/src/service/domain/contracts/contracts.ts';
import { registerPayment } from '../../../../sandbox/src/service/domain/payments/bookings.ts';
import type { EscalationStep } from '../../../../sandbox/src/service/domain/records/account.ts';
import { ids, Shop } from './billing-kit.ts';

const time = (day: string) => `${day}T09:00:00.0000000Z`;
const company = {
  CompanyName: 'Lovelace GmbH',
  FirstName: 'Ada',
  LastName: 'Lovelace',
  VatId: 'DE123456789',
  Address: { Street: 'Ring 1', City: 'Berlin', Country: 'DE' },
};

/** A contract of 11.78 a month since 15 January, on account: the first invoice is due on 29 January. */
function dunned(Escalation: readonly EscalationStep[], TimeZone = 'Europe/Berlin') {
  const shop = new Shop('2026-01-15T09:00:00Z', { account: { Escalation, TimeZone } });
  const { Id, CustomerId } = shop.signup(ids.basicMonthly, {}, company);
  const told = (event: string) =>
    [...shop.tx.events].map(({ Payload }) => Payload).filter(({ Event }) => Event === event);
  const pay = (Amount: number) => shop.core.transaction((tx) => registerPayment(tx, Id, { Amount }));
  return { shop, id: Id, told, pay, ids: { EntityId: shop.tx.account.Id, ContractId: Id, CustomerId } };
}

describe('a step of the dunning process', () => {
  test('happens on its day after the due date, whatever the order of the list', async () => {
    const { shop, told, ids } = dunned([
      { TriggerDays: 7, Action: 'Notify' },
      { TriggerDays: 3, Action: 'Notify' },
    ]);
    await shop.advanceTo('2026-02-01T08:59:59Z');
    expect(told('PaymentEscalated')).toEqual([]);
    await shop.advanceTo('2026-02-01T09:00:00Z');
    await shop.advanceTo('2026-02-05T09:00:00Z');
    const [first, second] = told('PaymentEscalated');
    const process = {
      ...ids,
      PaymentEscalationProcessId: expect.any(String),
      DueDate: time('2026-01-29'),
      PaymentProvider: 'InvoicePayment',
    };
    expect([first, second]).toMatchObject([
      { ...process, TriggerDays: 3 },
      { ...process, TriggerDays: 7 },
    ]);
    expect(second).toHaveProperty(
      'PaymentEscalationProcessId',
      (first as { PaymentEscalationProcessId?: string }).PaymentEscalationProcessId,
    );
    expect(told('DunningCreated')).toEqual([]);
  });

  test('is skipped while the contract is suspended, annulled or without debt', async () => {
    const steps = [{ TriggerDays: 3, Action: 'Reminder' }] as const;
    const suspended = dunned(steps);
    suspended.shop.core.transaction((tx) => patchContract(tx, suspended.id, { EscalationSuspended: true }));
    const annulled = dunned(steps);
    annulled.shop.core.transaction((tx) => annulContract(tx, annulled.id));
    const paid = dunned(steps);
    paid.pay(11.78);
    for (const { shop, told } of [suspended, annulled, paid]) {
      await shop.advanceTo('2026-02-10T00:00:00Z');
      expect([told('PaymentEscalated'), told('DunningCreated'), told('PaymentEscalationReset')]).toEqual([
        [],
        [],
        [],
      ]);
    }
  });

  test('counts from the same day as the first step, even if the oldest invoice is paid in between', async () => {
    const { shop, pay, told } = dunned([
      { TriggerDays: 25, Action: 'Notify' },
      { TriggerDays: 30, Action: 'Notify' },
    ]);
    await shop.advanceTo('2026-02-23T09:00:00Z');
    pay(11.78);
    // The invoice of 15 February is due on 1 March; 30 days later the process that runs has its next step.
    await shop.advanceTo('2026-03-31T22:00:00Z');
    expect(told('PaymentEscalated')).toMatchObject([
      { TriggerDays: 25, DueDate: time('2026-01-29') },
      { TriggerDays: 30, DueDate: time('2026-01-29') },
    ]);
  });

  test('counts from the instant of a refund, however many records have the same time', async () => {
    const { shop, pay, told } = dunned([{ TriggerDays: 3, Action: 'Notify' }]);
    for (let made = 0; made < 100; made += 1) pay(made === 0 ? 11.78 : 0.01);
    pay(-2);
    await shop.advanceTo('2026-01-18T09:00:00Z');
    expect(told('PaymentEscalated')).toMatchObject([{ DueDate: time('2026-01-15'), TriggerDays: 3 }]);
  });

  test('ends a contract once', async () => {
    const { shop, id, told } = dunned([
      { TriggerDays: 3, Action: 'End' },
      { TriggerDays: 5, Action: 'End' },
    ]);
    await shop.advanceTo('2026-02-10T00:00:00Z');
    expect(shop.contract(id)).toMatchObject({ LifecycleStatus: 'Ended', EndDate: time('2026-02-01') });
    expect([told('PaymentEscalated').length, told('ContractCancelled').length]).toEqual([2, 1]);
  });

  test('does not end an ended contract', async () => {
    const { shop, id, told } = dunned([{ TriggerDays: 10, Action: 'End' }]);
    shop.core.transaction((tx) => endContract(tx, id, '2026-02-01T09:00:00Z'));
    await shop.advanceTo('2026-02-10T00:00:00Z');
    expect(shop.contract(id).EndDate).toBe(time('2026-02-01'));
    expect([told('PaymentEscalated').length, told('ContractCancelled').length]).toEqual([1, 1]);
  });
});

describe('a reminder', () => {
  test('lists what is open of each invoice, and what remains to be paid', async () => {
    const { shop, id, told, pay, ids } = dunned([{ TriggerDays: 20, Action: 'Reminder' }]);
    await shop.advanceTo('2026-02-15T10:00:00Z');
    pay(5);
    await shop.advanceTo('2026-02-18T09:00:00Z');
    const [first, second] = shop.invoices(id);
    const [reminder] = [...shop.tx.dunnings];
    expect(reminder).toEqual({
      Id: expect.any(String),
      DunningNumber: 'D-2026-000001',
      CustomerId: ids.CustomerId,
      ContractId: id,
      CreationTime: expect.stringMatching(/^2026-02-18T09:00:00/),
      SentAt: reminder?.CreationTime,
      DocumentDate: '2026-02-18',
      // 14 days, as every invoice on account.
      DueDate: time('2026-03-04'),
      RecipientName: 'Lovelace GmbH',
      RecipientSubName: 'Ada Lovelace',
      RecipientAddress: company.Address,
      RecipientVatId: 'DE123456789',
      Currency: 'EUR',
      // 2 × 11.78 − 5.00
      Total: 18.56,
      Items: [
        {
          InvoiceId: first?.Id,
          InvoiceNumber: '2026-000001',
          DueDate: time('2026-01-29'),
          Total: 11.78,
          Remaining: 6.78,
        },
        {
          InvoiceId: second?.Id,
          InvoiceNumber: '2026-000002',
          DueDate: time('2026-03-01'),
          Total: 11.78,
          Remaining: 11.78,
        },
      ],
      TriggerDays: 20,
    });
    expect(told('DunningCreated')).toMatchObject([{ ...ids, ContractID: id, DunningId: reminder?.Id }]);
  });

  test.each([
    ['Pacific/Honolulu', '2026-02-14', '2026-02-17'],
    ['Pacific/Kiritimati', '2026-02-15', '2026-02-18'],
  ])('and an invoice have the day in %s as their date', async (zone, invoiced, reminded) => {
    const { shop, id } = dunned([{ TriggerDays: 20, Action: 'Reminder' }], zone);
    await shop.advanceTo('2026-02-18T09:00:00Z');
    expect(shop.invoices(id).at(-1)?.DocumentDate).toBe(invoiced);
    expect([...shop.tx.dunnings].map(({ DocumentDate }) => DocumentDate)).toEqual([reminded]);
  });

  test("has the event of its day's notification, and its own event on another day", async () => {
    const { shop, told } = dunned([
      { TriggerDays: 3, Action: 'Notify' },
      { TriggerDays: 3, Action: 'Reminder' },
      { TriggerDays: 4, Action: 'Reminder' },
    ]);
    await shop.advanceTo('2026-02-10T00:00:00Z');
    expect([told('PaymentEscalated').length, told('DunningCreated').length]).toEqual([2, 2]);
    expect([...shop.tx.dunnings].map(({ DunningNumber }) => DunningNumber)).toEqual([
      'D-2026-000001',
      'D-2026-000002',
    ]);
  });
});

describe('a paid debt', () => {
  const pauses = [
    { TriggerDays: 3, Action: 'Pause' },
    { TriggerDays: 5, Action: 'Notify' },
  ] as const;

  test('ends the process, sends its event, and resumes the contract that it had paused', async () => {
    const { shop, id, told, pay, ids } = dunned(pauses);
    await shop.advanceTo('2026-02-02T00:00:00Z');
    expect(shop.contract(id).LifecycleStatus).toBe('Paused');
    pay(shop.contract(id).Balance);
    await shop.settle();
    const [escalated] = told('PaymentEscalated') as unknown as { PaymentEscalationProcessId: string }[];
    expect(told('PaymentEscalationReset')).toMatchObject([
      { ...ids, PaymentEscalationProcessId: escalated?.PaymentEscalationProcessId },
    ]);
    expect(shop.contract(id).LifecycleStatus).toBe('Active');
    // What was resumed is a debt of its own, due 14 days later: its process is another one.
    await shop.advanceTo('2026-02-20T00:00:00Z');
    const processes = told('PaymentEscalated').map(
      (one) => (one as { PaymentEscalationProcessId?: string }).PaymentEscalationProcessId,
    );
    expect([processes.length, new Set(processes).size]).toEqual([2, 2]);
  });

  test('after a later step, too', async () => {
    const { shop, id, pay } = dunned(pauses);
    await shop.advanceTo('2026-02-10T00:00:00Z');
    pay(shop.contract(id).Balance);
    await shop.settle();
    expect(shop.contract(id).LifecycleStatus).toBe('Active');
  });

  test('does not resume a contract that the merchant paused', async () => {
    const { shop, id, told, pay } = dunned(pauses);
    await shop.advanceTo('2026-01-30T09:00:00Z');
    shop.core.transaction((tx) => pauseContract(tx, id));
    await shop.advanceTo('2026-02-02T00:00:00Z');
    expect(told('PaymentEscalated')).toHaveLength(1);
    pay(shop.contract(id).Balance);
    await shop.settle();
    expect(told('PaymentEscalationReset')).toHaveLength(1);
    expect(shop.contract(id).LifecycleStatus).toBe('Paused');
  });
});
