import * as z from 'zod';
import type { Snapshot } from '../core.ts';
import { invalid } from '../domain/problem.ts';
import { collections } from '../domain/records/collections.ts';
import { instantOf } from '../model/iso-8601.ts';
import type { CollectionDefinition, Document } from '../state/collection.ts';
import { mistakesOf } from '../validation/mistakes.ts';
import { documentSchemas, instant, references } from './schemas.ts';

const schemasByName: { readonly [name: string]: z.ZodType } = documentSchemas;
const referencesByName: { readonly [name: string]: { readonly [field: string]: string } | undefined } =
  references;
const definitionsByName: { readonly [name: string]: CollectionDefinition<never> | undefined } = collections;

const word = z
  .number()
  .int()
  .min(-(2 ** 31))
  .max(2 ** 31 - 1);

/** What is not a document: where time, ids and randomness go on. */
const frame = z.strictObject({
  Version: z.literal(1),
  Clock: z.strictObject({ Now: instant, Mode: z.enum(['WallClock', 'Manual']) }),
  Random: z
    .array(word)
    // Without a seed there is nothing to go on from.
    .refine((words) => words.length === 0 || words.length === 4, 'expected 4 numbers, or none')
    .refine(
      (words) => words.length === 0 || words.some((one) => one !== 0),
      'expected a number that is not 0',
    ),
  LastId: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  LastStamp: z.tuple([instant, z.number().int().min(0).max(999)]).optional(),
  Collections: z.record(z.string(), z.array(z.looseObject({ Id: z.string() }))),
});

/** Fields of instants in text. */
const TIME = /(?:Date|Until|Timestamp)$/;

/**
 * Checks that a snapshot is one that a sandbox could have given: every document by its schema, values that may stand only
 * once, the references between documents, the range of the clock.
 *
 * @param where stands before the names of fields @throws Problem 422 with the field that is wrong
 */
export function checkedSnapshot(given: unknown, where = ''): Snapshot {
  check(frame, given, where);
  const snapshot = given as Snapshot;
  const ids = new Map<string, Set<string>>();
  for (const [name, documents] of Object.entries(snapshot.Collections)) {
    const schema = Object.hasOwn(schemasByName, name) ? schemasByName[name] : undefined;
    const path = `${where}Collections.${name}`;
    if (schema === undefined) throw invalid(path, 'is not known');
    const known = new Set<string>();
    ids.set(name, known);
    for (const [at, document] of documents.entries()) {
      check(schema, document, `${path}[${at}].`);
      checkTimes(document, `${path}[${at}]`);
      if (known.has(document.Id)) throw invalid(`${path}[${at}].Id`, `"${document.Id}" comes twice`);
      known.add(document.Id);
    }
    refuseDoubles(name, documents, path);
  }
  if (ids.get('accounts')?.size !== 1) throw invalid(`${where}Collections.accounts`, 'expected one account');
  for (const [name, documents] of Object.entries(snapshot.Collections)) {
    for (const [field, target] of Object.entries(referencesByName[name] ?? {})) {
      for (const [at, document] of documents.entries()) {
        const value = (document as Document & { readonly [field: string]: unknown })[field];
        if (value === undefined || ids.get(target)?.has(String(value)) === true) continue;
        throw invalid(`${where}Collections.${name}[${at}].${field}`, `there is no "${value}" in ${target}`);
      }
    }
  }
  return snapshot;
}

function refuseDoubles(name: string, documents: readonly Document[], path: string): void {
  const { indexes = {}, unique = [] } = definitionsByName[name] ?? {};
  for (const index of unique) {
    const valuesOf = (document: Document) => new Set([indexes[index]?.(document as never) ?? []].flat());
    const values = documents.flatMap((document, at) =>
      [...valuesOf(document)].map((value) => ({ at, value })),
    );
    const taken = new Set<string>();
    for (const { at, value } of values) {
      if (taken.has(value)) throw invalid(`${path}[${at}]`, `another of the ${name} has ${index} "${value}"`);
      taken.add(value);
    }
  }
}

function check(schema: z.ZodType, value: unknown, where: string): void {
  const { error } = schema.safeParse(value);
  if (error === undefined) return;
  const [first] = mistakesOf(error, value);
  const field =
    where +
    (first?.path ?? [])
      .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
      .join('')
      .replace(/^\./, '');
  throw invalid(field.replace(/\.$/, ''), first?.message ?? 'is no snapshot');
}

function checkTimes(value: unknown, where: string): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [field, inner] of Object.entries(value)) {
    if (typeof inner === 'string' && TIME.test(field) && Number.isNaN(instantOf(inner)))
      throw invalid(`${where}.${field}`, `expected an ISO 8601 time, got "${inner.slice(0, 40)}"`);
    checkTimes(inner, `${where}.${field}`);
  }
}
