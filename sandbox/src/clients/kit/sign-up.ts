/** What {@link signUp} makes; everything has a default. */
export interface SignUpInput {
  /** What is bought; by default one of the first plan variant of the account. */
  readonly cart?: { readonly PlanVariantId: string; readonly [field: string]: unknown };
  /** Fields of the customer over those of Ada Lovelace in Berlin. */
  readonly customer?: { readonly [field: string]: unknown };
  /** The number of the card that pays; by default one that always succeeds. The test cards are at `/sandbox/catalog`. */
  readonly cardNumber?: string;
}

/** A customer with a contract. */
export interface SignedUp {
  readonly OrderId: string;
  readonly ContractId: string;
  readonly CustomerId: string;
}

/** The way to the service of a test. */
export interface SignUpService {
  readonly fetch: (input: string, init?: RequestInit) => Promise<Response>;
  readonly baseUrl: string;
  readonly publicApiKey: string;
  readonly planVariantId: string;
  /** Name of the provider that charges the card. */
  readonly provider: string;
  /** When the customer comes, which decides the expiry of the card. */
  readonly now: Date;
}

const ada = {
  FirstName: 'Ada',
  LastName: 'Lovelace',
  EmailAddress: 'ada@example.com',
  Address: { Street: 'Musterstraße', HouseNumber: '1', PostalCode: '10115', City: 'Berlin', Country: 'DE' },
};
const PAYS = '4111111111111111';

/**
 * Signs a customer up and pays by card, as ClientLib does it in a browser.
 *
 * @throws Error with what the service says to developers where it refuses, or where the card is declined
 */
export async function signUp(
  service: SignUpService,
  { cart, customer, cardNumber = PAYS }: SignUpInput = {},
): Promise<SignedUp> {
  const post = async <Body>(path: string, body: object): Promise<Body> => {
    const response = await service.fetch(`${service.baseUrl}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    if (response.ok && answer.Error === undefined) return answer;
    const { Code, Message, DeveloperMessage = Message } = answer.Error ?? answer;
    throw new Error(`signUp: ${path} answered ${response.status} ${Code}: ${DeveloperMessage}`);
  };
  const selfService = '/api/v1/CustomerSelfService/signup';
  const { OrderId } = await post<{ OrderId: string }>(`${selfService}/order`, {
    Cart: cart ?? { PlanVariantId: service.planVariantId },
    Customer: { ...ada, ...customer },
  });
  const Bearer = `CreditCard:${service.provider}`;
  const { Token } = await post<{ Token: string }>(`/providers/${service.provider}/tokens`, {
    Bearer,
    Card: {
      Number: cardNumber,
      ExpiryMonth: 12,
      ExpiryYear: service.now.getUTCFullYear() + 3,
      Holder: 'Ada Lovelace',
      Cvc: '123',
    },
  });
  return post<SignedUp>(`${selfService}/pay`, {
    PublicApiKey: service.publicApiKey,
    OrderId,
    TetheredPaymentInformation: { Bearer, Token },
  });
}
