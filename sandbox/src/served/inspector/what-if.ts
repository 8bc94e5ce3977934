import type { Contract } from '../../service/model/contract.ts';
import type { ShownInvoice, ShownLedgerEntry } from '../../service/model/invoice.ts';
import type { Mail } from '../../service/model/mail.ts';
import type { PaymentTransaction } from '../../service/model/payment.ts';
import type { ApiRequest } from './api.ts';
import { day, money } from './format.ts';
import { type Life, toLife } from './life.ts';
import type { Values } from './parts/fields.tsx';

/** One of two futures of a contract, in the response of `POST /sandbox/what-if`. */
export interface Future {
  readonly Now: string;
  readonly Contract: Contract;
  readonly Invoices: readonly ShownInvoice[];
  readonly Transactions: readonly PaymentTransaction[];
  readonly Ledger: readonly ShownLedgerEntry[];
  readonly Events: readonly { readonly Event: string }[];
  readonly Mails: readonly Mail[];
  readonly Next?: { readonly NextBillingDate?: string; readonly Invoice?: { readonly TotalGross: number } };
  readonly Cancellation?: { readonly NextPossibleCancellationDate?: string };
}

/** A line of the comparison. */
export interface Difference {
  readonly what: string;
  readonly present: string;
  readonly otherwise: string;
}

/** Returns the request of a comparison. */
export function whatIfRequest(contractId: string, row: string, values: Values, isKept = false): ApiRequest {
  const { what = '', Code, PlanVariantId, wait = '', Advance } = values;
  const path = `/api/v1/contracts/${contractId}`;
  const post = (Path: string, Body: object) => ({ Method: 'POST', Path, Body });
  const changes: Readonly<Record<string, readonly object[]>> = {
    decline: [post('/sandbox/payments/next', { ContractId: contractId, Outcome: { Code } })],
    cancel: [post(`${path}/end`, {})],
    pause: [post(`${path}/pause`, {})],
    plan: [
      post('/api/v1/orders', { ContractId: contractId, Cart: { PlanVariantId } }),
      post('/api/v1/orders/{{1.Id}}/commit', {}),
    ],
  };
  const later = wait === '' ? [] : [post('/sandbox/clock', { Advance: wait })];
  // The index in `{{1.Id}}` starts with the first request.
  const change = JSON.parse(JSON.stringify(changes[what] ?? []).replace('{{1.', `{{${later.length + 1}.`));
  return {
    method: 'POST',
    path: '/sandbox/what-if',
    body: {
      ContractId: contractId,
      ...(row === '' ? {} : { Row: row }),
      Requests: [...later, ...change],
      Advance,
      ...(isKept ? { Keep: true } : {}),
    },
  };
}

/** The picture of a future. */
export function lifeOfFuture({
  Contract: contract,
  Invoices,
  Transactions,
  Ledger,
  Next,
  Cancellation,
  Now,
}: Future): Life {
  return toLife({
    contract,
    invoices: Invoices,
    transactions: Transactions,
    ledger: Ledger,
    next: Next,
    noticeUntil: Cancellation?.NextPossibleCancellationDate,
    due: [],
    now: Date.parse(Now),
    moneyText: (amount) => money(amount, contract.Currency),
  });
}

/** Returns the facts of a future by their text. */
function toFacts({ Contract: contract, Invoices, Transactions, Events, Mails }: Future): Map<string, string> {
  const { Balance, Currency, LifecycleStatus, EndDate, NextBillingDate } = contract;
  const date = (at: string | undefined) => (at === undefined ? '–' : day(at));
  const facts = new Map([
    ['Status', LifecycleStatus],
    ['Balance', money(Balance, Currency)],
    ['Ends', date(EndDate)],
    ['Next billing', date(NextBillingDate)],
  ]);
  const add = (what: string, text: string) => {
    const before = facts.get(what);
    facts.set(what, before === undefined ? text : `${before}, ${text}`);
  };
  for (const { DocumentDate, TotalGross, IsInvoice } of Invoices.toReversed())
    add(`${IsInvoice ? 'Invoice' : 'Credit note'} of ${DocumentDate}`, money(TotalGross, Currency));
  for (const { StatusTimestamp, Amount, Status } of Transactions.toReversed())
    add(`Payment of ${day(StatusTimestamp)}`, `${money(Amount, Currency)} ${Status.Status}`);
  for (const [kind, names] of [
    ['Event', Events.map(({ Event }) => Event)],
    ['Mail', Mails.map(({ EventType }) => EventType)],
  ] as const)
    for (const name of new Set(names))
      facts.set(`${kind} ${name}`, `${names.filter((other) => other === name).length} ×`);
  return facts;
}

/** All facts of both futures; differing ones have different texts. */
export function compared(present: Future, otherwise: Future): Difference[] {
  const [one, other] = [toFacts(present), toFacts(otherwise)];
  const names = [...new Set([...one.keys(), ...other.keys()])];
  return names.map((what) => ({ what, present: one.get(what) ?? '–', otherwise: other.get(what) ?? '–' }));
}
