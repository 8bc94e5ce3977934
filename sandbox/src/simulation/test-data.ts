import type { FailureSeverity } from '../domain/payment-provider.ts';

/** What a card, account or amount of the test data does. */
export interface TestDataRow {
  readonly Id: string;
  readonly Kind: 'Card' | 'Iban' | 'Amount';
  /** Number, IBAN or amount, as one types it. */
  readonly Value: string;
  readonly Outcome: string;
  readonly Fails?: {
    readonly Code: string;
    readonly Severity: FailureSeverity;
    /** Fails from this charge on (0 is the signup); 0 where unset. */
    readonly FromCharge?: number;
  };
}

/** The test data: docs, the catalog of the control API and tests are made from this table. */
export const testData: readonly TestDataRow[] = [
  { Id: 'visa', Kind: 'Card', Value: '4111111111111111', Outcome: 'succeeds' },
  { Id: 'mastercard', Kind: 'Card', Value: '5555555555554444', Outcome: 'succeeds' },
  {
    Id: 'declined',
    Kind: 'Card',
    Value: '4000000000000002',
    Outcome: 'is declined',
    Fails: { Code: 'BearerInvalid', Severity: 'Severe' },
  },
  {
    Id: 'insufficient',
    Kind: 'Card',
    Value: '4000000000009995',
    Outcome: 'has not enough money',
    Fails: { Code: 'InsufficientBalance', Severity: 'Minor' },
  },
  {
    Id: 'expired',
    Kind: 'Card',
    Value: '4000000000000069',
    Outcome: 'has expired',
    Fails: { Code: 'BearerExpired', Severity: 'Severe' },
  },
  {
    Id: 'fails-on-renewal',
    Kind: 'Card',
    Value: '4000000000000341',
    Outcome: 'succeeds at signup, fails on the first renewal',
    Fails: { Code: 'InsufficientBalance', Severity: 'Minor', FromCharge: 1 },
  },
  { Id: 'iban', Kind: 'Iban', Value: 'DE89370400440532013000', Outcome: 'succeeds' },
  {
    Id: 'amount-11.11',
    Kind: 'Amount',
    Value: '11.11',
    Outcome: 'fails everywhere',
    Fails: { Code: 'InsufficientBalance', Severity: 'Minor' },
  },
];
