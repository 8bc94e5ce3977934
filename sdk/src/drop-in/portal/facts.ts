import type { ContractDetails, PaymentBearer } from 'clientlib';
import { draw, drawingsOfWays } from '../../elements/drawing.ts';
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

/** Returns whether the contract is over. */
export const hasEnded = ({ Contract: { LifecycleStatus } }: ContractDetails): boolean =>
  LifecycleStatus === 'Ended' || LifecycleStatus === 'Annulled';

/** The next costs of the contract, and the open amount that cannot be paid now. */
export function contractFacts(details: ContractDetails, { texts, formats }: Scene): HTMLElement {
  const { Contract, NextTotalGross, NextTotalGrossDate, PayableAmount } = details;
  const { Currency, CurrentBalance = 0, EndDate } = Contract;
  const isCanceled = EndDate !== undefined;
  const money = (amount: number): string => formats.money(amount, Currency);
  return factList([
    NextTotalGrossDate !== undefined && NextTotalGross !== undefined && (NextTotalGross || !isCanceled)
      ? [texts.nextInvoice, dated(formats.date(NextTotalGrossDate), money(NextTotalGross))]
      : undefined,
    CurrentBalance === 0 || PayableAmount > 0
      ? undefined
      : [CurrentBalance > 0 ? texts.openAmount : texts.credit, money(Math.abs(CurrentBalance))],
  ]);
}

/** One below the other where they have no room side by side. */
const dated = (date: string, amount: string): HTMLElement =>
  h('span', {}, date, h('span', { class: 'dot' }, ' · '), h('span', {}, amount));

/** The sentence about a contract that will end; nothing about another. */
export function endSentence(details: ContractDetails, { texts, formats }: Scene): string | undefined {
  const { Contract, CurrentPlan, Products } = details;
  const { EndDate, PlanVariantId } = Contract;
  if (EndDate === undefined || hasEnded(details)) return undefined;
  const variant = Products.PlanVariants.find(({ Id }) => Id === PlanVariantId);
  // A plan for one term ends without a cancellation.
  const sentence = variant?.EndAfterFirstContractPeriod ? texts.endsOn : texts.canceledUntil;
  return filled(sentence, { plan: CurrentPlan?.PlanName ?? '', date: formats.date(EndDate) });
}

/** The state of the contract in a word or two. */
export function stateBadge({ Contract }: ContractDetails, { texts, formats }: Scene): HTMLElement {
  const { LifecycleStatus, StartDate } = Contract;
  const words = {
    Draft: filled(texts.startsOn, { date: formats.date(StartDate) }),
    InTrial: texts.freeTrial,
    Active: texts.active,
    Paused: texts.paused,
    Ended: texts.ended,
    Annulled: texts.ended,
  };
  const isGood = LifecycleStatus === 'Active' || LifecycleStatus === 'InTrial';
  return h(
    'p',
    { class: `status state ${isGood ? 'good' : 'quiet'}`, part: 'status' },
    words[LifecycleStatus],
  );
}

/** The way to pay of each type of payment data; all others are wallets. */
const ways: { readonly [type: string]: keyof typeof drawingsOfWays } = {
  CreditCard: 'CreditCard',
  BankAccount: 'Debit',
  InvoicePayment: 'InvoicePayment',
};

/** The displayable data of the contract's payment method. */
export function bearerLine(bearer: PaymentBearer | undefined, scene: Scene): HTMLElement {
  const picture = bearer && draw(drawingsOfWays[ways[bearer.Type] ?? 'Wallet']);
  return h('p', { class: 'bearer' }, picture, h('span', {}, bearerText(bearer, scene)));
}

/** What a customer has now who has changed it on another page: the plan with its extras, or the payment method. */
export function savedSentence(details: ContractDetails, scene: Scene, isOrder: boolean): string {
  const { CurrentPlan, ComponentsSubscriptions, Contract } = details;
  const { texts } = scene;
  if (!isOrder) return `${texts.payment}: ${bearerText(Contract.PaymentBearer, scene)}`;
  const extras = ComponentsSubscriptions.filter(({ EndDate }) => EndDate === undefined);
  const names = [CurrentPlan?.PlanName, ...new Set(extras.map(({ ComponentName }) => ComponentName))];
  return `${texts.plan}: ${names.filter(Boolean).join(' + ')}`;
}

function bearerText(bearer: PaymentBearer | undefined, { texts, formats }: Scene): string {
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
