// What the service says that it will bill next, held against what it bills.
import assert from 'node:assert/strict';
import type { Json } from './merchant.ts';
import { exact, type Kept, type State, sumOf } from './story.ts';

/** Documents carry stamps that are later than their instant by parts of a millisecond. */
const isAt = (stamp: string, at: number) => Math.abs(Date.parse(stamp) - at) < 1000;

export class Foresight {
  readonly #date: number | undefined;
  readonly #total: number;
  readonly #known: ReadonlySet<string>;
  readonly #shown: string | undefined;

  private constructor({ NextBillingDate, Invoice }: Json, known: readonly Json[], contract: Json) {
    this.#date = NextBillingDate === undefined ? undefined : Date.parse(NextBillingDate);
    this.#total = Invoice?.TotalGross ?? 0;
    this.#known = new Set(known.map(({ Id }) => Id));
    this.#shown = contract.NextBillingDate;
  }

  /** Nothing is foreseen while billing is suspended, or where an end bills the last usage. */
  static async of({ merchant, book }: Kept): Promise<Foresight | undefined> {
    if (book.suspended || book.annulled) return undefined;
    const preview = await merchant.contract('GET', 'previewNextRecurring');
    const { documents, contract } = await merchant.read();
    const seen = new Foresight(preview, documents, contract);
    assert.equal(contract.NextBillingDate, preview.NextBillingDate, 'one date of the next billing');
    return seen;
  }

  compare({ book, story }: Kept, { documents }: State): void {
    const fresh = documents.filter(({ Id }) => !this.#known.has(Id));
    const { calendar } = story.world;
    const end = book.end === undefined ? Number.POSITIVE_INFINITY : calendar.instantOf(book.end).getTime();
    const date = this.#date ?? Number.POSITIVE_INFINITY;
    // A component that was posted with a start or end of its own is billed then, and that is no next billing.
    const own = book.ownBillings.map((at) => calendar.instantOf(at).getTime());
    const isOwn = (created: string) => own.some((at) => isAt(created, at));
    // Sent drafts are not made now, and credits of a pause that begins are no next bill.
    const before = fresh.filter(
      ({ Created, TotalGross }) =>
        Date.parse(Created) < Math.min(date, end) - 1000 && TotalGross > 0 && !isOwn(Created),
    );
    const shown = `The next bill was to be ${this.#total} at ${this.#shown}`;
    assert.deepEqual(
      before.map(({ Created, TotalGross }) => [Created, TotalGross]),
      [],
      shown,
    );
    const now = story.sandbox.clock.now().getTime();
    if (date > now || end <= date) return;
    const billed = fresh.filter(({ Created }) => isAt(Created, date));
    assert.equal(
      exact(sumOf(billed, 'TotalGross')),
      this.#total,
      `what was foreseen for ${new Date(date).toISOString()}`,
    );
  }
}
