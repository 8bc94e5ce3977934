import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import {
  isRefusalCode,
  receiptCodes,
  refusalCodes,
  restCodes,
  sandboxCodes,
} from '../../sandbox/src/service/domain/basics/problem-codes.ts';
import { problemReference } from '../../sandbox/src/service/domain/basics/problem-reference.ts';
import { ClientLibError, invalid } from '../../sdk/src/errors/client-lib-error.ts';
import {
  detailCodes,
  type ErrorCode,
  isServiceCode,
  libraryCodes,
  paymentCodes,
  serviceDetailCodes,
} from '../../sdk/src/errors/codes.ts';
import { errorReference } from '../../sdk/src/errors/reference.ts';

const all: readonly ErrorCode[] = [...libraryCodes, ...paymentCodes, ...serviceDetailCodes, ...detailCodes];

describe('docs/errors.md has each code once, with cause and cure, and no other:', () => {
  /** Each code with its section and the cells of its row. */
  const rowsOf = (text = '') =>
    text.split(/^##+ /m).flatMap((part) => {
      const [section = ''] = part.split('\n');
      const rows = [...part.matchAll(/^\| `([A-Z3]\w+)` \| (.*) \|$/gm)];
      return rows.map(([, code = '', cells = '']) => [code, [section, ...cells.split(' | ')]] as const);
    });
  const read = async () =>
    (await readFile(new URL('../../docs/errors.md', import.meta.url), 'utf8')).split(
      '# Errors of the service',
    );

  test.each([
    ['those of ClientLib', 0, all, errorReference],
    ['those of the service alone', 1, [...restCodes, ...receiptCodes, ...sandboxCodes], problemReference],
  ] as const)('%s, in their section', async (_whose, at, codes, reference) => {
    const rows = rowsOf((await read())[at]);
    expect(rows.map(([code]) => code).sort()).toEqual([...codes].sort());
    const explained: { readonly [code: string]: readonly (string | number)[] } = reference;
    for (const [code, cells] of rows) {
      expect(cells, code).toEqual(explained[code]?.map(String));
      expect(cells, code).not.toContain('');
    }
  });
});

test('every problem of the service has a code of these tables', () => {
  const listed = [...libraryCodes, ...paymentCodes, ...serviceDetailCodes];
  expect([...refusalCodes].sort()).toEqual(
    [...new Set([...listed, ...restCodes, ...receiptCodes, ...sandboxCodes])].sort(),
  );
  expect(refusalCodes.every(isRefusalCode)).toBe(true);
  expect(['', 'InvalidFoo', 'invaliddata', undefined, 7].some(isRefusalCode)).toBe(false);
});

describe('codes of the service', () => {
  const known = [...libraryCodes, ...paymentCodes, ...serviceDetailCodes];

  test.each(known)('%s is accepted as it is', (code) => {
    expect(isServiceCode(code)).toBe(true);
  });

  test.each([
    undefined,
    null,
    '',
    'Invalid',
    'InvalidFoo',
    'XInvalidIban',
    'InvalidIbanX',
    'NetworkDown',
    'aborted',
    {},
  ])('%j is not', (code) => {
    expect(isServiceCode(code)).toBe(false);
  });
});

test('docs/errors.md says which codes are retryable, as the errors do', async () => {
  const page = await readFile(new URL('../../docs/errors.md', import.meta.url), 'utf8');
  const retryable = page.slice(page.indexOf('## Service, provider and network'));
  for (const code of [...libraryCodes, ...paymentCodes]) {
    const isDocumented = retryable.includes(`| \`${code}\` |`) && code !== 'UnmappedError';
    expect(new ClientLibError([code], '').retryable, code).toBe(isDocumented);
  }
});

test('an error is an instance of Error, with all its properties', () => {
  const cause = new Error('underneath');
  const error = new ClientLibError(
    ['ServerError', 'NetworkDown'],
    'No connection.',
    { idempotencyKey: 'k' },
    cause,
  );
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({
    name: 'ClientLibError',
    message: 'No connection.',
    developerMessage: 'No connection.',
    cause,
  });
  expect(error.referenceId).toBe('k');
  expect(String(error)).toBe('ClientLibError: No connection.');
  expect(error.stack).toContain('error-codes.test');
  const { details, referenceId, referenceUrl } = new ClientLibError(['InvalidData'], 'No.');
  expect([details, referenceId, referenceUrl]).toEqual(['', '', '']);
});

test('a console prints what is set of an error, without the whole answer, and the field in the message alone', () => {
  const facts = { field: 'cart', answer: { Error: {} }, status: 422, details: '', referenceId: 'r' };
  const error = new ClientLibError(['InvalidData'], 'cart: no.', facts);
  expect(Object.keys(error).sort()).toEqual(['errorCode', 'errorMessage', 'name', 'referenceId', 'status']);
  expect(error).toMatchObject(facts);
});

test.each([
  ['7a', 'size: expected a number, got 7a.'],
  [null, 'size: expected a number, got null.'],
  [[1], 'size: expected a number, got a list.'],
  [{}, 'size: expected a number, got object.'],
  [{ Iban: 'DE89370400440532013000' }, 'size: expected a number, got { Iban }.'],
  [() => 1, 'size: expected a number, got function.'],
  [undefined, 'size: expected a number.'],
])(
  'a wrong argument is named with its value, %j, or the names of its fields for an object',
  (came, message) => {
    expect(invalid('InvalidData', 'size', 'a number', came)).toMatchObject({
      errorCode: ['InvalidData'],
      message,
      field: 'size',
    });
  },
);
