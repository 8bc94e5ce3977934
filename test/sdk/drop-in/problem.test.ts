import { ClientLibError } from 'clientlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  firstCode,
  isOver,
  isPaid,
  isRefusal,
  isUncertain,
  needsNewCode,
  reported,
  sentenceFor,
} from '../../../sdk/src/drop-in/problem.ts';
import { en } from '../../../sdk/src/drop-in/texts/en.ts';
import type { Texts } from '../../../sdk/src/drop-in/texts/texts.ts';
import { libraryCodes, paymentCodes, serviceDetailCodes } from '../../../sdk/src/errors/codes.ts';

afterEach(() => vi.unstubAllGlobals());

const error = (code: string, facts: object = {}) => new ClientLibError([code] as never, `${code}.`, facts);
const refused = { order: { OrderStatus: 'PaymentFailed' } };

/** The codes of both tables that have a sentence of their own, as a refusal of the provider and otherwise. */
const sentences: Readonly<Record<string, readonly [refusal: keyof Texts, other: keyof Texts]>> = {
  Aborted: ['canceled', 'canceled'],
  BearerExpired: ['expired', 'expired'],
  InsufficientBalance: ['noFunds', 'noFunds'],
  '3DsProblem': ['notConfirmed', 'notConfirmed'],
  RateLimit: ['providerDown', 'failed'],
  InternalError: ['failed', 'failed'],
  InternalProviderError: ['providerDown', 'providerDown'],
  AcquirerServerError: ['providerDown', 'providerDown'],
  PspServerError: ['providerDown', 'providerDown'],
  PSPConnectionProblem: ['providerDown', 'providerDown'],
  PSPConnectionTimeout: ['providerDown', 'providerDown'],
  AuthorizationRejected: ['declined', 'declined'],
  BearerInvalid: ['declined', 'declined'],
  BearerRejected: ['declined', 'declined'],
  Rejected: ['declined', 'declined'],
  LimitExceeded: ['declined', 'declined'],
  AmountLimitExceeded: ['declined', 'declined'],
  InvalidPaymentData: ['declined', 'declined'],
  InvalidCardType: ['declined', 'declined'],
  InvalidCouponCode: ['declined', 'couponWrong'],
  InvalidVatId: ['declined', 'wrong'],
  InvalidCountry: ['declined', 'wrong'],
  InvalidConfiguration: ['declined', 'notSetUp'],
  InvalidKey: ['declined', 'notSetUp'],
  LoginError: ['declined', 'signedOut'],
  PermissionDenied: ['declined', 'forbidden'],
};

describe('what a customer reads', () => {
  it.each([...libraryCodes, ...paymentCodes, ...serviceDetailCodes])('of %s', (code) => {
    const [refusal, other] = sentences[code] ?? ['declined', 'failed'];
    expect(sentenceFor(error(code, refused), en)).toBe(en[refusal]);
    // Without an order, what is executed already is paid.
    if (code !== 'AlreadyExecuted') expect(sentenceFor(error(code, { status: 200 }), en)).toBe(en[refusal]);
    expect(sentenceFor(error(code), en)).toBe(en[other]);
  });

  it('without a network is that, where nobody knows whether it was done, and what was said otherwise', () => {
    vi.stubGlobal('navigator', { onLine: false });
    expect(sentenceFor(new TypeError('Failed to fetch'), en)).toBe(en.offline);
    expect(sentenceFor(error('InvalidVatId'), en)).toBe(en.wrong);
  });
});

it.each([...libraryCodes, ...paymentCodes])('whether the code of a card is typed anew after %s', (code) => {
  const isOfData = !['Aborted', '3DsProblem', 'AlreadyExecuted'].includes(code);
  if (code !== 'AlreadyExecuted') expect(needsNewCode(error(code, refused))).toBe(isOfData);
  expect(needsNewCode(error(code))).toBe(false);
});

describe('whether something was done', () => {
  it('is not known without an answer, or where the same call can still succeed', () => {
    const unknown = [new TypeError('Failed to fetch'), undefined, error('ServerError'), error('Timeout')];
    expect(unknown.map(isUncertain)).toEqual([true, true, true, true]);
    expect(['InvalidData', 'LoginError', 'NotFound'].map((code) => isUncertain(error(code)))).toEqual([
      false,
      false,
      false,
    ]);
  });

  it.each([...libraryCodes, ...paymentCodes])(
    'is known where a provider refuses with %s: it was not',
    (code) => {
      if (code === 'AlreadyExecuted') return;
      expect([isUncertain(error(code, refused)), isUncertain(error(code, { status: 200 }))]).toEqual([
        false,
        false,
      ]);
    },
  );
});

it.each(['InvalidPreconditions', 'NotFound'])('%s ends an order, unless a provider says it', (code) => {
  expect([isOver(error(code)), isOver(error(code, refused)), isOver(error('Rejected'))]).toEqual([
    true,
    false,
    false,
  ]);
});

it('what is executed already is paid, unless the order is not completed', () => {
  const executed = (OrderStatus: string) => error('AlreadyExecuted', { order: { OrderStatus } });
  const paid = [error('AlreadyExecuted'), executed('Completed'), executed('PaymentPending')];
  expect(paid.map(isPaid)).toEqual([true, true, false]);
  expect(isRefusal(executed('Completed'))).toBe(false);
});

it('an error of another copy of the library is one of ours, which reaches the page as it is', () => {
  const foreign = Object.assign(new Error('No.'), {
    errorCode: ['BearerExpired'],
    retryable: false,
    ...refused,
  });
  expect([firstCode(foreign), isRefusal(foreign), isUncertain(foreign), needsNewCode(foreign)]).toEqual([
    ...['BearerExpired', true, false, true],
  ]);
  expect(sentenceFor(foreign, en)).toBe(en.expired);
  expect(reported(foreign)).toBe(foreign);
});

it.each([new TypeError('Failed to fetch'), 'Failed to fetch'])(
  'what is no error of the library reaches the page as one of the network: %s',
  (cause) => {
    const error = reported(cause);
    expect(error).toBeInstanceOf(ClientLibError);
    expect(error).toMatchObject({
      errorCode: ['ServerError', 'NetworkDown'],
      developerMessage: 'Failed to fetch',
      retryable: true,
      cause,
    });
  },
);
