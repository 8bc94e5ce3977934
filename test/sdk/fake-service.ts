import { configure } from 'clientlib';
import { afterEach, beforeEach, vi } from 'vitest';

/** A request as the service got it. */
export interface Received {
  readonly method: string;
  /** Path after `/CustomerSelfService/`, or the whole address of a provider's. */
  readonly path: string;
  readonly key: string | null;
  readonly authorization: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it as they need.
  readonly body: any;
}

type Plain = Record<string, unknown>;
/** JSON with status 200, a made answer, or an error that `fetch` rejects with; a function decides per request. */
export type Answer =
  | Plain
  | Response
  | Error
  | ((received: Received, request: Request) => Answer | Promise<Answer>);

const baseUrl = 'https://service.test';

/** The least of a service: says what it is told to say, and keeps what it was asked. */
export class FakeService {
  readonly received: Received[] = [];
  private readonly answers = new Map<string, Answer[]>();

  /** Answers `POST signup/order` and the like, one after the other; the last one stays. */
  on(route: string, ...answers: Answer[]): this {
    this.answers.set(route, answers);
    return this;
  }

  requestsTo(path: string): Received[] {
    return this.received.filter((received) => received.path === path);
  }

  readonly fetch = async (request: Request): Promise<Response> => {
    request.signal.throwIfAborted();
    const url = new URL(request.url);
    const own = `${baseUrl}/api/v1/CustomerSelfService/`;
    const text = await request.text();
    const received: Received = {
      method: request.method,
      path: request.url.startsWith(own)
        ? request.url.slice(own.length).replace(/\?.*/, '')
        : url.origin + url.pathname,
      key: request.headers.get('Idempotency-Key'),
      authorization: request.headers.get('Authorization'),
      body: text ? JSON.parse(text) : undefined,
    };
    this.received.push(received);
    const answers = this.answers.get(`${received.method} ${received.path}`);
    if (!answers?.length)
      return problem(404, 'NotFound', `The fake has no ${received.method} ${received.path}.`);
    let answer: Answer = (answers.length > 1 ? answers.shift() : answers[0]) as Answer;
    while (typeof answer === 'function') answer = await answer(received, request);
    if (answer instanceof Error) throw answer;
    return answer instanceof Response ? answer.clone() : json(answer);
  };
}

/** A JSON answer. */
export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });

/** The service's error envelope. */
export const problem = (
  status: number,
  Code: string,
  Message = Code,
  headers: Record<string, string> = {},
): Response => json({ Error: { Code, Message } }, status, headers);

/** What `fetch` rejects with when there is no connection. */
export const noConnection = (): TypeError => new TypeError('fetch failed');

/** Never answers; ends only as the caller aborts. */
export const silence: Answer = (_, request) =>
  new Promise((_resolve, reject) =>
    request.signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
  );

export const token = 'https://provider.test/tokens';

/** Methods of the kinds that need no browser. */
export const paymentMethods = {
  Methods: {
    FakePSP: { CreditCard: true, DirectDebit: true, DefaultPreauthAmount: { CreditCard: 1, Debit: 0.5 } },
    InvoicePayment: { DefaultPreauthAmount: { BlackLabel: 0 } },
  },
  Bearers: ['CreditCard:FakePSP', 'Debit:FakePSP', 'InvoicePayment'],
  Flows: {
    'CreditCard:FakePSP': { Kind: 'Token', Data: 'Card', Url: 'https://provider.test' },
    'Debit:FakePSP': { Kind: 'Token', Data: 'DebitIban', Url: 'https://provider.test' },
    'Debit:Alpha': { Kind: 'Token', Data: 'DebitAccount', Url: 'https://provider.test' },
    'Debit:Echo': { Kind: 'Token', Data: 'DebitIban', Url: 'https://provider.test', MandateRequired: true },
    InvoicePayment: { Kind: 'Direct', Data: 'None' },
    'None:None': { Kind: 'Direct', Data: 'None' },
    Lima: { Kind: 'Redirect', Data: 'None', Url: 'https://provider.test' },
    November: { Kind: 'Redirect', Data: 'Wallet', Url: 'https://provider.test' },
    Oscar: { Kind: 'Redirect', Data: 'WalletRequired', Url: 'https://provider.test' },
  },
  Environment: 'Sandbox',
  Creditor: 'Paperboat',
};

export const order = {
  OrderId: 'f00000000000000000000001',
  ContractId: 'f00000000000000000000002',
  CustomerId: 'f00000000000000000000003',
  GrossTotal: 11.78,
  Currency: 'EUR',
  OrderStatus: 'InProgress',
} as const;

export const cart = { PlanVariantId: 'b00000000000000000000001' };
export const customer = { FirstName: 'Ada', LastName: 'Byron', Address: { Country: 'DE' } };
export const card = {
  bearer: 'CreditCard:FakePSP',
  cardNumber: '4111 1111 1111 1111',
  expiryMonth: '12',
  expiryYear: '2039',
  cardHolder: 'Ada Byron',
  cvc: '123',
} as const;

/** A fake service for each test, configured as the service of the SDK. */
export function fakeServiceForEachTest(): { current: FakeService } {
  const place = { current: new FakeService() };
  beforeEach(() => {
    place.current = new FakeService()
      .on('GET paymentMethods', paymentMethods)
      .on('POST signup/order', order)
      .on('POST signup/pay', { ...order, OrderStatus: 'PaymentPending' })
      .on(`POST ${token}`, { Token: 'tok_1', Last4: '1111', CardType: 'visa' });
    configure({ baseUrl, fetch: (request) => place.current.fetch(request) });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    Reflect.deleteProperty(globalThis, 'clientlib.configuration');
  });
  return place;
}
