import { configure, Payment, Portal, type SecretPaymentData } from 'clientlib';
import { createSandbox, type SandboxOptions } from 'clientlib-sandbox';

/** The service and ClientLib as they are, in one process: what a page and a back end of a merchant have. */
export function openShop(options: SandboxOptions = {}) {
  const sandbox = createSandbox({ clock: '2026-01-15T10:00:00Z', seed: 'specification', ...options });
  /** Everything that ClientLib sent: method, path and body. */
  const sent: { readonly method: string; readonly path: string; readonly body: string }[] = [];
  configure({
    baseUrl: 'http://sandbox.test',
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      sent.push({ method: request.method, path: pathname, body: await request.clone().text() });
      return sandbox.fetch(request);
    },
  });

  let token: string | undefined;
  const accessToken = async () => {
    token ??= (
      await (
        await sandbox.fetch('http://sandbox.test/oauth/token/', {
          method: 'POST',
          headers: {
            'Content-Type': 'application/x-www-form-urlencoded',
            Authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}`,
          },
          body: 'grant_type=client_credentials',
        })
      ).json()
    ).access_token as string;
    return token;
  };

  /** The REST API, as the merchant's back end calls it. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look at answers of every kind
  const rest = async (method: string, path: string, body?: unknown): Promise<any> => {
    const response = await sandbox.fetch(`http://sandbox.test/api/v1/${path}`, {
      method,
      headers: { Authorization: `Bearer ${await accessToken()}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return text === '' ? undefined : JSON.parse(text);
  };

  return {
    sandbox,
    sent,
    rest,
    payment: async (): Promise<Payment> => {
      const payment = new Payment({ publicApiKey, providerReturnUrl: 'https://shop.test/back?cart=7' });
      await payment.ready;
      return payment;
    },
    portal: async (contractId: string | undefined): Promise<Portal> =>
      new Portal((await rest('GET', `contracts/${contractId}/selfServiceToken`)).Token),
    close: () => {
      sandbox.close();
      Reflect.deleteProperty(globalThis, 'clientlib.configuration');
    },
  };
}

export type Shop = ReturnType<typeof openShop>;

export const publicApiKey = 'a00000000000000000000001';

export const basicMonthly = 'b00000000000000000000001';
export const proMonthly = 'b00000000000000000000003';
export const proTrial = 'b00000000000000000000005';
export const seat = 'd00000000000000000000001';
export const apiCalls = 'd00000000000000000000003';

export const ada = {
  EmailAddress: 'ada@example.com',
  FirstName: 'Ada',
  LastName: 'Lovelace',
  Address: { Street: 'Hauptstraße', HouseNumber: '5', PostalCode: '10117', City: 'Berlin', Country: 'DE' },
} as const;

export const card = (cardNumber = '4111111111111111', bearer = 'CreditCard:FakePSP'): SecretPaymentData =>
  ({
    bearer,
    cardNumber,
    expiryMonth: '12',
    expiryYear: '2029',
    cardHolder: 'Ada Lovelace',
    cvc: '123',
  }) as SecretPaymentData;
