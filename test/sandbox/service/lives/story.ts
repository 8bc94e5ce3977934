// A customer's contracts in the service, each beside its books.
import type { Sandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import type { Book } from './book.ts';
import type { DayBook } from './by-day/book.ts';
import type { Json, Merchant } from './merchant.ts';
import type { TaxFacts } from './taxes.ts';
import type { Till } from './till.ts';
import type { World } from './world.ts';

/**
 * Milliseconds by which steps are later than the full hour. Without it, a payment could bounce at the very instant of a
 * renewal, and no rule says which of the two comes first.
 */
export const PAST_THE_HOUR = 7 * 60_000;

/** A contract as the service and the books have it. */
export interface Kept {
  readonly story: Story;
  readonly merchant: Merchant;
  readonly book: Book;
  /** The book that counts each day. */
  readonly days: DayBook;
  /** Both. */
  readonly books: readonly (Book | DayBook)[];
  readonly till: Till;
  /** What went outside of any provider. */
  readonly booked: number;
}

export interface Story {
  readonly sandbox: Sandbox;
  readonly world: World;
  readonly events: readonly Json[];
  readonly pairs: readonly Kept[];
  /** Country and VAT ID of the customer at present. */
  facts: TaxFacts;
  localOf(instant: string | Date): string;
  localNow(): string;
}

/** All that the books are compared with. */
export type State = Awaited<ReturnType<Merchant['readAnew']>>;

export const sumOf = (entries: readonly Json[], field = 'Amount') =>
  entries.reduce((sum: number, entry: Json) => sum + entry[field], 0);

/** Amounts are exact to a thousandth. */
export const exact = (amount: number) => Math.round(amount * 1000) / 1000 + 0;
