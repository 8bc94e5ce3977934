import { holderRule } from './card.ts';
import { compact, type Fields, matching, optionally, type Rule } from './findings.ts';

/** A validated bank account in the provider's format. */
export type Debit =
  | { readonly Holder: string; readonly Iban: string; readonly Bic?: string | undefined }
  | { readonly Holder: string; readonly Account: string; readonly RoutingCode: string };

const ibanForm = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;

/** Checks the check digits (ISO 13616) of an IBAN without spaces and in upper case. */
export function hasIbanCheckDigits(iban: string): boolean {
  let rest = 0;
  // Country and check digits come last, and letters count 10 to 35.
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/** Anything in the format of an IBAN, which a test provider accepts. */
export const ibanFormRule: Rule = matching(ibanForm, 'the form of an IBAN');

/** Checks the check digits of an IBAN without spaces and in upper case. */
export const ibanRule: Rule = (iban) =>
  ibanFormRule(iban) ?? (hasIbanCheckDigits(iban) ? undefined : 'right check digits');

/** Form of a BIC (ISO 9362), given in upper case; it may be left out. */
export const bicRule: Rule = optionally(
  matching(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/, '8 or 11 characters'),
);

/** Form of a bank account number. */
export const accountNumberRule: Rule = matching(/^\d{1,17}$/, '1 to 17 digits');

/** Form of a bank's routing code. */
export const routingCodeRule: Rule = matching(/^\d{5,9}$/, '5 to 9 digits');

/** Reads an IBAN account to debit and reports its errors. */
export function readIbanDebit(fields: Fields, isFormOnly: boolean): Debit {
  const Holder = fields.read('accountHolder', 'InvalidAccountHolder', holderRule);
  const Iban = fields.read('iban', 'InvalidIban', isFormOnly ? ibanFormRule : ibanRule, compact);
  const Bic = fields.read('bic', 'InvalidBic', bicRule, compact);
  return { Holder, Iban, Bic: Bic || undefined };
}

/** Reads an account to debit by number and routing code, and reports its errors. */
export function readAccountDebit(fields: Fields): Debit {
  return {
    Holder: fields.read('accountHolder', 'InvalidAccountHolder', holderRule),
    Account: fields.read('bankAccountNumber', 'InvalidAccountNumber', accountNumberRule, compact),
    RoutingCode: fields.read('bankRoutingCode', 'InvalidBankCode', routingCodeRule, compact),
  };
}

/** The mandate of a direct debit, to which the customer agreed. */
export interface Mandate {
  readonly MandateReference?: string | undefined;
  readonly MandateSignatureDate?: string | undefined;
  readonly MandateText?: string | undefined;
}

/** Reads the mandate; if the provider requires one, its reference and date must be present. */
export function readMandate(fields: Fields, isRequired: boolean): Mandate {
  const read = (name: string, rule: Rule): string | undefined =>
    fields.read(name, 'InvalidPaymentData', isRequired ? rule : optionally(rule)) || undefined;
  return {
    MandateReference: read('mandateReference', matching(/./, 'a reference')),
    MandateSignatureDate: read('mandateSignatureDate', timestampRule),
    MandateText: fields.text('mandateText') || undefined,
  };
}

const timestampRule: Rule = (date) =>
  /^\d{4}-\d\d-\d\d/.test(date) && Date.parse(date) > 0 ? undefined : 'an ISO 8601 timestamp';
