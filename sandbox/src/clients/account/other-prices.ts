import type { Snapshot } from '../../sandbox/sandbox.ts';
import type { FoundDifference } from './compare-responses.ts';
import { catalogueLists } from './read-catalogue.ts';
import type { VerifyRequest } from './verify-requests.ts';

const LISTS = Object.values(catalogueLists).join('|');
/** A request about a list of the catalogue, or about one of its entries. */
const REQUEST = new RegExp(`^/api/v1/(${LISTS})(?:/([0-9a-f]{24}))?(?:\\?|$)`, 'i');
/** A field of an entry: `[b00000000000000000000001].RecurringFee`; of one entry, `RecurringFee`. */
const FIELD = /^(?:\[([0-9a-f]{24})\]\.)?(\w+)$/i;

/** Catalogue prices that differ in the service: each of them makes every order with it different. */
export class OtherPrices {
  /** Values by list, id and field. */
  readonly #values = new Map<string, unknown>();

  get any(): boolean {
    return this.#values.size > 0;
  }

  note({ path }: VerifyRequest, differences: readonly FoundDifference[]): void {
    const [, list, one] = REQUEST.exec(path) ?? [];
    if (list === undefined) return;
    for (const difference of differences) {
      const [, entry = one, field] = FIELD.exec(difference.path) ?? [];
      if (difference.class === 'amount' && entry !== undefined)
        this.#values.set(`${list} ${entry} ${field}`, difference.service);
    }
  }

  clear(): void {
    this.#values.clear();
  }

  /** A state with these prices. */
  in(snapshot: Snapshot): Snapshot {
    const copy = structuredClone(snapshot);
    for (const [key, value] of this.#values) {
      const [list = '', id, field = ''] = key.split(' ');
      const entry = copy.Collections[list]?.find(({ Id }) => Id === id);
      if (entry !== undefined) Object.assign(entry, { [field]: value });
    }
    return copy;
  }
}
