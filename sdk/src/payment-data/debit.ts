import { type Folded, get, text } from '../record.ts';
import { compact, field } from './field.ts';

/** A checked bank account as the provider wants it. */
export type Debit =
  | { readonly Holder: string; readonly Iban: string; readonly Bic?: string | undefined }
  | { readonly Holder: string; readonly Account: string; readonly RoutingCode: string };

/** Form and check digits of an IBAN (ISO 13616), given without spaces and in upper case. */
export function isIban(iban: string): boolean {
  // Letters count 10 to 35.
  const digits = iban
    .replace(/(....)(.*)/, '$2$1')
    .replace(/[A-Z]/g, (letter) => `${Number.parseInt(letter, 36)}`);
  return /^[A-Z]{2}\d\d[A-Z0-9]{11,30}$/.test(iban) && BigInt(digits) % 97n === 1n;
}

/** Form of a BIC (ISO 9362), given in upper case. */
export const isBic = (bic: string): boolean => /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic);

/** Form of a bank account number. */
export const isAccountNumber = (account: string): boolean => /^\d{1,17}$/.test(account);

/** Form of a bank's routing code. */
export const isRoutingCode = (code: string): boolean => /^\d{5,9}$/.test(code);

/** Checks a bank account before anything is sent, and throws the code of the first field that is wrong. */
export function checkDebit(data: Folded, byIban: boolean): Debit {
  const Holder = field(data, 'accountHolder', 'InvalidAccountHolder', Boolean, 'a name');
  if (byIban) {
    const Iban = field(data, 'iban', 'InvalidIban', isIban, 'right check digits', compact);
    const Bic = field(data, 'bic', 'InvalidBic', (bic) => !bic || isBic(bic), '8 or 11 characters', compact);
    return { Holder, Iban, Bic: Bic || undefined };
  }
  return {
    Holder,
    Account: field(
      data,
      'bankAccountNumber',
      'InvalidAccountNumber',
      isAccountNumber,
      '1 to 17 digits',
      compact,
    ),
    RoutingCode: field(data, 'bankRoutingCode', 'InvalidBankCode', isRoutingCode, '5 to 9 digits', compact),
  };
}

/** The mandate of a direct debit: what the customer agreed to. */
export interface Mandate {
  readonly MandateReference?: string | undefined;
  readonly MandateSignatureDate?: string | undefined;
  readonly MandateText?: string | undefined;
}

/** Reads the mandate, and refuses one that is missing where the provider needs it. */
export function checkMandate(data: Folded, isRequired: unknown): Mandate {
  const read = (name: string, isRight: (value: string) => unknown, expected: string): string | undefined =>
    field(data, name, 'InvalidPaymentData', (value) => (value ? isRight(value) : !isRequired), expected) ||
    undefined;
  return {
    MandateReference: read('mandateReference', Boolean, 'a reference'),
    MandateSignatureDate: read('mandateSignatureDate', isTimestamp, 'an ISO 8601 timestamp'),
    MandateText: text(get(data, 'mandateText')) || undefined,
  };
}

const isTimestamp = (date: string): boolean => /^\d{4}-\d\d-\d\d/.test(date) && Date.parse(date) > 0;
