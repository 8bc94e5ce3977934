import { withoutLongNumbers } from '../../../../sdk/src/payment-data/masking.ts';
import type { ChangedDocument, ChangedField } from '../model/activity-entries.ts';
import type { ObservedChange } from '../state/state.ts';

/** Maximum number of characters shown of a value. */
const MAX_VALUE = 300;

type Fields = Readonly<Record<string, unknown>>;

/** Returns the changes to show, each with the fields that differ. */
export function changedDocuments(changes: readonly ObservedChange[]): ChangedDocument[] {
  return changes
    .filter(({ observed }) => observed !== undefined)
    .map(({ collection, observed, id, before, after }) => {
      const shown = { Collection: collection, Id: id };
      if (after === undefined) return { ...shown, Change: 'Deleted' };
      if (before === undefined) return { ...shown, Change: 'Created' };
      if (observed === 'Ids') return { ...shown, Change: 'Changed' };
      return { ...shown, Change: 'Changed', Fields: changedFields({ ...before }, { ...after }) };
    });
}

function changedFields(before: Fields, after: Fields): ChangedField[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const fields: ChangedField[] = [];
  for (const name of names) {
    const [old, now] = [JSON.stringify(before[name]), JSON.stringify(after[name])];
    if (old === now) continue;
    fields.push({
      Field: name,
      ...(old === undefined ? {} : { Before: short(old) }),
      ...(now === undefined ? {} : { After: short(now) }),
    });
  }
  return fields;
}

/** Shortens a value for display, and masks possible card numbers. */
function short(json: string): unknown {
  const shown: unknown = JSON.parse(json, (_name, value) =>
    typeof value === 'string' ? withoutLongNumbers(value) : value,
  );
  return json.length <= MAX_VALUE ? shown : `${JSON.stringify(shown).slice(0, MAX_VALUE)}…`;
}
