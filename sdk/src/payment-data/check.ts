import type { Folded } from '../input/record.ts';
import { type Debit, type Mandate, readAccountDebit, readIbanDebit, readMandate } from './bank-account.ts';
import { type Card, readCard } from './card.ts';
import { Fields, type Finding, matching, optionally, type Rule } from './findings.ts';

/** The fields that a payment method requires. */
export type DataKind = 'Card' | 'DebitAccount' | 'DebitIban' | 'Wallet' | 'WalletRequired' | 'None';

/** The validation of a payment method's data. */
export interface DataRules {
  readonly Data: DataKind;
  readonly MandateRequired?: boolean;
  /** A test provider: an IBAN needs a valid format, but no valid check digits. */
  readonly SyntaxOnly?: boolean;
}

/** Validated payment data: the data for the provider, the data for the service in addition to the token, and the errors. */
export interface CheckedData {
  readonly secret?: { readonly Card?: Card; readonly Debit?: Debit };
  readonly open?: Mandate & { readonly EmailAddress?: string | undefined };
  readonly findings: readonly Finding[];
}

export const isDebit = (data: DataKind): boolean => data === 'DebitAccount' || data === 'DebitIban';

/** Validates payment data for the method, before anything is sent. Fields of other methods are ignored. */
export function checkPaymentData(data: Folded, rules: DataRules): CheckedData {
  const { Data, MandateRequired = false, SyntaxOnly = false } = rules;
  const fields = new Fields(data);
  const { findings } = fields;
  switch (Data) {
    case 'Card':
      return { secret: { Card: readCard(fields) }, findings };
    case 'DebitIban':
    case 'DebitAccount': {
      const read = Data === 'DebitIban' ? readIbanDebit : readAccountDebit;
      const Debit = read(fields, SyntaxOnly);
      return { secret: { Debit }, open: readMandate(fields, MandateRequired), findings };
    }
    case 'Wallet':
    case 'WalletRequired': {
      const rule = Data === 'Wallet' ? optionally(emailRule) : emailRule;
      const EmailAddress = fields.read('emailAddress', 'InvalidPaymentData', rule) || undefined;
      return { open: { EmailAddress }, findings };
    }
    default:
      return { findings };
  }
}

const emailRule: Rule = matching(/.@./, 'an e-mail address');
