import * as z from 'zod';
import type { Snapshot } from '../core/core.ts';
import { invalid } from '../domain/basics/problem.ts';
import { collections } from '../domain/records/collections.ts';
import { toInstant } from '../model/iso-8601.ts';
import type { CollectionDefinition, Document } from '../state/collection.ts';
import { nextSlice } from '../state/time-slices.ts';
import { firstError } from '../validation/first-error.ts';
import { toMistakes } from '../validation/mistakes.ts';
import { documentSchemas, instant, references } from './schemas.ts';

const schemasByName: { readonly [name: string]: z.core.SomeType } = documentSchemas;
const referencesByName: { readonly [name: string]: { readonly [field: string]: string } | undefined } =
  references;
const definitionsByName: { readonly [name: string]: CollectionDefinition<never> | undefined } = collections;

const word = z
  .number()
  .int()
  .min(-(2 ** 31))
  .max(2 ** 31 - 1);

/** Everything but the documents: the state of the clock, ids and randomness. */
const frame = z.strictObject({
  Version: z.literal(1),
  Clock: z.strictObject({ Now: instant, Mode: z.enum(['WallClock', 'Manual']) }),
  Random: z
    .array(word)
    // An unseeded sandbox has no random state to restore.
    .refine((words) => words.length === 0 || words.length === 4, 'expected 4 numbers, or none')
    .refine(
      (words) => words.length === 0 || words.some((one) => one !== 0),
      'expected a number that is not 0',
    ),
  LastId: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  LastStamp: z.tuple([instant, z.number().int().min(0).max(999)]).optional(),
});

/** Names of fields that contain a timestamp. */
const TIME = /(?:Date|Until|Timestamp|PricedAt)$/;

/** Documents of all snapshots that come together. */
const MAX_DOCUMENTS = 5_000_000;

/** Documents checked before yielding to the event loop. */
const SLICE = 1_000;

/** Why there is no room for what has come so far: of the collection, and of all; `undefined` while there is. */
export type QuotaCheck = (collection: string, count: number, documents: number) => string | undefined;

/**
 * Checks that a snapshot is one that a sandbox could have given, while it comes: every document by its schema, values that
 * may stand only once, the references between documents, the range of the clock. Each method throws a Problem 422 with the
 * first field that is wrong.
 */
export class SnapshotCheck {
  readonly #where: string;
  readonly #quotaCheck: QuotaCheck;
  readonly #collections: Record<string, Document[]> = {};
  readonly #ids = new Map<string, Set<string>>();
  /** Values that must be unique, by collection and index. */
  readonly #taken = new Map<string, Set<string>>();
  #documents = 0;

  /** @param where the prefix for field names */
  constructor(where: string, quotaCheck: QuotaCheck) {
    this.#where = where;
    this.#quotaCheck = quotaCheck;
  }

  /** Returns the field path of the next document. */
  next(collection: string): string {
    return `${this.#where}Collections.${collection}[${this.#collections[collection]?.length ?? 0}]`;
  }

  /** Starts a collection, which may be empty. */
  open(collection: string): Document[] {
    if (!Object.hasOwn(schemasByName, collection))
      throw invalid(`${this.#where}Collections.${collection.slice(0, 100)}`, 'is not known');
    this.#collections[collection] ??= [];
    return this.#collections[collection];
  }

  add(collection: string, given: unknown): void {
    const documents = this.open(collection);
    const path = this.next(collection);
    check(schemasByName[collection] as z.ZodType, given, `${path}.`);
    const document = given as Document;
    checkTimes(document, path);
    const ids = this.#ids.get(collection) ?? new Set();
    this.#ids.set(collection, ids);
    if (ids.has(document.Id)) throw invalid(`${path}.Id`, `"${document.Id}" is listed twice`);
    ids.add(document.Id);
    this.#refuseDoubles(collection, document, path);
    documents.push(document);
    this.#documents += 1;
    if (this.#documents > MAX_DOCUMENTS)
      throw invalid(path, `is one of more than ${MAX_DOCUMENTS} documents`);
    const noRoom = this.#quotaCheck(collection, documents.length, this.#documents);
    if (noRoom !== undefined) throw invalid(path, `comes after too many others: ${noRoom}`);
  }

  /** @param rest everything but the documents */
  async end(rest: unknown): Promise<Snapshot> {
    check(frame, rest, this.#where);
    if (this.#ids.get('accounts')?.size !== 1)
      throw invalid(`${this.#where}Collections.accounts`, 'expected one account');
    for (const [collection, documents] of Object.entries(this.#collections))
      await this.#checkReferences(collection, documents);
    return { ...(rest as Omit<Snapshot, 'Collections'>), Collections: this.#collections };
  }

  async #checkReferences(collection: string, documents: readonly Document[]): Promise<void> {
    const targets = Object.entries(referencesByName[collection] ?? {});
    if (targets.length === 0) return;
    for (const [at, document] of documents.entries()) {
      if (at % SLICE === SLICE - 1) await nextSlice();
      for (const [field, target] of targets) {
        const value = (document as Document & { readonly [field: string]: unknown })[field];
        if (value === undefined || this.#ids.get(target)?.has(String(value)) === true) continue;
        throw invalid(
          `${this.#where}Collections.${collection}[${at}].${field}`,
          `there is no "${value}" in ${target}`,
        );
      }
    }
  }

  #refuseDoubles(collection: string, document: Document, path: string): void {
    const { indexes = {}, unique = [] } = definitionsByName[collection] ?? {};
    for (const index of unique) {
      const key = `${collection}/${index}`;
      const taken = this.#taken.get(key) ?? new Set();
      this.#taken.set(key, taken);
      for (const value of new Set([indexes[index]?.(document as never) ?? []].flat())) {
        if (taken.has(value)) throw invalid(path, `another entry in ${collection} has ${index} "${value}"`);
        taken.add(value);
      }
    }
  }
}

/**
 * Validates a value against its schema.
 *
 * @param where the prefix for field names @throws Problem 422 with the first invalid field
 */
export function check(schema: z.ZodType, value: unknown, where: string): void {
  const wrong = firstError(schema, value);
  if (wrong === undefined) return;
  const [first] = toMistakes(wrong.error, wrong.value);
  const field =
    where +
    [...wrong.path, ...(first?.path ?? [])]
      .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
      .join('')
      .replace(/^\./, '');
  throw invalid(field.replace(/\.$/, ''), first?.message ?? 'is not a snapshot');
}

function checkTimes(value: unknown, where: string): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [field, inner] of Object.entries(value)) {
    if (typeof inner === 'string' && TIME.test(field) && Number.isNaN(toInstant(inner)))
      throw invalid(`${where}.${field}`, `expected an ISO 8601 time, got "${inner.slice(0, 40)}"`);
    checkTimes(inner, `${where}.${field}`);
  }
}
