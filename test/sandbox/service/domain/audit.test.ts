import { describe, expect, test } from 'vitest';
import { createSandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { auditRules } from '../../../../sandbox/src/service/domain/audit/accounts.ts';
import { audit } from '../../../../sandbox/src/service/domain/audit/audit.ts';
import { issueCreditNote } from '../../../../sandbox/src/service/domain/billing/credit-notes.ts';
import {
  endContract,
  pauseContract,
  resumeContract,
} from '../../../../sandbox/src/service/domain/contracts/contracts.ts';
import type { LineItem } from '../../../../sandbox/src/service/model/invoice.ts';
import { card, ids, Shop, succeeded } from './billing-kit.ts';

/** A year with a change, a pause, a credit note and an end, paid by card. */
async function lived() {
  const shop = new Shop('2026-01-01T09:00:00Z');
  shop.answering(succeeded);
  const cart = { ComponentSubscriptions: [{ ComponentId: ids.seat, Quantity: 2 }], CouponCode: 'HALF1' };
  const { Id } = shop.signup(ids.basicMonthly, cart, undefined, card);
  await shop.advanceTo('2026-03-10T09:00:00Z');
  shop.change(Id, { PlanVariantId: ids.proMonthly });
  await shop.advanceTo('2026-04-20T09:00:00Z');
  shop.core.transaction((tx) => pauseContract(tx, Id));
  await shop.advanceTo('2026-05-05T09:00:00Z');
  shop.core.transaction((tx) => resumeContract(tx, Id));
  await shop.advanceTo('2026-07-01T09:00:00Z');
  const [first] = shop.invoices(Id);
  shop.core.transaction((tx) => issueCreditNote(tx, first?.Id ?? '', 3, 'Goodwill'));
  shop.core.transaction((tx) => endContract(tx, Id, '2026-07-20T09:00:00Z'));
  await shop.advanceTo('2026-09-01T09:00:00Z');
  return { shop, id: Id };
}

describe('the audit', () => {
  test('finds nothing in a year of a contract, and reports how much it has checked', async () => {
    const { shop } = await lived();
    const { Ok, Checked, Problems } = audit(shop.tx);
    expect([Ok, Problems]).toEqual([true, []]);
    expect(Checked).toBe(
      1 + shop.tx.invoices.size + shop.tx.ledgerEntries.size + shop.tx.paymentTransactions.size,
    );
  });

  test('finds nothing if days are billed again after a full credit note', async () => {
    const shop = new Shop('2026-01-01T09:00:00Z');
    const cart = { ComponentSubscriptions: [{ ComponentId: ids.seat, Quantity: 2 }] };
    const { Id } = shop.signup(ids.basicYearly, cart);
    shop.core.transaction((tx) => issueCreditNote(tx, shop.invoices(Id)[0]?.Id ?? '', undefined, 'Goodwill'));
    shop.core.transaction((tx) => pauseContract(tx, Id));
    await shop.advanceTo('2026-02-01T09:00:00Z');
    shop.core.transaction((tx) => resumeContract(tx, Id));
    expect(shop.invoices(Id).map(({ TotalGross }) => Math.sign(TotalGross))).toEqual([1, -1, 1]);
    expect(audit(shop.tx).Problems).toEqual([]);
  });

  test('does not miss an event that a full log has dropped', async () => {
    const shop = new Shop('2026-01-01T09:00:00Z');
    shop.answering(succeeded);
    for (let count = 0; count < 30; count += 1) shop.signup(ids.basicMonthly, {}, undefined, card);
    await shop.settle();
    const [payment] = shop.tx.paymentTransactions;
    const others = [...shop.tx.events].at(-1)?.Payload;
    shop.core.transaction((tx) => {
      for (let count = 0; count < 10_000; count += 1)
        tx.emit({ Event: 'CustomerChanged', CustomerId: payment?.CustomerId ?? '' });
    });
    expect([others?.Event, shop.tx.events.size]).toEqual(['PaymentSucceeded', 10_000]);
    expect(audit(shop.tx).Problems).toEqual([]);
  });

  type Damage = (shop: Shop, id: string) => void;
  const line = (shop: Shop, change: (line: LineItem) => LineItem): void => {
    const [first] = shop.invoices();
    if (first === undefined) throw new Error('no invoice');
    shop.tx.invoices.replace({ ...first, ItemList: first.ItemList.map(change) });
  };
  const damages: [rule: keyof typeof auditRules, what: string, Damage][] = [
    ['Conservation', 'a balance', (shop, id) => shop.tx.contracts.update(id, { Balance: 5 })],
    [
      'Conservation',
      'a document without a booking',
      (shop) => shop.tx.ledgerEntries.delete(shop.tx.ledgerEntries.first()?.Id ?? ''),
    ],
    [
      'Bookings',
      'a payment without a booking',
      (shop) => {
        const paid = shop.tx.ledgerEntries.find({ match: ({ Type }) => Type === 'Payment' });
        if (paid !== undefined) shop.tx.ledgerEntries.replace({ ...paid, PaymentTransactionId: 'other' });
      },
    ],
    [
      'Sums',
      'a VAT',
      (shop) => line(shop, (one) => ({ ...one, TotalVat: one.TotalVat + 1, TotalNet: one.TotalNet - 1 })),
    ],
    [
      'Sums',
      'a sum of one rate',
      (shop) => {
        const [first] = [...shop.tx.invoices];
        if (first === undefined) return;
        const VatDescriptors = first.VatDescriptors.map((one) => ({ ...one, TotalVat: one.TotalVat + 1 }));
        shop.tx.invoices.replace({ ...first, VatDescriptors });
      },
    ],
    ['Sums', 'a net amount', (shop) => line(shop, (one) => ({ ...one, TotalNet: one.TotalNet + 1 }))],
    [
      'Days',
      'a period that is longer',
      (shop) => line(shop, (one) => ({ ...one, PeriodEnd: '2026-02-10T09:00:00.0000000Z' })),
    ],
    [
      'Days',
      'a second invoice of exactly the same days',
      (shop) => {
        const [first, second] = shop.invoices();
        if (first === undefined || second === undefined) throw new Error('no invoices');
        const [{ PeriodStart = '', PeriodEnd = '' } = {}] = first.ItemList;
        const ItemList = second.ItemList.map((one) => ({ ...one, PeriodStart, PeriodEnd }));
        shop.tx.invoices.replace({ ...second, ItemList });
      },
    ],
    [
      'Starts',
      'a fee that another system bills',
      (shop, id) => shop.tx.contracts.update(id, { BilledElsewhereUntil: '2026-12-01T09:00:00.0000000Z' }),
    ],
    [
      'Starts',
      'a component that is billed before its start',
      (shop) => {
        for (const one of shop.tx.componentSubscriptions)
          shop.tx.componentSubscriptions.replace({ ...one, StartDate: '2026-12-01T09:00:00.0000000Z' });
      },
    ],
    [
      'Starts',
      'a component that another system bills',
      (shop, id) => {
        shop.tx.contracts.update(id, { BilledElsewhereUntil: '2026-01-05T09:00:00.0000000Z' });
        line(shop, (one) =>
          one.ProductType === 'RecurringFee' ? { ...one, PeriodStart: '2026-01-05T09:00:00.0000000Z' } : one,
        );
      },
    ],
    [
      'Lines',
      'a document without an amount',
      (shop) => line(shop, (one) => ({ ...one, TotalNet: 0, TotalVat: 0, TotalGross: 0 })),
    ],
    [
      'Lines',
      'a line for no time',
      (shop) => line(shop, (one) => ({ ...one, PeriodEnd: one.PeriodStart ?? '' })),
    ],
    [
      'Credits',
      'a credit of nothing',
      (shop) => {
        const credited = shop
          .invoices()
          .flatMap(({ ItemList }) => ItemList.flatMap((one) => one.CreditedLineItemId ?? []));
        for (const invoice of shop.invoices()) {
          const ItemList = invoice.ItemList.map((one) =>
            one.Id === credited[0] ? { ...one, TotalNet: 0.01, TotalVat: 0, TotalGross: 0.01 } : one,
          );
          shop.tx.invoices.replace({ ...invoice, ItemList });
        }
      },
    ],
    [
      'Credits',
      'a credit that is charged again for more than it credited',
      (shop) => {
        const credit = shop
          .invoices()
          .flatMap(({ ItemList }) => ItemList)
          .find(({ CreditedLineItemId }) => CreditedLineItemId !== undefined) as LineItem;
        const [TotalNet, TotalVat, TotalGross] = [-2 * credit.TotalNet, 0, -2 * credit.TotalNet];
        const again = {
          ...credit,
          Id: 'again',
          CreditedLineItemId: credit.Id,
          TotalNet,
          TotalVat,
          TotalGross,
        };
        const [first] = shop.invoices();
        if (first !== undefined)
          shop.tx.invoices.replace({ ...first, ItemList: [...first.ItemList, again as LineItem] });
      },
    ],
    [
      'TaxFacts',
      'a document of reverse charge',
      (shop) => {
        const [first] = shop.invoices();
        if (first !== undefined) shop.tx.invoices.replace({ ...first, ReverseCharge: true });
      },
    ],
    ['TaxFacts', 'a rate', (shop) => line(shop, (one) => ({ ...one, VatPercentage: 7 }))],
    [
      'Dates',
      'a date of the next billing that does not follow',
      (shop) => {
        const { Id } = shop.signup(ids.basicMonthly);
        shop.tx.contracts.update(Id, { NextBillingDate: '2027-01-01T09:00:00.0000000Z' });
      },
    ],
    [
      'Dates',
      'a next billing that no task does',
      (shop) => shop.tx.tasks.delete(`lifecycle/${shop.signup(ids.basicMonthly).Id}`),
    ],
    [
      'Numbers',
      'a number that is missing',
      (shop) => {
        const [first] = shop.invoices();
        if (first !== undefined) shop.tx.invoices.replace({ ...first, InvoiceNumber: '2026-000099' });
      },
    ],
    [
      'Numbers',
      'a number that comes twice',
      (shop) => {
        const [first, second] = shop.invoices();
        if (first !== undefined && second !== undefined)
          shop.tx.invoices.replace({ ...second, InvoiceNumber: first.InvoiceNumber });
      },
    ],
    [
      'Sums',
      'an invoice that is a credit note',
      (shop) => {
        const [first] = shop.invoices();
        if (first !== undefined) shop.tx.invoices.replace({ ...first, IsInvoice: false });
      },
    ],
    [
      'Bookings',
      'a refund that nobody made, over more than was paid',
      (shop) => {
        const paid = shop.tx.ledgerEntries.find({ match: ({ Type }) => Type === 'Payment' });
        const entry = { ...(paid as NonNullable<typeof paid>), Type: 'Refund' as const, Amount: 99 };
        shop.tx.ledgerEntries.insert({ ...entry, Id: 'a refund' });
      },
    ],
    [
      'Bookings',
      'a balance of an entry',
      (shop) => {
        const [first] = shop.tx.ledgerEntries;
        if (first !== undefined) shop.tx.ledgerEntries.replace({ ...first, Balance: 1 });
      },
    ],
    [
      'Bookings',
      'a document that is booked with another amount',
      (shop) => {
        const [first] = shop.tx.ledgerEntries;
        if (first !== undefined) shop.tx.ledgerEntries.replace({ ...first, Amount: 1 });
      },
    ],
    [
      'Events',
      'an event of a payment that comes twice',
      (shop) => {
        const told = shop.tx.events.find({ where: { Event: 'PaymentSucceeded' } });
        shop.core.transaction((tx) => tx.emit((told as NonNullable<typeof told>).Payload as never));
      },
    ],
    [
      'Events',
      'an event that is gone',
      (shop) => {
        const told = shop.tx.events.find({ where: { Event: 'InvoiceCreated' } });
        shop.tx.events.delete(told?.Id ?? '');
      },
    ],
  ];

  test.each(damages)('finds %s %s', async (rule, _, damage) => {
    const { shop, id } = await lived();
    shop.core.transaction(() => damage(shop, id));
    const { Ok, Problems } = audit(shop.tx);
    expect(Ok).toBe(false);
    expect(Problems.map(({ Rule }) => Rule)).toContain(rule);
  });

  test('says of each damage what is wrong, of which contract and document', async () => {
    const texts: string[] = [];
    for (const [rule, what, damage] of damages) {
      const { shop, id } = await lived();
      shop.core.transaction(() => damage(shop, id));
      const lines = audit(shop.tx).Problems.map((problem) => {
        const number = shop.invoices().findIndex(({ Id }) => Id === problem.DocumentId);
        const of = `${problem.ContractId === id ? 'its contract' : (problem.ContractId ?? 'none')}, document ${number}`;
        return `  ${problem.Rule} (${of}): ${problem.Message}`;
      });
      texts.push(`${rule}, ${what}:`, ...lines);
    }
    const seen = new Map<string, string>();
    const text = texts.join('\n').replace(/\b[0-9a-f]{24}\b/g, (found) => {
      if (!seen.has(found)) seen.set(found, `#${seen.size + 1}`);
      return seen.get(found) as string;
    });
    await expect(`${text}\n`).toMatchFileSnapshot('./files/audit.txt');
  });

  test('has a test with a damage for each rule', () => {
    expect(new Set(damages.map(([rule]) => rule))).toEqual(new Set(Object.keys(auditRules)));
  });

  test('is a method of the sandbox, and a path of the control API', async () => {
    const sandbox = createSandbox({ clock: '2026-01-01T09:00:00Z' });
    const answer = await sandbox.fetch('http://sandbox/sandbox/audit');
    expect([answer.status, await answer.json()]).toEqual([200, { Ok: true, Checked: 0, Problems: [] }]);
    expect(sandbox.audit()).toEqual({ Ok: true, Checked: 0, Problems: [] });
    sandbox.close();
  });
});
