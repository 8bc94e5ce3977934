import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { configurationSchema } from '../../../../sandbox/src/service/configuration/schema.ts';
import { allOperations } from '../../../../sandbox/src/service/http/routes/index.ts';
import { toMistakes, written } from '../../../../sandbox/src/service/validation/mistakes.ts';

/** What a schema says of a value, as a message shows it. */
function said(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value);
  return error === undefined
    ? []
    : toMistakes(error, value).map(({ path, message }) => `${written(path)}: ${message}`);
}

const entry = z.object({ Quantity: z.number() });

describe('schema errors are explained in words', () => {
  it.each<[code: string, expected: string, schema: z.ZodType, value: unknown]>([
    ['invalid_type', 'expected a text, got 7; put it in quotes', z.string(), 7],
    ['invalid_type', 'expected a text, got null', z.string(), null],
    ['invalid_type', 'expected a text, got a list', z.string(), ['a']],
    ['invalid_type', 'expected a number, got "7"; leave out the quotes', z.number(), '7'],
    ['invalid_type', 'expected a number, got "seven"', z.number(), 'seven'],
    ['invalid_type', 'expected a number, got "seven"', z.coerce.number(), 'seven'],
    ['invalid_type', 'expected a whole number, got "1.5"', z.coerce.number().int(), '1.5'],
    ['invalid_type', 'expected a whole number, got 1.5', z.number().int(), 1.5],
    ['invalid_type', 'expected true or false, got "true"; leave out the quotes', z.boolean(), 'true'],
    ['invalid_type', 'expected true or false, got "yes"', z.boolean(), 'yes'],
    [
      'invalid_type',
      'expected a list, got an object; put it in a list: […]',
      z.array(entry),
      { Quantity: 1 },
    ],
    ['invalid_type', 'expected an object, got a list', entry, []],
    [
      'invalid_type',
      'expected an object, got "{\\"Quantity\\":1}"; send the object itself, not its text',
      entry,
      '{"Quantity":1}',
    ],
    ['invalid_type', 'expected an object, got "a"', z.record(z.string(), z.number()), 'a'],
    ['invalid_type, missing', 'is missing; expected a text', z.string(), undefined],
    [
      'invalid_value',
      'expected one of "Net", "Gross", got "net"; did you mean "Net"?',
      z.enum(['Net', 'Gross']),
      'net',
    ],
    ['invalid_value', 'expected one of "Net", "Gross", got "Brutto"', z.enum(['Net', 'Gross']), 'Brutto'],
    [
      'invalid_value, missing',
      'is missing; expected one of "Net", "Gross"',
      z.enum(['Net', 'Gross']),
      undefined,
    ],
    ['invalid_value', 'expected true, got false', z.literal(true), false],
    ['too_small', 'expected at least 0, got -1', z.number().min(0), -1],
    ['too_small', 'expected more than 0, got 0', z.number().gt(0), 0],
    ['too_small', 'expected at least 1 character, got 0', z.string().min(1), ''],
    ['too_small', 'expected at least 1 entry, got 0', z.array(entry).min(1), []],
    ['too_big', 'expected at most 500, got 501', z.number().max(500), 501],
    ['too_big', 'expected at most 500, got "501"', z.coerce.number().int().max(500), '501'],
    ['too_big', 'expected less than 1, got 1', z.number().lt(1), 1],
    ['too_big', 'expected at most 3 characters, got 4', z.string().max(3), 'abcd'],
    ['too_big', 'expected at most 1 entry, got 2', z.array(z.number()).max(1), [1, 2]],
    ['too_big', 'expected exactly 3 characters, got 4', z.string().length(3), 'abcd'],
    ['too_big', 'expected at most 9007199254740991, got …', z.number().int(), 1e20],
    ['not_multiple_of', 'expected a multiple of 5, got 7', z.number().multipleOf(5), 7],
    [
      'invalid_format',
      'expected three letters such as EUR, got "euro"',
      z.string().regex(/^[A-Z]{3}$/, 'expected three letters such as EUR'),
      'euro',
    ],
    ['custom', 'expected a day, got "x"', z.string().refine(() => false, 'expected a day'), 'x'],
    [
      'invalid_union, no option fits',
      'expected an object or a list, got 7',
      z.union([entry, z.array(entry)]),
      7,
    ],
    [
      'invalid_union, missing',
      'is missing; expected an object or a list',
      z.union([entry, z.array(entry)]),
      undefined,
    ],
    [
      'invalid_key',
      'expected another name: expected at least 3 characters, got 1',
      z.record(z.string().min(3), z.number()),
      { b: 1 },
    ],
  ])('%s: %s', (_code, expected, schema, value) => {
    expect(said(z.object({ Field: schema }), { Field: value })[0]?.replace(/^Field(\.b)?: /, '')).toBe(
      expected,
    );
  });

  it('names each unknown property', () => {
    expect(said(z.strictObject({ A: z.string().optional() }), { B: 1, C: 2 })).toEqual([
      'B: is not known',
      'C: is not known',
    ]);
  });

  it('explains only the intended one of several options', () => {
    const schema = z.object({ Usage: z.union([entry, z.array(entry)]) });
    expect(said(schema, { Usage: { Quantity: 'three' } })).toEqual([
      'Usage.Quantity: expected a number, got "three"',
    ]);
    expect(said(schema, { Usage: [{ Quantity: 1 }, {}] })).toEqual([
      'Usage[1].Quantity: is missing; expected a number',
    ]);
  });

  it('never repeats a secret or a possible card number', () => {
    const no = z.boolean();
    const schema = z.object({ ClientSecret: no, Cvc: no, Iban: no, Note: no });
    const value = { ClientSecret: 'hunter2', Cvc: 123, Iban: 'NO93 8601', Note: '4111 1111 1111 1111' };
    expect(said(schema, value)).toEqual([
      'ClientSecret: expected true or false, got a text',
      'Cvc: expected true or false, got a number',
      'Iban: expected true or false, got a text',
      'Note: expected true or false, got "…"',
    ]);
  });

  it.each([
    'Secret',
    'password',
    'AccessToken',
    'Receipt',
    'CVC',
    'cvv',
    'Iban',
    'CardNumber',
    'accountNumber',
  ])('never repeats the value of %s, nor one below it', (name) => {
    const schema = z.object({ [name]: z.boolean(), List: z.array(z.object({ [name]: entry })) });
    const value = { [name]: 'hunter2', List: [{ [name]: { Quantity: 'hunter2' } }] };
    expect(said(schema, value)).toEqual([
      `${name}: expected true or false, got a text`,
      `List[0].${name}.Quantity: expected a number, got a text`,
    ]);
  });

  it('shows a long value in part', () => {
    expect(said(z.boolean(), 'x'.repeat(200))[0]).toHaveLength(`: expected true or false, got `.length + 61);
  });
});

/** Every schema inside a schema, itself included. */
function within(schema: z.ZodType, seen = new Set<z.ZodType>()): Set<z.ZodType> {
  if (seen.has(schema)) return seen;
  seen.add(schema);
  const {
    shape = {},
    element,
    innerType,
    options = [],
    in: given,
    valueType,
  } = schema._zod.def as unknown as Record<string, z.ZodType> & {
    shape?: Record<string, z.ZodType>;
    options?: z.ZodType[];
  };
  for (const inner of [...Object.values(shape), element, innerType, ...options, given, valueType]) {
    if (inner !== undefined) within(inner, seen);
  }
  return seen;
}

describe("no schema uses the library's own words", () => {
  const odd = [undefined, null, true, -1.5, 1e300, '', 'odd', '😀'.repeat(200), [], [1], {}, { Odd: 1 }];

  it('neither for a request nor for the configuration', async () => {
    const inputs = (await allOperations()).flatMap(({ query, json, form }) => [query, json, form]);
    const schemas = [...inputs, configurationSchema].filter((schema) => schema !== undefined);
    const all = new Set(schemas.flatMap((schema) => [...within(schema)]));
    expect(all.size).toBeGreaterThan(200);
    const sentences = new Set([...all].flatMap((schema) => odd.flatMap((value) => said(schema, value))));
    expect(sentences.size).toBeGreaterThan(100);
    // Names of values stand in quotes; they may have any words.
    const plain = [...sentences].map((text) => text.replace(/"[^"]*"/g, ''));
    const clumsy = plain.filter((text) => /invalid|received|another value|undefined/i.test(text));
    expect(clumsy).toEqual([]);
  });
});
