import { createSandbox, type Sandbox, type SandboxOptions } from '../../../../sandbox/src/sandbox/sandbox.ts';

/*
 * The service in process with what tests of payments do over and over: ask for a token, order, pay, visit the provider's
 * page, come back.
 */

export const publicApiKey = 'a00000000000000000000001';
export const basic = 'b00000000000000000000001';
export const card = { ExpiryMonth: 12, ExpiryYear: 2032, Holder: 'Ada Byron', Cvc: '123' };
export const returnUrl = 'https://shop.test/thanks?cart=4%202&x#top';

/** A JSON answer, of whatever shape the test expects. */
// biome-ignore lint/suspicious/noExplicitAny: answers are looked into field by field
export type Json = any;

export interface Answer {
  readonly status: number;
  readonly body: Json;
  readonly headers: Headers;
}

/** What is paid with, as ClientLib sends it. */
export interface Tethered {
  readonly Bearer: string;
  readonly Token?: string;
  readonly EmailAddress?: string;
  readonly MandateReference?: string;
  readonly MandateSignatureDate?: string;
}

export class Service {
  readonly sandbox: Sandbox;
  readonly #onAnswer: (response: Response) => void;

  /** @param onAnswer sees every answer */
  constructor(options: SandboxOptions = {}, onAnswer: (response: Response) => void = () => {}) {
    this.#onAnswer = onAnswer;
    this.sandbox = createSandbox({ clock: '2026-01-15T10:00:00Z', seed: 'payments', ...options });
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await this.sandbox.fetch(`http://sandbox${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    this.#onAnswer(response);
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('Content-Type') ?? '');
    return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
  }

  selfService(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer> {
    return this.call(
      body === undefined ? 'GET' : 'POST',
      `/api/v1/CustomerSelfService/${path}`,
      body,
      headers,
    );
  }

  /** What a provider answers to payment data. Calls of a client library are signed as the library does it. */
  async token(
    bearer: string,
    data: { Card?: object; Debit?: object; Opener?: string | undefined },
    headers?: Record<string, string>,
  ) {
    const provider = bearer.split(':').pop() as string;
    const methods = (await this.selfService(`paymentMethods?publicApiKey=${publicApiKey}`)).body;
    const { MerchantId, AccountId, PortalId, Mode, CreditCardHash, BankAccountHash } =
      methods.Methods[provider];
    const Hash = data.Card === undefined ? BankAccountHash : CreditCardHash;
    const Signed = { MerchantId, AccountId, PortalId, Mode, Hash };
    return this.call(
      'POST',
      `/providers/${provider}/tokens`,
      {
        Bearer: bearer,
        ...data,
        ...(methods.Flows[bearer]?.Kind === 'ClientLibrary' ? { Signed } : {}),
      },
      headers,
    );
  }

  /** Information that pays by this card. */
  async byCard(number: string, bearer = 'CreditCard:Delta'): Promise<Tethered> {
    const Cvc = number.startsWith('3') && number.length === 15 ? '1234' : '123';
    const { body } = await this.token(bearer, { Card: { ...card, Number: number, Cvc } });
    return { Bearer: bearer, Token: body.Token };
  }

  /** Information that pays by this IBAN. */
  async byIban(iban: string, bearer = 'Debit:Delta'): Promise<Tethered> {
    const { body } = await this.token(bearer, { Debit: { Holder: 'Ada Byron', Iban: iban } });
    return { Bearer: bearer, Token: body.Token, MandateReference: 'M-1', MandateSignatureDate: '2026-01-15' };
  }

  async order(planVariantId = basic, customer: object = {}): Promise<string> {
    const { body } = await this.selfService('signup/order', {
      Cart: { PlanVariantId: planVariantId },
      Customer: {
        FirstName: 'Ada',
        LastName: 'Byron',
        EmailAddress: 'ada@customer.test',
        Address: { Country: 'DE' },
        ...customer,
      },
    });
    return body.OrderId;
  }

  pay(
    orderId: string,
    tethered: Tethered,
    url: string | undefined = returnUrl,
    headers?: Record<string, string>,
  ) {
    return this.selfService(
      'signup/pay',
      {
        PublicApiKey: publicApiKey,
        OrderId: orderId,
        TetheredPaymentInformation: tethered,
        ...(url === '' ? {} : { ProviderReturnUrl: url }),
      },
      headers,
    );
  }

  /** Does something on a provider's page, as its form would. Gives where the customer is sent. */
  async visit(
    url: string,
    form: Record<string, string>,
  ): Promise<{ status: number; location: string; text: string }> {
    const response = await this.sandbox.fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ action: 'pay', ...form }).toString(),
      redirect: 'manual',
    });
    this.#onAnswer(response);
    return {
      status: response.status,
      location: response.headers.get('Location') ?? '',
      text: await response.text(),
    };
  }

  finalize(url: string, headers?: Record<string, string>): Promise<Answer> {
    return this.selfService('Finalize', { returnUrl: url }, headers);
  }

  /** The whole state, as JSON. */
  get state(): Record<string, Json[]> {
    return this.sandbox.snapshot().Collections as unknown as Record<string, Json[]>;
  }

  get orders(): Json[] {
    return this.state['orders'] as Json[];
  }

  get transactions(): Json[] {
    return this.state['paymentTransactions'] as Json[];
  }

  /** Names of the events, oldest first. */
  get events(): string[] {
    return (this.state['events'] as Json[]).map((event) => event.Payload.Event);
  }
}
