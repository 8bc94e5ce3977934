import { ClientLibError } from '../../error.ts';
import type { ErrorCode } from '../../error-codes.ts';
import { cvcLength } from '../../payment-data/card.ts';
import { checkPaymentData } from '../../payment-data/check.ts';
import type { Flow } from '../../providers/flow.ts';
import { type Folded, fold } from '../../record.ts';
import { readExpiry } from './expiry.ts';
import type { FieldName, Typed } from './fields.ts';

/** The field that an error code is about. */
const fieldByCode: { readonly [code in ErrorCode]?: FieldName } = {
  InvalidCardNumber: 'cardNumber',
  InvalidCardType: 'cardNumber',
  InvalidExpirationDate: 'expiry',
  InvalidCardCvc: 'cvc',
  InvalidCardHolder: 'cardHolder',
  InvalidAccountHolder: 'accountHolder',
  InvalidIban: 'iban',
  InvalidBic: 'bic',
  InvalidAccountNumber: 'bankAccountNumber',
  InvalidBankCode: 'bankRoutingCode',
};

/** The field of the form that an error is about, if it is about one. */
export function fieldOf({ errorCode, details }: ClientLibError): FieldName | undefined {
  return fieldByCode[errorCode[0]] ?? (details.field === 'emailAddress' ? 'emailAddress' : undefined);
}

/** What is typed as `secretPaymentData`. */
export function paymentDataOf({ expiry, ...fields }: Typed): Folded {
  return fold({ ...fields, ...(expiry && readExpiry(expiry)) });
}

/** Something right for each field. */
const right = (typed: Typed): Required<Typed> => ({
  // The code's length goes by the number's first digits, so they stay.
  cardNumber:
    cvcLength((typed.cardNumber ?? '').replace(/\D/g, '')) === 4 ? '340000000000009' : '4000000000000002',
  expiry: `12 / ${new Date().getFullYear() + 1}`,
  cvc: '',
  cardHolder: 'X',
  accountHolder: 'X',
  iban: 'DE89370400440532013000',
  bic: '',
  bankAccountNumber: '1',
  bankRoutingCode: '10000000',
  emailAddress: 'x@x',
});

/**
 * Every field that is wrong, with its error. The checks are those of `secretPaymentData`, which stop at the first
 * mistake: each is put right in turn until none is left.
 */
export function mistakesIn(typed: Typed, flow: Flow): Map<FieldName, ClientLibError> {
  const mistakes = new Map<FieldName, ClientLibError>();
  const repaired: { -readonly [name in FieldName]?: string } = { ...typed };
  for (;;) {
    try {
      // A mandate is made of what the form shows, when all else is right.
      checkPaymentData(paymentDataOf(repaired), { ...flow, MandateRequired: false });
      return mistakes;
    } catch (error) {
      const field = error instanceof ClientLibError ? fieldOf(error) : undefined;
      if (!field || mistakes.has(field)) throw error;
      const { errorCode, errorMessage } = error as ClientLibError;
      mistakes.set(field, new ClientLibError(errorCode, errorMessage, { field }));
      const good = right(typed);
      repaired[field] = field === 'cvc' ? '1'.repeat(good.cardNumber.length === 15 ? 4 : 3) : good[field];
    }
  }
}
