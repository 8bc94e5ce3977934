import type { ClientLibError } from '../../errors/client-lib-error.ts';
import type { ErrorCode } from '../../errors/codes.ts';
import { type Folded, fold } from '../../input/record.ts';
import { checkPaymentData, type DataRules } from '../../payment-data/check.ts';
import { toError } from '../../payment-data/findings.ts';
import { splitExpiry } from './expiry-field.ts';
import type { FieldName, Typed } from './fields.ts';

/** The field of each error code. */
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

/** Returns the form field of an error, if it has one. */
export function findField({ errorCode, field }: ClientLibError): FieldName | undefined {
  return fieldByCode[errorCode[0]] ?? (field === 'emailAddress' ? 'emailAddress' : undefined);
}

/** Converts the input to `secretPaymentData`. */
export function toPaymentData({ expiry, ...fields }: Typed): Folded {
  return fold({ ...fields, ...(expiry && splitExpiry(expiry)) });
}

/** Returns the error of each invalid field. */
export function mistakesIn(typed: Typed, rules: DataRules): Map<FieldName, ClientLibError> {
  // The mandate is created from the displayed form once everything else is valid.
  const { findings } = checkPaymentData(toPaymentData(typed), { ...rules, MandateRequired: false });
  const mistakes = new Map<FieldName, ClientLibError>();
  for (const finding of findings) {
    const field = finding.code === 'InvalidExpirationDate' ? 'expiry' : (finding.field as FieldName);
    mistakes.set(field, toError({ ...finding, field }));
  }
  return mistakes;
}
