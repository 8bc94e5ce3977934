import type { ContractDetails, PaymentBearer } from 'clientlib';
import type { Scene } from '../drop-in-element.ts';
import { filled } from '../texts/languages.ts';
import { h } from '../view/dom.ts';

/** Pairs of name and value. */
export function factList(
  rows: readonly (readonly [name: string, value: Node | string] | undefined)[],
): HTMLElement {
  const cells = rows.flatMap((row) => (row ? [h('dt', {}, row[0]), h('dd', {}, row[1])] : []));
  return h('dl', { class: 'facts' }, ...cells);
}

/** What the contract is, and what it will cost next. */
export function contractFacts(details: ContractDetails, { texts, formats }: Scene): HTMLElement {
  const { Contract, CurrentPlan, NextTotalGross, NextTotalGrossDate } = details;
  const { Currency, CurrentBalance = 0 } = Contract;
  const money = (amount: number): string => formats.money(amount, Currency);
  return factList([
    [texts.plan, CurrentPlan?.PlanName ?? ''],
    NextTotalGrossDate !== undefined && NextTotalGross !== undefined
      ? [texts.nextInvoice, `${formats.date(NextTotalGrossDate)} · ${money(NextTotalGross)}`]
      : undefined,
    CurrentBalance === 0
      ? undefined
      : [CurrentBalance > 0 ? texts.openAmount : texts.credit, money(Math.abs(CurrentBalance))],
  ]);
}

/** The state of the contract in a word, and whether it is a good one. */
export function statusOf({ Contract }: ContractDetails, { texts, formats }: Scene): HTMLElement {
  const { LifecycleStatus, EndDate } = Contract;
  const words = {
    InTrial: texts.freeTrial,
    Active: texts.active,
    Paused: texts.paused,
    Ended: texts.ended,
    Annulled: texts.ended,
  };
  const isOver = LifecycleStatus === 'Ended' || LifecycleStatus === 'Annulled';
  const text =
    EndDate !== undefined && !isOver
      ? filled(texts.endsOn, { date: formats.date(EndDate) })
      : words[LifecycleStatus];
  const isGood = EndDate === undefined && (LifecycleStatus === 'Active' || LifecycleStatus === 'InTrial');
  return h('span', { class: `status ${isGood ? 'good' : 'bad'}`, part: 'status' }, text);
}

/** What the contract is paid with, as far as it may be shown. */
export function bearerText(bearer: PaymentBearer | undefined, { texts, formats }: Scene): string {
  if (!bearer) return texts.noMethod;
  const { Type, CardType = '', Last4 = '', ExpiryMonth, ExpiryYear, IBAN, Account, EmailAddress } = bearer;
  if (Type === 'CreditCard') {
    const expiry = new Date(ExpiryYear ?? 0, (ExpiryMonth ?? 1) - 1);
    const date = new Intl.DateTimeFormat(formats.locale, { month: '2-digit', year: 'numeric' }).format(
      expiry,
    );
    return filled(texts.card, {
      brand: CardType.replace(/^./, (first) => first.toUpperCase()),
      digits: Last4,
      date,
    });
  }
  if (Type === 'BankAccount') return filled(texts.bankAccount, { digits: IBAN ?? Account ?? '' });
  if (Type === 'InvoicePayment') return texts.onInvoice;
  return [Type, EmailAddress].filter(Boolean).join(' · ');
}
