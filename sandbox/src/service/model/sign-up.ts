/** Options of {@link signUp}. Everything has a default. */
export interface SignUpInput {
  /** The cart. Default: one of the account's first plan variant. */
  readonly cart?: { readonly PlanVariantId: string; readonly [field: string]: unknown };
  /** Fields of the customer that override those of Ada Lovelace in Berlin. */
  readonly customer?: { readonly [field: string]: unknown };
  /** The number of the card that pays; by default one that always succeeds. The test cards are at `/sandbox/catalog`. */
  readonly cardNumber?: string;
  /** IBAN of an account to pay by direct debit instead of a card. */
  readonly iban?: string;
}

/** A customer with a contract. */
export interface SignedUp {
  readonly OrderId: string;
  readonly ContractId: string;
  readonly CustomerId: string;
}

/** The account in which a customer signs up. */
export interface SignUpAccount {
  readonly publicApiKey: string;
  readonly planVariantId: string;
  /** Name of the provider that charges the card. */
  readonly provider: string;
  /** The current date, which determines the card's expiry date. */
  readonly now: Date;
}

/** Sends requests like a browser. @throws Error if the service rejects a request or declines the payment */
export type Post = <Body>(path: string, body: object) => Promise<Body>;

/** The customer of a signup without input. */
export const defaultCustomer = {
  FirstName: 'Ada',
  LastName: 'Lovelace',
  EmailAddress: 'ada@example.com',
  Address: { Street: 'Musterstraße', HouseNumber: '1', PostalCode: '10115', City: 'Berlin', Country: 'DE' },
};
/** A card that always succeeds. */
export const PAYS = '4111111111111111';

/** Signs a customer up and pays by card or direct debit, like ClientLib in a browser. */
export async function signUp(
  post: Post,
  { publicApiKey, planVariantId, provider, now }: SignUpAccount,
  { cart, customer, cardNumber, iban }: SignUpInput = {},
): Promise<SignedUp> {
  const selfService = '/api/v1/CustomerSelfService/signup';
  const { OrderId } = await post<{ OrderId: string }>(`${selfService}/order`, {
    Cart: cart ?? { PlanVariantId: planVariantId },
    Customer: { ...defaultCustomer, ...customer },
  });
  const TetheredPaymentInformation = await requestToken(post, { provider, now }, { cardNumber, iban });
  return post<SignedUp>(`${selfService}/pay`, {
    PublicApiKey: publicApiKey,
    OrderId,
    TetheredPaymentInformation,
  });
}

/** Has the provider replace a card or account with a token, like a payment form. */
export async function requestToken(
  post: Post,
  { provider, now }: Pick<SignUpAccount, 'provider' | 'now'>,
  { cardNumber = PAYS, iban }: { readonly [name in 'cardNumber' | 'iban']?: string | undefined },
): Promise<{ readonly Bearer: string; readonly Token: string }> {
  const Bearer = `${iban === undefined ? 'CreditCard' : 'Debit'}:${provider}`;
  const { Token } = await post<{ Token: string }>(`/providers/${provider}/tokens`, {
    Bearer,
    ...(iban === undefined ? { Card: testCard(cardNumber, now) } : { Debit: testDebit(iban) }),
  });
  return { Bearer, Token };
}

const Holder = 'Ada Lovelace';

export const testCard = (number: string, now: Date) => ({
  Number: number,
  ExpiryMonth: 12,
  ExpiryYear: now.getUTCFullYear() + 3,
  Holder,
  Cvc: '123',
});

export const testDebit = (iban: string) => ({ Holder, Iban: iban });
