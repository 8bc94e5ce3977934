import type { InvoiceDraft, LineItem } from '../../model/invoice.ts';
import { DAY_MS } from '../../model/milliseconds.ts';
import { instant } from '../basics/time.ts';
import { componentsOfSignup } from '../contract-facts/billed-elsewhere.ts';
import { standingIn } from '../pricing/credit-lines.ts';
import { zoneCalendar } from '../pricing/periods.ts';
import type { Tx } from '../records/tx.ts';
import type { Accounts, Report } from './accounts.ts';

/** Nothing is billed before it starts, and nothing for days that another system bills; no document is about nothing. */
export function auditStarts(tx: Tx, { contract, documents }: Accounts, report: Report): void {
  const { BilledElsewhereUntil: elsewhere = '' } = contract;
  const isOfSignup = componentsOfSignup(tx, contract.Id);
  const billingStart = ({ ProductType, ComponentSubscriptionId }: LineItem): string => {
    if (ProductType === 'RecurringFee') return elsewhere;
    const one = tx.componentSubscriptions.get(ComponentSubscriptionId);
    const isElsewhere = one !== undefined && isOfSignup(one);
    const start = one?.StartDate ?? '';
    return isElsewhere && start < elsewhere ? elsewhere : start;
  };
  for (const { Id, ItemList } of documents) {
    if (ItemList.every(({ TotalGross }) => TotalGross === 0))
      report('Lines', 'No line of the document has an amount.', Id);
    for (const line of ItemList) {
      const { Description, PeriodStart, PeriodEnd, ProductType } = line;
      if (PeriodStart === undefined || PeriodEnd === undefined) continue;
      if (ProductType !== 'RecurringFee' && ProductType !== 'Component') continue;
      if (PeriodStart >= PeriodEnd)
        report('Lines', `"${Description}" is for a period without length, at ${PeriodStart}.`, Id);
      const start = billingStart(line);
      if (PeriodStart < start)
        report('Starts', `"${Description}" is billed from ${PeriodStart}, before ${start}.`, Id);
    }
  }
}

/** Days of a fee or component that a document bills (1) or credits (−1). */
interface Days {
  readonly from: number;
  readonly to: number;
  readonly sign: 1 | -1;
  readonly document: InvoiceDraft;
}

/** Each day of the recurring fee, and of each component subscription, is billed once at most. */
export function auditDays(tx: Tx, accounts: Accounts, report: Report): void {
  const { documents } = accounts;
  const calendar = zoneCalendar(tx.account.TimeZone);
  const stands = standsFor(accounts);
  const streams = new Map<string, Map<string, Days>>();
  for (const document of documents) {
    for (const line of document.ItemList) {
      const stream = streamKey(line);
      if (stream === undefined || line.PeriodStart === undefined || line.PeriodEnd === undefined) continue;
      if (!stands(line)) continue;
      const from = calendar.dayAt(instant(line.PeriodStart));
      const to = calendar.dayAt(instant(line.PeriodEnd));
      const sign = line.Quantity < 0 ? -1 : 1;
      const days = streams.get(stream) ?? new Map<string, Days>();
      // Prices of a scale and a discount of its own are lines of the same days.
      days.set([document.Id, from, to, sign].join(), { from, to, sign, document });
      streams.set(stream, days);
    }
  }
  for (const [stream, days] of streams) auditStream(stream, [...days.values()], report);
}

/** Returns whether a line still has an effect: days that a credit note credits in full may be billed again. */
function standsFor({ contract, lines }: Accounts): (line: LineItem) => boolean {
  const standingFor = standingIn(
    contract.Currency,
    [...lines.values()].map(({ line }) => line),
  );
  const stands = (line: LineItem): boolean => {
    const credited = lines.get(line.CreditedLineItemId ?? '')?.line;
    if (credited !== undefined) return stands(credited);
    const { TotalNet, TotalVat } = standingFor(line);
    return TotalNet !== 0 || TotalVat !== 0;
  };
  return stands;
}

/** Returns the product of a line that is charged by day. */
function streamKey(line: LineItem): string | undefined {
  const { ProductType, ComponentSubscriptionId, Quantity, PricePerUnit } = line;
  // Free items may be billed repeatedly, because a document that would credit only them is not created.
  if (Quantity === 0 || PricePerUnit === 0) return undefined;
  if (ComponentSubscriptionId !== undefined) return `component subscription ${ComponentSubscriptionId}`;
  return ProductType === 'RecurringFee' ? 'the recurring fee' : undefined;
}

function auditStream(stream: string, all: readonly Days[], report: Report): void {
  const turns = all
    .flatMap((days) => [
      { at: days.from, by: days.sign, days },
      { at: days.to, by: -days.sign, days },
    ])
    .sort((a, b) => a.at - b.at);
  let times = 0;
  turns.forEach(({ at, by, days }, index) => {
    times += by;
    const next = turns[index + 1]?.at;
    if (next === undefined || next === at || times === 0 || times === 1) return;
    const span = `from ${dayText(at)} to ${dayText(next)}`;
    report('Days', `Days of ${stream} ${span} are billed ${times} times.`, days.document.Id);
  });
}

const dayText = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);
