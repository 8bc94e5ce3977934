import { describe, expect, it } from 'vitest';
import { flatten } from '../../../../sdk/src/elements/internal/flat-error.ts';
import { ClientLibError } from '../../../../sdk/src/errors/client-lib-error.ts';
import { withoutTyped } from '../../../../sdk/src/payment-data/masking.ts';

const typed = ['4111 1111 1111 1111', '12 / 39', '987', 'Ada Byron', ''];

describe('an error on its way to the page', () => {
  it('keeps codes, message, reference and the details that reveal no payment data', () => {
    const error = new ClientLibError(['PspServerError', 'NetworkDown'], 'no connection', {
      field: 'cvc',
      status: 503,
      retryAfterMs: 1000,
      idempotencyKey: 'k1',
      answer: { Errors: [{ Field: 'Card.Number', Message: '4111111111111111' }] },
    });
    expect(flatten(error, typed)).toEqual({
      errorCode: 'PspServerError NetworkDown',
      errorMessage: 'Something went wrong. Please try again later.',
      developerMessage: 'no connection',
      details: '',
      referenceId: 'k1',
      referenceUrl: '',
      field: 'cvc',
      status: 503,
      retryAfterMs: 1000,
      idempotencyKey: 'k1',
    });
  });

  it("loses the customer's input, should a provider repeat it", () => {
    expect(withoutTyped('card 4111111111111111 of Ada  Byron, code 987', typed)).toBe(
      'card ••• of •••, code •••',
    );
    expect(withoutTyped('card 4111-1111-1111-1111, 1239', typed)).toBe('card •••, •••');
    expect(withoutTyped('card 4000', typed)).toBe('card 4000');
  });

  it.each(['errorMessage', 'developerMessage', 'details'])('loses it in %s', (name) => {
    const said = 'card 4111111111111111 of Ada Byron';
    const error = new ClientLibError(['Rejected'], said, { customerMessage: said, details: said });
    expect(flatten(error, typed)).toMatchObject({ [name]: 'card ••• of •••' });
  });

  it('shows nothing of foreign errors', () => {
    expect(flatten(new Error('4111111111111111'), [])).toMatchObject({
      errorCode: 'UnmappedError',
      developerMessage: 'The payment form failed.',
    });
  });
});
