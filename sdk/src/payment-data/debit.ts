import type { Folded } from '../record.ts';
import { compactField, field } from './field.ts';

/** A checked bank account as the provider wants it. */
export type Debit =
  | { readonly Holder: string; readonly Iban: string; readonly Bic?: string | undefined }
  | { readonly Holder: string; readonly Account: string; readonly RoutingCode: string };

/** Form and check digits of an IBAN (ISO 13616), given without spaces and in upper case. */
export function isIban(iban: string): boolean {
  let rest = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    // Letters count 10 to 35: two digits.
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1 && /^[A-Z]{2}\d\d[A-Z0-9]{11,30}$/.test(iban);
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
  return byIban
    ? {
        Holder,
        Iban: compactField(data, 'iban', 'InvalidIban', isIban, 'an IBAN with right check digits'),
        Bic:
          compactField(data, 'bic', 'InvalidBic', (bic) => !bic || isBic(bic), '8 or 11 characters') ||
          undefined,
      }
    : {
        Holder,
        Account: compactField(
          data,
          'bankAccountNumber',
          'InvalidAccountNumber',
          isAccountNumber,
          '1 to 17 digits',
        ),
        RoutingCode: compactField(data, 'bankRoutingCode', 'InvalidBankCode', isRoutingCode, '5 to 9 digits'),
      };
}

const isTimestamp = (date: string): boolean => /^\d{4}-\d\d-\d\d/.test(date) && Date.parse(date) > 0;

/** What the customer agreed to: the mandate's reference, date and text, where there are any. */
export const checkMandate = (data: Folded, isRequired: unknown): Mandate => ({
  MandateReference:
    field(data, 'mandateReference', 'InvalidPaymentData', (value) => value || !isRequired, 'a reference') ||
    undefined,
  MandateSignatureDate:
    field(
      data,
      'mandateSignatureDate',
      'InvalidPaymentData',
      (value) => (value ? isTimestamp(value) : !isRequired),
      'an ISO 8601 timestamp',
    ) || undefined,
  MandateText: field(data, 'mandateText', 'InvalidPaymentData', () => true, '') || undefined,
});

/** The mandate of a direct debit. */
export interface Mandate {
  readonly MandateReference?: string | undefined;
  readonly MandateSignatureDate?: string | undefined;
  readonly MandateText?: string | undefined;
}
