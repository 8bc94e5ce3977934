import { invalid } from '../error.ts';
import { type Folded, text } from '../record.ts';

/** A checked bank account as the provider wants it. */
export type Debit =
  | { readonly Holder: string; readonly Iban: string; readonly Bic?: string }
  | { readonly Holder: string; readonly Account: string; readonly RoutingCode: string };

/** The check digits of an IBAN (ISO 13616), given without spaces and in upper case. */
export function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d\d[A-Z0-9]{11,30}$/.test(iban)) return false;
  let rest = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    // Letters count 10 to 35: two digits.
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/** Form of a BIC (ISO 9362), given in upper case. */
export const isBic = (bic: string): boolean => /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic);

/** Checks a bank account before anything is sent, and throws the code of the first field that is wrong. */
export function checkDebit(data: Folded, kind: 'DebitIban' | 'DebitAccount'): Debit {
  const compact = (name: string): string => text(data[name]).replace(/[\s-]/g, '').toUpperCase();
  const holder = text(data['accountholder']);
  if (!holder) throw invalid('InvalidAccountHolder', 'accountHolder', 'a name');
  if (kind === 'DebitIban') {
    const iban = compact('iban');
    const bic = compact('bic');
    if (!isIban(iban)) throw invalid('InvalidIban', 'iban', 'an IBAN with right check digits');
    if (bic && !isBic(bic)) throw invalid('InvalidBic', 'bic', '8 or 11 characters, or nothing');
    return { Holder: holder, Iban: iban, ...(bic && { Bic: bic }) };
  }
  const account = compact('bankaccountnumber');
  const code = compact('bankroutingcode');
  if (!/^\d{1,17}$/.test(account))
    throw invalid('InvalidAccountNumber', 'bankAccountNumber', 'up to 17 digits');
  if (!/^\d{5,9}$/.test(code)) throw invalid('InvalidBankCode', 'bankRoutingCode', '5 to 9 digits');
  return { Holder: holder, Account: account, RoutingCode: code };
}

/** What the customer agreed to: the mandate's reference, date and text, where there are any. */
export interface Mandate {
  readonly MandateReference?: string;
  readonly MandateSignatureDate?: string;
  readonly MandateText?: string;
}

/** Reads the mandate, and refuses one that is missing where the provider needs it. */
export function checkMandate(data: Folded, required = false): Mandate {
  const reference = text(data['mandatereference']);
  const date = text(data['mandatesignaturedate']);
  const content = text(data['mandatetext']);
  if (required && !reference) {
    throw invalid(
      'InvalidPaymentData',
      'mandateReference',
      "the mandate's reference, which this method needs",
    );
  }
  if ((required || date) && (!/^\d{4}-\d\d-\d\d/.test(date) || Number.isNaN(Date.parse(date)))) {
    throw invalid('InvalidPaymentData', 'mandateSignatureDate', 'an ISO 8601 timestamp', date);
  }
  return {
    ...(reference && { MandateReference: reference }),
    ...(date && { MandateSignatureDate: date }),
    ...(content && { MandateText: content }),
  };
}
