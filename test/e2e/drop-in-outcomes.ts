import {
  type BearerDefinition,
  bearerName,
  type ProviderDefinition,
  providerDefinitions,
} from '../../sandbox/src/service/simulation/provider-definitions.ts';
import { type TestDataRow, testData } from '../../sandbox/src/service/simulation/test-data.ts';

/* Every payment that a customer can try: each bearer of each provider with each row of the test data that fits it. */

/** One try to pay, and what the customer reads afterwards. */
export interface Attempt {
  /** Id of the row of the test data, or the button of the provider's page. */
  readonly id: string;
  readonly row: TestDataRow | undefined;
  readonly button: 'pay' | 'decline' | 'cancel';
  readonly says: string;
  /** Once everybody has answered: whether the order is paid, and whether the money has come by then. */
  readonly isSold: boolean;
  readonly isCharged: boolean;
}

/** How one bearer is paid with. */
export interface BearerCase {
  readonly bearer: string;
  readonly definition: BearerDefinition;
  readonly provider: Pick<ProviderDefinition, 'RateLimit' | 'AnswersAfterMinutes'>;
  /** What ends without a sale the customer can try again. */
  readonly refused: readonly Attempt[];
  readonly accepted: readonly Attempt[];
}

export const THANKS = 'Thank you!';
const DECLINED = 'The payment was declined. Please try another card or payment method.';
const CANCELED = 'The payment was canceled. You can try again.';
const NOT_CONFIRMED =
  'Your bank could not confirm that it is you. Please try again, or use another payment method.';
const DOWN = 'This payment method cannot be reached. Please try again, or choose another one.';

/** What a refusal says that is not simply declined. */
const sentences: { readonly [code: string]: string } = {
  InsufficientBalance: 'There is not enough money on this account. Please try another payment method.',
  BearerExpired: 'This card has expired. Please use another one.',
  InternalError: 'That did not work. Please try again.',
  RateLimit: DOWN,
  InternalProviderError: DOWN,
  AcquirerServerError: DOWN,
  PSPConnectionProblem: DOWN,
  PSPConnectionTimeout: DOWN,
};

/** No provider: the customer transfers the money. */
const invoice: ProviderDefinition = { Name: 'Invoice', Bearers: {}, SupportsRefunds: false };

const kindOfData = { Card: 'Card', DebitIban: 'Iban', DebitAccount: 'Account' } as const;
const kindOfPage = { Card: 'Card', Debit: 'Iban', Bank: 'Bank', Wallet: 'Email', Phone: 'Phone' } as const;

function rowsFor({ Data, Page }: BearerDefinition): readonly (TestDataRow | undefined)[] {
  const kind = Page
    ? kindOfPage[Page as keyof typeof kindOfPage]
    : kindOfData[Data as keyof typeof kindOfData];
  return kind ? testData.filter(({ Kind }) => Kind === kind) : [undefined];
}

function says(row: TestDataRow | undefined, { Challenge }: BearerDefinition, isLate: boolean): string {
  if (row?.Down) return DOWN;
  if (row?.Refused) return sentences[row.Refused] ?? DECLINED;
  if (Challenge && row?.Challenge === 'AlwaysFails') return NOT_CONFIRMED;
  if (Challenge && row?.Challenge === 'Hangs') return CANCELED;
  if (row?.Fails && !row.Fails.Renewals && !isLate) return sentences[row.Fails.Code] ?? DECLINED;
  return THANKS;
}

function attemptsOf(definition: BearerDefinition, provider: ProviderDefinition): Attempt[] {
  const typed = rowsFor(definition).map((row): Attempt => {
    const isLate = (provider.AnswersAfterMinutes ?? row?.AnswersAfterMinutes) !== undefined;
    const sentence = says(row, definition, isLate);
    const isSold = sentence === THANKS && (row?.Fails === undefined || row.Fails.Renewals !== undefined);
    // Money that settles late may be taken back before it has come.
    const isCharged = isSold && provider !== invoice && !(definition.SettlesAfterDays && row?.Returned);
    return { id: row?.Id ?? 'pays', row, button: 'pay', says: sentence, isSold, isCharged };
  });
  const nothing = { row: undefined, isSold: false, isCharged: false };
  const buttons: Attempt[] = definition.Page
    ? [
        { ...nothing, id: 'declines', button: 'decline', says: DECLINED },
        { ...nothing, id: 'cancels', button: 'cancel', says: CANCELED },
      ]
    : [];
  return [...typed, ...buttons];
}

function caseOf(bearer: string, definition: BearerDefinition, provider: ProviderDefinition): BearerCase {
  const attempts = attemptsOf(definition, provider);
  return {
    bearer,
    definition,
    provider,
    refused: attempts.filter((attempt) => attempt.says !== THANKS),
    accepted: attempts.filter((attempt) => attempt.says === THANKS),
  };
}

export const bearerCases: readonly BearerCase[] = [
  ...providerDefinitions.flatMap((provider) =>
    Object.entries(provider.Bearers).map(([role, definition]) =>
      caseOf(bearerName(role as never, provider.Name), definition, provider),
    ),
  ),
  caseOf('InvoicePayment', { Kind: 'Direct', Data: 'None' }, invoice),
];

/** The first bearer of each way to pay, as customers know it: what they type, on which page, whether a bank asks, and when the answer comes. */
export const oneOfEachWay: readonly BearerCase[] = [
  ...new Map(
    bearerCases
      .map((one) => {
        const { Data, Page, Challenge, SettlesAfterDays } = one.definition;
        const way = [Data, Page, Challenge, SettlesAfterDays, one.provider.AnswersAfterMinutes];
        return [JSON.stringify(way), one] as const;
      })
      .toReversed(),
  ).values(),
].toReversed();
