// What must be the same in the service and in the books.
import assert from 'node:assert/strict';
import type { Json } from './merchant.ts';
import { exact, type Kept, type State, sumOf } from './story.ts';

/** What a book says that the documents charge, by product and VAT rate. */
interface Totals {
  readonly totals: ReadonlyMap<string, number>;
  toleranceOf(key: string): number;
}

export function compareDocuments({ story, days }: Kept, book: Totals, { documents }: State): void {
  const { gross, unit } = story.world;
  const billed = new Map<string, number>();
  for (const { ItemList } of documents)
    for (const line of ItemList) {
      const key = `${line.ProductType} at ${line.VatPercentage} %`;
      billed.set(key, (billed.get(key) ?? 0) + (gross ? line.TotalGross : line.TotalNet));
    }
  const { totals } = book;
  for (const key of new Set([...billed.keys(), ...totals.keys()])) {
    if (book === days && key.startsWith('RatedItem ')) continue;
    const [came, expected] = [billed.get(key) ?? 0, totals.get(key) ?? 0];
    const tolerance = book.toleranceOf(key);
    assert.ok(
      Math.abs(came - expected) < tolerance + unit / 100,
      `${key}: ${came.toFixed(3)} are billed, the ${book.constructor.name} says ${expected.toFixed(4)} (± ${tolerance.toFixed(3)})`,
    );
  }
}

/** Ledger, payments, refunds and balance: each as the till has it. */
export function compareMoney({ till, booked }: Kept, { contract, invoices, ledger, charges }: State): void {
  const ofType = (...types: string[]) =>
    exact(sumOf(ledger.filter((entry: Json) => types.includes(entry.Type))));
  assert.equal(exact(sumOf(ledger)), contract.Balance, 'the balance is the sum of the ledger');
  assert.equal(
    ofType('Receivable', 'Credit'),
    exact(sumOf(invoices, 'TotalGross')),
    'the ledger holds every invoice once',
  );
  assert.deepEqual(
    charges
      .map(({ Amount, Status, StatusHistory }: Json) => `${Amount} ${stateOf(Status, StatusHistory)}`)
      .sort(),
    till.payments.map(({ amount, state }) => `${amount} ${state}`).sort(),
    'the payments',
  );
  assert.equal(0 - ofType('Payment'), exact(till.paid + booked), 'the ledger holds every payment once');
  assert.equal(ofType('Refund'), till.refunded, 'the ledger holds every refund once');
  assert.equal(ofType('Chargeback'), till.takenBack, 'the ledger holds what was taken back');
  assert.equal(contract.Balance, till.balance, 'the balance');
  assert.equal(contract.RecurringPaymentsPaused, till.paused, 'whether recurring payments are paused');
}

function stateOf({ Status }: Json, history: readonly Json[]): 'pending' | 'failed' | 'paid' {
  if (history.some((one) => one.Status === 'Succeeded')) return 'paid';
  return Status === 'Failed' || Status === 'Canceled' ? 'failed' : 'pending';
}

export function compareContract({ book, story }: Kept, { contract }: State): void {
  const { calendar } = story.world;
  assert.equal(contract.LifecycleStatus, book.status, 'the status');
  if (book.annulled) return;
  assert.equal(contract.EndDate && calendar.local(contract.EndDate), book.end, 'the end');
  if (book.status === 'Active' && !book.suspended)
    assert.equal(calendar.local(contract.BilledUntil), book.paidUntil, 'the paid time');
  const ahead = contract.Phases.map(({ Type, StartDate }: Json) => [Type, calendar.local(StartDate)]).filter(
    ([, from]: [string, string]) => from > book.now,
  );
  assert.deepEqual(ahead, book.phasesAhead, 'what lies ahead');
}

/** The date of the next billing, as the rules and the contract have it. */
export function compareNextBilling({ book, days, story }: Kept, { contract }: State): void {
  if (book.annulled || book.suspended) return;
  const shown = contract.NextBillingDate && story.world.calendar.local(contract.NextBillingDate);
  assert.equal(shown, days.nextBilling, 'the next billing date');
}

/** Each document and each payment has one event. */
export function compareEvents({ story, merchant }: Kept, { invoices, charges }: State): void {
  const told = (name: string, field: string) =>
    story.events
      .filter(({ ContractId }) => ContractId === merchant.contractId)
      .filter((event) => event.Event === name && event.PaymentTransactionType !== 'Preauthorization')
      .map((event) => event[field])
      .sort();
  const ids = (entries: readonly Json[]) => entries.map(({ Id }) => Id).sort();
  assert.deepEqual(told('InvoiceCreated', 'InvoiceId'), ids(invoices), 'each invoice is told once');
  const paid = charges.filter((one: Json) => stateOf(one.Status, one.StatusHistory) === 'paid');
  assert.deepEqual(told('PaymentSucceeded', 'PaymentTransactionId'), ids(paid), 'each payment is told once');
}
