import { describe, expect, it } from 'vitest';
import {
  type Method,
  methodExplanation,
  offer,
  preselected,
} from '../../../../sdk/src/elements/internal/offered-methods.ts';
import * as allTexts from '../../../../sdk/src/elements/internal/texts/all.ts';
import type { Texts } from '../../../../sdk/src/elements/internal/texts/texts.ts';
import type { Flow } from '../../../../sdk/src/providers/flow.ts';
import { paymentMethods } from '../../fake-service.ts';

const languages: Record<string, Texts> = { ...allTexts };
const { en } = allTexts;
const account = paymentMethods as unknown as { Bearers: string[]; Flows: Record<string, Flow> };
const labels = (wanted?: string[]) => offer(account, wanted, en).methods.map(({ label }) => label);

describe('the methods that the form offers', () => {
  it('are those named by the page, in its order, each once', () => {
    expect(labels(['Debit:FakePSP', 'CreditCard:FakePSP', 'Debit:FakePSP'])).toEqual([
      'Direct debit',
      'Card',
    ]);
  });

  it('are all of the account if the page names none', () => {
    expect(labels()).toEqual(['Card', 'Direct debit', 'Invoice']);
  });

  it('are one of each kind if the page names none: cards first, invoices last, the first provider of each', () => {
    const bearers = [
      'InvoicePayment',
      'Alpha',
      'OnAccount:Alpha',
      'Debit:Alpha',
      'Debit:Echo',
      'CreditCard:Golf',
      'CreditCard:Bravo',
    ];
    const Flows = Object.fromEntries(
      bearers.map((bearer) => [bearer, { Kind: 'Direct', Data: 'None' } as const]),
    );
    const { methods, missing } = offer({ Bearers: bearers, Flows }, undefined, en);
    expect(methods.map(({ bearer, label, way }) => [bearer, label, way])).toEqual([
      ['CreditCard:Golf', 'Card', 'CreditCard'],
      ['Debit:Alpha', 'Direct debit', 'Debit'],
      ['Alpha', 'Alpha', 'Wallet'],
      ['OnAccount:Alpha', 'Purchase on account', 'OnAccount'],
      ['InvoicePayment', 'Invoice', 'InvoicePayment'],
    ]);
    expect(missing).toEqual([]);
  });

  it.each([
    ['', 'CreditCard:FakePSP'],
    ['Debit:Echo', 'Debit:Echo'],
    ['Debit', 'Debit:Alpha'],
    ['Debit:Nobody', 'Debit:Alpha'],
    ['Lima', 'CreditCard:FakePSP'],
  ])('begin with "%s" if the page selects it: %s', (selected, bearer) => {
    const { methods } = offer(account, ['CreditCard:FakePSP', 'Debit:Alpha', 'Debit:Echo'], en);
    expect(preselected(methods as never, selected).bearer).toBe(bearer);
  });

  it('show their provider if one name is not enough', () => {
    expect(labels(['CreditCard:FakePSP', 'Debit:Alpha', 'Debit:Echo', 'Lima'])).toEqual([
      'Card',
      'Direct debit (Alpha)',
      'Direct debit (Echo)',
      'Lima',
    ]);
  });

  it('omit what is not configured, and report it', () => {
    const { methods, missing } = offer(account, ['CreditCard:FakePSP', 'CreditCard:Nobody', 'no bearer'], en);
    expect(methods).toHaveLength(1);
    expect(missing.map(({ errorCode }) => errorCode)).toEqual([
      ['InvalidPaymentMethod', 'BearerNotConfigured'],
      ['InvalidPaymentMethod', 'UnknownBearer'],
    ]);
    expect(offer({ Bearers: [], Flows: {} }, undefined, en).missing[0]?.errorCode).toEqual([
      'InvalidPaymentMethod',
    ]);
  });

  it('explain what will happen if there is nothing to type', () => {
    const say = (bearer: string) => {
      const [method] = offer(account, [bearer], en).methods;
      return methodExplanation(method as Method, en);
    };
    expect(say('Lima')).toBe(en.redirect);
    expect(say('InvoicePayment')).toBe(en.invoiceText);
    expect(say('None:None')).toBe(en.noPaymentText);
    expect(say('Debit:FakePSP')).toBe(en.mandate);
    expect(say('CreditCard:FakePSP')).toBe('');
  });
});

/* In the words of the banks: docs/payment-form.md lists these languages. */
describe.each(['de', 'en', 'es', 'fr', 'it', 'nl', 'pt', 'sk', 'sl'])('the mandate in %s', (language) => {
  it('name the creditor twice, and the eight weeks', () => {
    const { mandate } = languages[language] as Texts;
    expect(mandate.match(/\{creditor\}/g)).toHaveLength(2);
    expect(mandate).toMatch(/\b8\b|acht|ocho|oito/);
  });
});
