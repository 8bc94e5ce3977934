import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Answers, livedIn } from './lived-in.ts';

// Every field of resource-fields.json on real answers of an account in which everything has happened once.

interface Row {
  /** `LineItems[].TotalNet`: a field of each entry of a list. */
  readonly field: string;
  readonly kind: string;
  /** `always`: wherever what holds it is there; `sometimes`: on one answer at least. */
  readonly when: 'always' | 'sometimes';
  /** A: the service's own samples or types; B: two independent clients; C: one client or inference. */
  readonly strength: 'A' | 'B' | 'C';
  /** Of the resource's answers those that have it; all without this. */
  readonly answers?: readonly string[];
}

interface Table {
  readonly enumerations: {
    readonly [name: string]: {
      readonly values: readonly string[];
      /** Those that this account gives no occasion for; why, says docs/decisions.md. */
      readonly unseen?: readonly string[];
    };
  };
  readonly resources: {
    readonly [name: string]: { readonly answers: readonly string[]; readonly fields: readonly Row[] };
  };
}

const table = JSON.parse(readFileSync(new URL('./resource-fields.json', import.meta.url), 'utf8')) as Table;

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value);
const isObject: Check = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
const matches =
  (form: RegExp): Check =>
  (value) =>
    typeof value === 'string' && form.test(value);
const units = ['Second', 'Minute', 'Hour', 'Day', 'Week', 'Month', 'Year'];

const checks: { readonly [kind: string]: Check } = {
  id: matches(/^[0-9a-f]{24}$/),
  text: isText,
  dec: isNumber,
  int: (value) => Number.isInteger(value),
  bool: (value) => typeof value === 'boolean',
  time: matches(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}Z$/),
  day: matches(/^\d{4}-\d\d-\d\d$/),
  reference: matches(/^[A-Z]{4}-[A-Z]{4}$/),
  'invoice reference': matches(/^[A-Z]{5}-[A-Z]{5}-[A-Z]{5}$/),
  md5: matches(/^[0-9a-f]{32}$/),
  period: (value) =>
    isObject(value) &&
    units.includes((value as { Unit: string }).Unit) &&
    isNumber((value as { Quantity: number }).Quantity),
  loc: (value) => isObject(value) && Object.values(value as object).every(isText),
  map: isObject,
  object: isObject,
  list: (value) => Array.isArray(value),
  ids: (value) => Array.isArray(value) && value.length > 0 && value.every(matches(/^[0-9a-f]{24}$/)),
};

function checkOf(kind: string): Check {
  const values = table.enumerations[kind.replace('enum ', '')]?.values;
  if (kind.startsWith('enum ') && values !== undefined) return (value) => values.includes(value as string);
  const check = checks[kind];
  if (check === undefined) throw new Error(`The table has a kind that nobody knows: ${kind}.`);
  return check;
}

/** What stands at a path, once for each entry of the lists on the way; holders that are not there have nothing. */
function valuesAt(answer: object, field: string): unknown[] {
  let holders: unknown[] = [answer];
  const parts = field.split('.');
  for (const [at, part] of parts.entries()) {
    const isLast = at === parts.length - 1;
    const name = part.replace('[]', '');
    const present = holders.filter(isObject).map((holder) => (holder as Record<string, unknown>)[name]);
    if (isLast) return present;
    holders = part.endsWith('[]') ? present.flatMap((list) => (Array.isArray(list) ? list : [])) : present;
  }
  return [];
}

describe('the table of fields', () => {
  let answers: Answers;
  beforeAll(async () => {
    answers = await livedIn();
  });

  /** What an answer of the account has at a field. */
  const valuesOf = (resource: string, { field, answers: only }: Row) =>
    (only ?? table.resources[resource]?.answers ?? []).flatMap((answered) =>
      (answers.get(resource)?.get(answered) ?? []).flatMap((answer) => valuesAt(answer, field)),
    );

  it.each(Object.entries(table.enumerations))('lists the values of %s', (name, { values, unseen = [] }) => {
    const shown = new Set(
      Object.entries(table.resources).flatMap(([resource, { fields }]) =>
        fields.filter(({ kind }) => kind === `enum ${name}`).flatMap((row) => valuesOf(resource, row)),
      ),
    );
    expect(values.filter((value) => !shown.has(value))).toEqual(unseen);
  });

  for (const [resource, { answers: kinds, fields }] of Object.entries(table.resources)) {
    describe(resource, () => {
      it.each(fields)('$field: $kind, $when ($strength)', (row) => {
        const { kind, when, answers: only } = row;
        const check = checkOf(kind);
        for (const answered of only ?? kinds) {
          const found = answers.get(resource)?.get(answered) ?? [];
          expect(found.length, `${resource} as ${answered}`).toBeGreaterThan(0);
        }
        const values = valuesOf(resource, row);
        const present = values.filter((value) => value !== undefined);
        expect(present.length, 'on one answer at least').toBeGreaterThan(0);
        if (when === 'always') expect(present).toHaveLength(values.length);
        expect(present.filter((value) => !check(value))).toEqual([]);
      });
    });
  }
});
