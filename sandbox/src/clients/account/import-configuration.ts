import type * as z from 'zod';
import { completeEntries } from '../../service/configuration/schema.ts';
import { type Path, toMistakes, written } from '../../service/validation/mistakes.ts';
import { catalogueLists, type ListName, type ReadCatalogue } from './read-catalogue.ts';
import type { Entry } from './read-list.ts';

/** A configuration in the format of its file. */
export interface ImportedConfiguration {
  readonly configuration: { readonly Catalogue: Readonly<Record<string, unknown>> };
  /** Entries without a counterpart, with the reason. */
  readonly notes: readonly string[];
}

/** Fields that are derived from others, or from past activity: the sandbox derives them itself. */
const derived: { readonly [list in ListName]?: readonly string[] } = {
  Plans: ['IsDeletable'],
  PlanVariants: ['IsDeletable', 'PlanGroupId'],
  Components: ['IsDeletable'],
  Discounts: ['IsDeletable'],
  Coupons: ['Active', 'UsedCodes'],
  PriceLists: ['IsDeletable'],
};

/**
 * The configuration for this catalogue: ids kept, entries in the service's order, which is the order of creation,
 * fields in the order of the schema, keys of maps sorted. So the same catalogue results in the same file.
 */
export function toConfiguration({ lists, notes }: ReadCatalogue): ImportedConfiguration {
  const Catalogue: Record<string, unknown> = { Defaults: false };
  const found: string[] = [];
  for (const name of Object.keys(catalogueLists) as ListName[]) {
    const entries = lists[name];
    if (entries === undefined) continue;
    Catalogue[name] = entries.flatMap((entry) => configuredEntry(name, entry, found));
  }
  return { configuration: { Catalogue }, notes: [...notes, ...found] };
}

function configuredEntry(list: ListName, entry: Entry, notes: string[]): readonly object[] {
  const schema = completeEntries[list] as z.ZodObject;
  const where = `${list} ${entry.Id}`;
  const { Id, ...given } = entry;
  const fields: Record<string, unknown> = {};
  for (const name of Object.keys(schema.shape))
    if (given[name] !== undefined) fields[name] = sorted(given[name]);
  if (list === 'TaxPolicies' && given['Predefined'] !== undefined) fields['Predefined'] = given['Predefined'];
  for (const name of Object.keys(given)) {
    if (name in fields || derived[list]?.includes(name) === true) continue;
    notes.push(`${where}: ${name} has no counterpart and was skipped.`);
  }
  if (list === 'Coupons' && Array.isArray(given['UsedCodes']) && given['UsedCodes'].length > 0)
    notes.push(
      `${where}: ${given['UsedCodes'].length} used codes are unused in the sandbox, which counts only its own contracts.`,
    );
  return fitting(schema, fields, where, notes) ? [{ Id, ...fields }] : [];
}

/** Removes values that the schema of the sandbox rejects. @returns whether the rest is a valid entry */
function fitting(
  schema: z.ZodObject,
  fields: Record<string, unknown>,
  where: string,
  notes: string[],
): boolean {
  for (;;) {
    const { error } = schema.safeParse(fields);
    if (error === undefined) return true;
    const [first] = toMistakes(error, fields);
    const field = String(first?.path[0] ?? '');
    const what = `${written((first?.path ?? []) as Path)}: ${first?.message ?? 'is invalid'}`;
    if (!(field in fields)) {
      notes.push(`${where} was skipped: ${what}.`);
      return false;
    }
    delete fields[field];
    notes.push(`${where}: ${field} was skipped: ${what}.`);
  }
}

/** The keys of maps sorted; lists stay unchanged. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}
