import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { ClientLibError } from '../../sdk/src/error.ts';
import {
  type DetailCode,
  type ErrorCode,
  isServiceCode,
  type LibraryCode,
  type PaymentCode,
} from '../../sdk/src/error-codes.ts';

// The compiler holds these lists to the types: none missing, none too many.
const keys = <Code extends string>(codes: Record<Code, 1>): Code[] => Object.keys(codes) as Code[];
const library = keys<LibraryCode>({
  Aborted: 1,
  AcquirerServerError: 1,
  AmountLimitExceeded: 1,
  AuthorizationRejected: 1,
  BearerExpired: 1,
  BearerRejected: 1,
  InvalidAccountHolder: 1,
  InvalidAccountNumber: 1,
  InvalidAmount: 1,
  InvalidBankCode: 1,
  InvalidBic: 1,
  InvalidCardType: 1,
  InvalidCardNumber: 1,
  InvalidCardCvc: 1,
  InvalidCardHolder: 1,
  InvalidConfiguration: 1,
  InvalidCountry: 1,
  InvalidCouponCode: 1,
  InvalidCurrency: 1,
  InvalidData: 1,
  InvalidExpirationDate: 1,
  InvalidKey: 1,
  InvalidIban: 1,
  InvalidName: 1,
  InvalidPaymentData: 1,
  InvalidPaymentMethod: 1,
  InvalidTransaction: 1,
  InvalidVatId: 1,
  ServerError: 1,
  PspServerError: 1,
  RateLimit: 1,
  Timeout: 1,
  UnmappedError: 1,
  '3DsProblem': 1,
});
const payment = keys<PaymentCode>({
  LimitExceeded: 1,
  BearerInvalid: 1,
  LoginError: 1,
  InsufficientBalance: 1,
  AlreadyExecuted: 1,
  InvalidPreconditions: 1,
  InternalError: 1,
  InternalProviderError: 1,
  PermissionDenied: 1,
  Canceled: 1,
  Rejected: 1,
  PSPConnectionProblem: 1,
  InvalidIBAN: 1,
  PSPConnectionTimeout: 1,
});
const detail = keys<DetailCode>({
  NoBaseUrl: 1,
  InsecureBaseUrl: 1,
  WrongEnvironment: 1,
  NotReady: 1,
  Destroyed: 1,
  NotFound: 1,
  IdempotencyConflict: 1,
  BearerNotConfigured: 1,
  UnknownBearer: 1,
  NetworkDown: 1,
  CorsRefused: 1,
  UnexpectedAnswer: 1,
  TruncatedAnswer: 1,
  ScriptBlocked: 1,
  FrameBlocked: 1,
});
const all: ErrorCode[] = [...library, ...payment, ...detail];

test('docs/errors.md has each code once, with cause and cure, and no other', async () => {
  const page = await readFile(new URL('../../docs/errors.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `([A-Z3]\w+)` \| (.*) \| (.*) \|$/gm)];
  expect(rows.map(([, code]) => code).sort()).toEqual([...all].sort());
  for (const [, code, cause] of rows) expect(cause, code).not.toBe('');
});

describe('codes of the service', () => {
  const known = [...library, ...payment, 'NotFound', 'IdempotencyConflict'];

  test.each(known)('%s is taken as it is', (code) => {
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
  for (const code of library.concat(payment as never[])) {
    const isDocumented = retryable.includes(`| \`${code}\` |`) && code !== 'UnmappedError';
    expect(new ClientLibError([code], '').retryable, code).toBe(isDocumented);
  }
});

test('an error is a real one, with everything that it was made of', () => {
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
    errorMessage: 'No connection.',
    cause,
  });
  expect(error.referenceId).toBe('k');
  expect(String(error)).toBe('ClientLibError: No connection.');
  expect(error.stack).toContain('error-codes.test');
});
