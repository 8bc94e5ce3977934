import * as allTexts from '../../../../../../sdk/src/elements/internal/texts/all.ts';
import type { Texts } from '../../../../../../sdk/src/elements/internal/texts/texts.ts';
import { baseLanguage, chooseLocale } from '../../../../../../sdk/src/input/locale.ts';
import type { DeclineCode } from '../../../domain/basics/problem-codes.ts';
import { type Sentences, sentences } from './sentences.ts';

/** Sentences for customers by code; the empty code has the default sentence. */
export type SentencesByCode = { readonly [code in DeclineCode]?: string } & { readonly '': string };

const forms: { readonly [language: string]: Texts } = { ...allTexts };
const byLanguage = new Map<string, SentencesByCode>();

/** Returns the sentences in the first language that has them, or in English. */
export function sentencesIn(locales: readonly string[]): SentencesByCode {
  const language = baseLanguage(chooseLocale(locales, forms));
  let found = byLanguage.get(language);
  if (found === undefined) {
    found = sentencesByCode(sentences[language] as Sentences, forms[language] as Texts);
    byLanguage.set(language, found);
  }
  return found;
}

const sentencesByCode = (say: Sentences, { wrong }: Texts): SentencesByCode => ({
  '': say.later,
  Aborted: say.canceled,
  Canceled: say.canceled,
  AlreadyExecuted: say.paid,
  AmountLimitExceeded: say.limit,
  LimitExceeded: say.limit,
  AuthorizationRejected: say.failed,
  Rejected: say.failed,
  '3DsProblem': say.unconfirmed,
  BearerExpired: say.expired,
  BearerInvalid: say.declined,
  BearerRejected: say.declined,
  InsufficientBalance: say.funds,
  InvalidAccountHolder: wrong.accountHolder,
  InvalidAccountNumber: wrong.bankAccountNumber,
  InvalidBankCode: wrong.bankRoutingCode,
  InvalidBic: wrong.bic,
  InvalidCardCvc: wrong.cvc,
  InvalidCardHolder: wrong.cardHolder,
  InvalidCardNumber: wrong.cardNumber,
  InvalidCountry: say.country,
  InvalidCouponCode: say.coupon,
  InvalidData: say.check,
  InvalidExpirationDate: wrong.expiry,
  InvalidIban: wrong.iban,
  InvalidIBAN: wrong.iban,
  InvalidName: wrong.cardHolder,
  InvalidPaymentData: say.check,
  InvalidVatId: say.vatId,
  LoginError: say.session,
});
