import { type DataKind, isDebit } from '../../payment-data/check.ts';
import type { PaymentFormField } from '../payment-form.ts';
import { cutCvc, groupCardNumber } from './card-field.ts';
import { formatExpiry } from './expiry-field.ts';

/** Names of the form's fields: those of `secretPaymentData`, and `expiry` for month and year in one. */
export type FieldName = PaymentFormField;

/** The displayed input, by field. */
export type Typed = { readonly [name in FieldName]?: string };

export interface FieldDefinition {
  readonly name: FieldName;
  readonly autocomplete: string;
  readonly inputMode: 'numeric' | 'text' | 'email';
  readonly placeholder?: string;
  /** May be left empty. */
  readonly optional?: boolean;
  /** Placed beside the previous field if there is room. */
  readonly half?: boolean;
  /** Digits and codes run from left to right in every language and are not spell-checked. */
  readonly code?: boolean;
  /** Formats the input for display. */
  readonly format?: (typed: string, all: Typed, erasing: boolean) => string;
}

const compact = (typed: string): string => typed.replace(/[^a-z0-9]/gi, '').toUpperCase();

/** Formats an IBAN in groups of four, in upper case. */
export const groupIban = (typed: string): string =>
  compact(typed)
    .slice(0, 34)
    .replace(/(.{4})(?=.)/g, '$1 ');

const holder: FieldDefinition = { name: 'accountHolder', autocomplete: 'name', inputMode: 'text' };
const email: FieldDefinition = {
  name: 'emailAddress',
  autocomplete: 'email',
  inputMode: 'email',
  code: true,
};

/** The fields of each kind of payment data, in display order. */
export const fieldsByKind: { readonly [data in DataKind]: readonly FieldDefinition[] } = {
  Card: [
    {
      name: 'cardNumber',
      autocomplete: 'cc-number',
      inputMode: 'numeric',
      placeholder: '1234 1234 1234 1234',
      code: true,
      format: groupCardNumber,
    },
    {
      name: 'expiry',
      autocomplete: 'cc-exp',
      inputMode: 'numeric',
      half: true,
      code: true,
      format: (typed, _all, erasing) => formatExpiry(typed, erasing),
    },
    {
      name: 'cvc',
      autocomplete: 'cc-csc',
      inputMode: 'numeric',
      half: true,
      code: true,
      format: (typed, { cardNumber = '' }) => cutCvc(typed, cardNumber),
    },
    { name: 'cardHolder', autocomplete: 'cc-name', inputMode: 'text' },
  ],
  DebitIban: [
    holder,
    {
      name: 'iban',
      autocomplete: 'off',
      inputMode: 'text',
      placeholder: 'DE00 0000 0000 …',
      code: true,
      format: groupIban,
    },
    {
      name: 'bic',
      autocomplete: 'off',
      inputMode: 'text',
      optional: true,
      code: true,
      format: (typed) => compact(typed).slice(0, 11),
    },
  ],
  DebitAccount: [
    holder,
    {
      name: 'bankAccountNumber',
      autocomplete: 'off',
      inputMode: 'numeric',
      code: true,
      format: (typed) => typed.replace(/\D/g, '').slice(0, 17),
    },
    {
      name: 'bankRoutingCode',
      autocomplete: 'off',
      inputMode: 'numeric',
      code: true,
      format: (typed) => typed.replace(/\D/g, '').slice(0, 9),
    },
  ],
  Wallet: [{ ...email, optional: true }],
  WalletRequired: [email],
  None: [],
};

/** The parts that can have their own frame, by their name for `createElement`: each field, and the mandate. */
export const partNames = (data: DataKind): string[] => [
  ...fieldsByKind[data].map(({ name }) => name),
  ...(isDebit(data) ? ['mandate'] : []),
];
