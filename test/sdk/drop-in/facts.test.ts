// @vitest-environment happy-dom
import type { ContractDetails, PaymentBearer } from 'clientlib';
import { expect, it } from 'vitest';
import type { Scene } from '../../../sdk/src/drop-in/drop-in-element.ts';
import {
  bearerLine,
  contractFacts,
  endSentence,
  hasEnded,
  stateBadge,
} from '../../../sdk/src/drop-in/portal/facts.ts';
import { en } from '../../../sdk/src/drop-in/texts/en.ts';
import { Formats } from '../../../sdk/src/drop-in/view/formats.ts';
import { drawingsOfWays } from '../../../sdk/src/elements/drawing.ts';

const formats = new Formats('en');
formats.timeZone = 'UTC';
const scene = { texts: en, formats } as Scene;

const details = (contract: object, more: object = {}) =>
  ({
    Contract: { Currency: 'EUR', PlanVariantId: 'v', StartDate: '2026-02-01T00:00:00Z', ...contract },
    CurrentPlan: { PlanName: 'Basic' },
    Products: { PlanVariants: [{ Id: 'v' }] },
    ...more,
  }) as unknown as ContractDetails;

const facts = (contract: object, more?: object) =>
  [...contractFacts(details(contract, more), scene).children].map((cell) => cell.textContent);

it('shows what is open or in credit, and nothing of a balance of zero', () => {
  expect([0.01, -5, 0].map((CurrentBalance) => facts({ CurrentBalance }))).toEqual([
    [en.openAmount, '€0.01'],
    [en.credit, '€5.00'],
    [],
  ]);
  // What can be paid now has a place of its own.
  expect(facts({ CurrentBalance: 5 }, { PayableAmount: 5 })).toEqual([]);
});

it('shows the next invoice with its day, and none of nothing once the contract is canceled', () => {
  const next = (NextTotalGross: number) => ({ NextTotalGross, NextTotalGrossDate: '2026-03-01T00:00:00Z' });
  const EndDate = '2026-03-01T00:00:00Z';
  expect(facts({}, { NextTotalGrossDate: '2026-03-01T00:00:00Z' })).toEqual([]);
  expect(facts({}, { NextTotalGross: 5 })).toEqual([]);
  expect([facts({}, next(0)), facts({ EndDate }, next(5)), facts({ EndDate }, next(0))]).toEqual([
    [en.nextInvoice, 'March 1, 2026 · €0.00'],
    [en.nextInvoice, 'March 1, 2026 · €5.00'],
    [],
  ]);
});

it.each([
  ['Draft', false, 'Starts on February 1, 2026', 'quiet'],
  ['InTrial', false, en.freeTrial, 'good'],
  ['Active', false, en.active, 'good'],
  ['Paused', false, en.paused, 'quiet'],
  ['Ended', true, en.ended, 'quiet'],
  ['Annulled', true, en.ended, 'quiet'],
])('a contract that is %s has ended: %s', (LifecycleStatus, isOver, words, look) => {
  const contract = details({ LifecycleStatus, EndDate: '2026-03-01T00:00:00Z' });
  expect(hasEnded(contract)).toBe(isOver);
  const state = stateBadge(contract, scene);
  expect([state.textContent, state.classList.contains(look)]).toEqual([words, true]);
  expect(endSentence(contract, scene) === undefined).toBe(isOver);
});

it('says that a contract is canceled, or that a plan for one term ends', () => {
  const ends = { LifecycleStatus: 'Active', EndDate: '2026-03-01T00:00:00Z' };
  const plan = (more: object) => ({ Products: { PlanVariants: [{ Id: 'v', ...more }] } });
  const sentence = (text: string) => text.replace('{plan}', 'Basic').replace('{date}', 'March 1, 2026');
  expect(endSentence(details(ends, plan({})), scene)).toBe(sentence(en.canceledUntil));
  expect(endSentence(details(ends, plan({ EndAfterFirstContractPeriod: true })), scene)).toBe(
    sentence(en.endsOn),
  );
  expect(endSentence(details({ LifecycleStatus: 'Active' }), scene)).toBeUndefined();
});

it.each([
  [
    { Type: 'CreditCard', CardType: 'visa', Last4: '1111', ExpiryMonth: 12, ExpiryYear: 2039 },
    'Visa ending in 1111, valid until 12/2039',
  ],
  [{ Type: 'BankAccount', IBAN: 'DE89****3000' }, en.bankAccount.replace('{digits}', 'DE89****3000')],
  [{ Type: 'BankAccount', Account: '****3000' }, en.bankAccount.replace('{digits}', '****3000')],
  [{ Type: 'InvoicePayment' }, en.onInvoice],
  [{ Type: 'November', EmailAddress: 'ada@wallet.test' }, 'November · ada@wallet.test'],
  [{ Type: 'November' }, 'November'],
  [undefined, en.noMethod],
])('names what is paid with: %j', (bearer, shown) => {
  const line = bearerLine(bearer as PaymentBearer | undefined, scene);
  expect(line.querySelector('svg') !== null).toBe(bearer !== undefined);
  expect(line.textContent).toBe(shown);
});

it('draws the way to pay of each kind, and a wallet for every other', () => {
  const drawing = (Type: string) =>
    bearerLine({ Type } as PaymentBearer, scene)
      .querySelector('path')
      ?.getAttribute('d');
  expect(['CreditCard', 'BankAccount', 'InvoicePayment', 'November', 'Other'].map(drawing)).toEqual([
    drawingsOfWays.CreditCard,
    drawingsOfWays.Debit,
    drawingsOfWays.InvoicePayment,
    drawingsOfWays.Wallet,
    drawingsOfWays.Wallet,
  ]);
});
