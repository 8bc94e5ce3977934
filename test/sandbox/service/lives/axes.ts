// How many lives have what makes billing hard: what random lives never meet, they do not test.
import type { Json } from './merchant.ts';
import type { Kept, State } from './story.ts';

/** What happened to a contract. */
export interface Course {
  readonly kept: Kept;
  readonly state: State;
  /** Steps that were taken, some with what makes them special. */
  readonly done: ReadonlySet<string>;
}

const linesOf = ({ state }: Course): Json[] => state.documents.flatMap(({ ItemList }) => ItemList);

/** Lines of a product, without credits. */
const charged = (course: Course, product: string): Json[] =>
  linesOf(course).filter(
    ({ ProductType, CreditedLineItemId }) => ProductType === product && CreditedLineItemId === undefined,
  );

const ratesOf = (lines: readonly Json[]) => new Set(lines.map(({ VatPercentage }) => VatPercentage));

/** Days that meet on both sides of a change of the rate. */
const isCut = (lines: readonly Json[]) =>
  lines.some(({ PeriodEnd, VatPercentage }) =>
    lines.some((next) => next.PeriodStart === PeriodEnd && next.VatPercentage !== VatPercentage),
  );

const worldOf = ({ kept }: Course) => kept.story.world;
const changesRate = (course: Course) => worldOf(course).taxes.rates['DE']?.length !== 1;
const paidBy = ({ kept }: Course, ...kinds: readonly string[]) =>
  kept.till.payments.filter(({ by }) => kinds.includes(by));

const axes: { readonly [name: string]: (course: Course) => boolean } = {
  'a fee cut by a change of the VAT rate': (one) => changesRate(one) && isCut(charged(one, 'RecurringFee')),
  'usage at two VAT rates': (one) => changesRate(one) && ratesOf(charged(one, 'MeteredUsage')).size > 1,
  'usage at two VAT rates, with a coupon': (one) =>
    changesRate(one) && one.done.has('coupon') && ratesOf(charged(one, 'MeteredUsage')).size > 1,
  'a rated item cut by a change of the VAT rate': (one) =>
    changesRate(one) && isCut(charged(one, 'RatedItem')),
  'a change of the VAT rate without a cut': (one) =>
    !worldOf(one).taxes.splits && ratesOf(linesOf(one)).size > 1,
  'usage with a discount': (one) =>
    charged(one, 'MeteredUsage').some(({ Description }) => /−\d+ %/.test(Description)),
  'a customer who moves to another rate': (one) =>
    one.done.has('customer') && ratesOf(charged(one, 'RecurringFee')).size > 1,
  'reverse charge': ({ state }) => state.documents.some(({ ReverseCharge }) => ReverseCharge === true),
  'gross prices': (one) => worldOf(one).gross,
  JPY: (one) => worldOf(one).currency === 'JPY',
  KWD: (one) => worldOf(one).currency === 'KWD',
  'a price list': ({ done }) => done.has('listed'),
  'a draft that is sent': (one) => worldOf(one).drafts === true && one.state.invoices.length > 0,
  'billing to the first of a month': (one) => worldOf(one).aligned === 1,
  'billing to the last days of a month': (one) => (worldOf(one).aligned ?? 0) > 28,
  'whole days': (one) => worldOf(one).daily === true,
  'a quota in a contract that was paused': (one) =>
    ['pause', 'pauseLater'].some((step) => one.done.has(step)) &&
    charged(one, 'MeteredUsage').some(({ Description }) => / included\)/.test(Description)),
  'usage in a pause': ({ done }) => done.has('usage in a pause'),
  'a trial with a coupon': ({ done }) => done.has('trial') && done.has('coupon'),
  'a trial with components': ({ done }) => done.has('trial') && done.has('components'),
  'a component that is billed in a trial': (one) =>
    one.done.has('trial') && worldOf(one).billsInTrial === true && charged(one, 'Component').length > 0,
  'a signup that is paid after midnight, at the price of its day': ({ done }) =>
    done.has('priced the day before'),
  BilledUntil: ({ done }) => done.has('BilledUntil'),
  'a past StartDate': ({ done }) => done.has('StartDate'),
  'a credit that is paid out': ({ done, kept, state }) =>
    (done.has('payOut') || kept.story.world.paysOut === true) &&
    state.ledger.some(({ Type }: Json) => Type === 'Refund'),
  'a payout that goes on after a refused refund': ({ kept }) => kept.till.refusalsPassed > 0,
  'a customer with several contracts': ({ kept }) => kept.story.pairs.length > 1,
  'a direct debit that settles late': (one) =>
    paidBy(one, 'settling debit').some(({ state }) => state === 'paid'),
  'a direct debit that comes back': (one) => paidBy(one, 'returned debit', 'debit taken back').length > 0,
  'a pause that begins with a renewal': ({ done }) => done.has('pause with a renewal'),
  'a component without an order, and another one that an order ends': ({ done }) =>
    done.has('post') && done.has('endAll'),
  'a component with dates of its own': ({ kept }) => kept.book.ownBillings.length > 0,
  'an end that is moved or revoked': ({ done }) => done.has('end moved') || done.has('revoke'),
  'a change of days that have passed': ({ done }) => done.has('changeBack'),
  'an order that is committed later': ({ done }) => done.has('commit later'),
  'a credit note': ({ done }) => done.has('creditNote'),
  'suspended billing': ({ done }) => done.has('suspend'),
  'a change while billing is suspended': ({ done }) =>
    done.has('change while suspended') || done.has('changeLater while suspended'),
  'a pause while billing is suspended': ({ done }) => done.has('pause while suspended'),
  'an end while billing is suspended': ({ done }) =>
    done.has('end while suspended') || done.has('cancel while suspended'),
};

/** In how many contracts each was met. */
export class Axes {
  readonly #counts = new Map(Object.keys(axes).map((name) => [name, 0]));

  count(course: Course): void {
    for (const [name, isMet] of Object.entries(axes))
      if (isMet(course)) this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  get unmet(): string[] {
    return [...this.#counts].filter(([, count]) => count === 0).map(([name]) => name);
  }

  get text(): string {
    return [...this.#counts].map(([name, count]) => `${String(count).padStart(6)} ${name}`).join('\n');
  }
}
