import type { Contract, Phase } from '../../service/model/contract.ts';
import type {
  ShownInvoice as Invoice,
  ShownLedgerEntry as LedgerEntry,
} from '../../service/model/invoice.ts';
import { DAY_MS } from '../../service/model/milliseconds.ts';
import type { PaymentTransaction as Transaction } from '../../service/model/payment.ts';
import { zoneOffset } from './format.ts';

/** A mark on the time axis of a contract. Instants are epoch milliseconds. */
export interface Mark {
  readonly lane: 'phase' | 'period' | 'payment' | 'booking' | 'next';
  readonly from: number;
  readonly to: number;
  /** `Trial`, `Succeeded`, `Credit`, …: determines pattern and color. */
  readonly kind: string;
  readonly text: string;
  readonly href?: string;
  /** Is in the future, and may still change. */
  readonly isPlanned: boolean;
}

export interface Life {
  readonly from: number;
  readonly to: number;
  readonly marks: readonly Mark[];
  /** The balance from each instant on. */
  readonly balance: readonly { readonly at: number; readonly amount: number }[];
}

export interface LifeInput {
  readonly contract: Contract;
  readonly invoices: readonly Invoice[];
  readonly transactions: readonly Transaction[];
  readonly ledger: readonly LedgerEntry[];
  readonly next:
    | { readonly NextBillingDate?: string; readonly Invoice?: { readonly TotalGross: number } }
    | undefined;
  readonly noticeUntil: string | undefined;
  /** Tasks that are not a renewal. */
  readonly due: readonly { readonly Type: string; readonly DueAt: string; readonly text: string }[];
  readonly now: number;
  readonly moneyText: (amount: number) => string;
}

const MONTH = 30.44 * DAY_MS;

/** Returns a contract's documents as marks on one axis: past, present and future. */
export function toLife({
  contract,
  invoices,
  transactions,
  ledger,
  next,
  noticeUntil,
  due,
  now,
  moneyText,
}: LifeInput): Life {
  const start = Date.parse(contract.StartDate);
  const end = contract.EndDate === undefined ? undefined : Date.parse(contract.EndDate);
  const nextBilling =
    contract.NextBillingDate === undefined ? undefined : Date.parse(contract.NextBillingDate);
  // Space for the next period, unless it is longer than the whole past.
  const nextEnd =
    nextBilling === undefined || next?.Invoice === undefined
      ? 0
      : nextBilling + Math.min(lastLength(invoices), Math.max(MONTH, now - start));
  const ahead = Math.max(now + MONTH, nextBilling ?? 0, nextEnd, end ?? 0);
  const to = ahead + (ahead - start) * 0.05;
  const marks: Mark[] = [];
  phaseBars(contract.Phases, to, end, now, marks);
  for (const invoice of invoices) {
    for (const [from, until] of invoicedPeriods(invoice)) {
      marks.push({
        lane: 'period',
        from,
        to: until,
        kind: invoice.IsInvoice ? 'Billed' : 'Credit',
        text: `${invoice.InvoiceNumber}: ${moneyText(invoice.TotalGross)}`,
        href: `#/invoices/${invoice.Id}`,
        isPlanned: false,
      });
    }
  }
  if (nextBilling !== undefined && next?.Invoice !== undefined) {
    marks.push({
      lane: 'period',
      from: nextBilling,
      to: Math.min(to, nextBilling + lastLength(invoices)),
      kind: 'Planned',
      text: `Next: ${moneyText(next.Invoice.TotalGross)}`,
      isPlanned: true,
    });
  }
  for (const { Id, StatusTimestamp, StatusHistory, Status, Amount, Type } of transactions) {
    const at = Date.parse(StatusHistory[0]?.Timestamp ?? StatusTimestamp);
    const reason = Status.ErrorCode === undefined ? '' : ` (${Status.ErrorCode})`;
    marks.push({
      lane: 'payment',
      from: at,
      to: at,
      kind: Status.Status,
      text: `${Type} ${moneyText(Amount)}: ${Status.Status}${reason}`,
      href: `#/payments/${Id}`,
      isPlanned: false,
    });
  }
  for (const { Type, Timestamp, Amount, Description, InvoiceId } of ledger) {
    const at = Date.parse(Timestamp);
    marks.push({
      lane: 'booking',
      from: at,
      to: at,
      kind: Type,
      text: `${Type} ${moneyText(Amount)}: ${Description}`,
      ...(InvoiceId === undefined ? {} : { href: `#/invoices/${InvoiceId}` }),
      isPlanned: false,
    });
  }
  const planned = [
    ...(nextBilling === undefined || nextBilling === end
      ? []
      : [{ at: nextBilling, kind: 'Renewal', text: 'Renewal' }]),
    ...(noticeUntil === undefined
      ? []
      : [{ at: Date.parse(noticeUntil), kind: 'Notice', text: 'Last day of notice for the next end' }]),
    ...(end === undefined || end < now ? [] : [{ at: end, kind: 'End', text: 'End of the contract' }]),
    ...due.map(({ Type, DueAt, text }) => ({ at: Date.parse(DueAt), kind: Type, text })),
  ];
  for (const { at, kind, text } of planned) {
    if (at >= now) marks.push({ lane: 'next', from: at, to: at, kind, text, isPlanned: true });
  }
  return { from: start - (to - start) * 0.02, to, marks, balance: balanceOverTime(ledger) };
}

function phaseBars(
  phases: readonly Phase[],
  to: number,
  end: number | undefined,
  now: number,
  marks: Mark[],
): void {
  for (const [at, phase] of phases.entries()) {
    const from = Date.parse(phase.StartDate);
    const following = phases[at + 1];
    const until =
      following === undefined
        ? phase.Type === 'Inactive'
          ? to
          : (end ?? to)
        : Date.parse(following.StartDate);
    if (until <= from) continue;
    marks.push({ lane: 'phase', from, to: until, kind: phase.Type, text: phase.Type, isPlanned: from > now });
  }
}

/** The periods of an invoice's lines, without duplicates. */
function invoicedPeriods({ ItemList = [] }: Invoice): [number, number][] {
  const seen = new Map<string, [number, number]>();
  for (const { PeriodStart, PeriodEnd } of ItemList) {
    if (PeriodStart === undefined || PeriodEnd === undefined) continue;
    seen.set(`${PeriodStart}${PeriodEnd}`, [Date.parse(PeriodStart), Date.parse(PeriodEnd)]);
  }
  return [...seen.values()].filter(([from, to]) => to > from);
}

function lastLength(invoices: readonly Invoice[]): number {
  // Newest first.
  const last = invoices.find(({ IsInvoice }) => IsInvoice);
  const [from, to] = (last === undefined ? undefined : invoicedPeriods(last)[0]) ?? [0, MONTH];
  return to - from;
}

function balanceOverTime(ledger: readonly LedgerEntry[]): Life['balance'] {
  // An amount that is billed and paid within a second was never owed; a spike for each would clutter the line.
  const second = (instant: string) => Math.floor(Date.parse(instant) / 1_000) * 1_000;
  const steps = new Map(ledger.map(({ Timestamp, Balance }) => [second(Timestamp), Balance]));
  return [...steps].map(([at, amount]) => ({ at, amount }));
}

const YEAR = 365.25 * DAY_MS;

/** The available time spans, in the URL as `zoom`. */
export const zooms = [
  ['', 'All'],
  ['10y', '10y'],
  ['1y', '1y'],
  ['3m', '3m'],
  ['1m', '1m'],
  ['1w', '1w'],
  ['1d', '1d'],
] as const;

const spans: Readonly<Record<string, number>> = {
  '10y': 10 * YEAR,
  '1y': YEAR,
  '3m': YEAR / 4,
  '1m': YEAR / 12,
  '1w': 7 * DAY_MS,
  '1d': DAY_MS,
};

/** The visible part of the axis: all of it, or a span around the present. */
export function visibleSpan({ from, to }: Life, zoom: string, now: number): readonly [number, number] {
  const span = spans[zoom];
  return span === undefined ? [from, to] : [now - span * 0.6, now + span * 0.4];
}

/**
 * Returns instants for the ticks of an axis: whole years, months, weeks, days or hours in the account's time zone, at
 * most about `count`.
 */
export function axisTicks(
  from: number,
  to: number,
  count: number,
): { readonly at: number; readonly text: string }[] {
  const ahead = zoneOffset(from);
  return ticksOfUtc(from + ahead, to + ahead, count).map(({ at, text }) => ({ at: at - ahead, text }));
}

function ticksOfUtc(from: number, to: number, count: number): { at: number; text: string }[] {
  const wanted = (to - from) / count;
  const ticks: { at: number; text: string }[] = [];
  if (wanted > 20 * DAY_MS) {
    const months = [1, 2, 3, 6, 12, 24, 60, 120].find((size) => size * 30 * DAY_MS >= wanted) ?? 120;
    const first = new Date(from);
    const date = new Date(
      Date.UTC(first.getUTCFullYear(), Math.floor(first.getUTCMonth() / months) * months, 1),
    );
    for (; date.getTime() <= to; date.setUTCMonth(date.getUTCMonth() + months)) {
      const text = date.toISOString().slice(0, months >= 12 ? 4 : 7);
      if (date.getTime() >= from) ticks.push({ at: date.getTime(), text });
    }
    return ticks;
  }
  const step =
    [DAY_MS / 24, DAY_MS / 8, DAY_MS / 4, DAY_MS, 2 * DAY_MS, 7 * DAY_MS, 14 * DAY_MS].find(
      (size) => size >= wanted,
    ) ?? 28 * DAY_MS;
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) {
    const text = new Date(at).toISOString();
    ticks.push({ at, text: step < DAY_MS ? text.slice(5, 16).replace('T', ' ') : text.slice(5, 10) });
  }
  return ticks;
}
