import { ClientLibError, configure, Payment, Portal, Signup } from 'clientlib';

/*
 * What every host of the sandbox must do alike. The suite knows web standards only, so that it runs unchanged in Node, in
 * a page and behind whatever stands between: it is given where the service is, and throws where something differs.
 */

/** Where the suite finds a service. */
export interface Place {
  readonly baseUrl: string;
  /** How to reach it; the platform's own `fetch` where that does. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Address of a `receiver.ts`. */
  readonly receiverUrl: string;
}

/** What happened in a case: the service's own events, which must be the same in every host. */
export type EventLog = readonly { readonly Event: string; readonly [field: string]: unknown }[];

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into field by field.
type Json = any;

const publicApiKey = 'a00000000000000000000001';
const basic = { PlanVariantId: 'b00000000000000000000001' };
const ada = {
  FirstName: 'Ada',
  LastName: 'Byron',
  EmailAddress: 'ada@customer.test',
  Tag: 'user-7',
  Address: { Country: 'DE' },
};
const card = {
  cardNumber: '4111111111111111',
  expiryMonth: '12',
  expiryYear: '2032',
  cardHolder: 'Ada',
  cvc: '123',
};

/** Throws unless both are the same JSON. */
function same(what: string, came: unknown, expected: unknown): void {
  if (JSON.stringify(came) === JSON.stringify(expected)) return;
  throw new Error(`${what}: expected ${JSON.stringify(expected)}, came ${JSON.stringify(came)}`);
}

/** A service as the cases use it. */
class Service {
  readonly place: Place;
  #token: string | undefined;

  constructor(place: Place) {
    this.place = place;
  }

  fetch(path: string, init?: RequestInit): Promise<Response> {
    const url = /^https?:/.test(path) ? path : this.place.baseUrl + path;
    return (this.place.fetch ?? fetch)(new Request(url, init));
  }

  async json(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Json> {
    const response = await this.fetch(path, {
      method,
      headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  async rest(method: string, path: string, body?: unknown): Promise<Json> {
    if (this.#token === undefined) {
      const response = await this.fetch('/oauth/token/', {
        method: 'POST',
        headers: { Authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}` },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      });
      this.#token = ((await response.json()) as Json).access_token as string;
    }
    return this.json(method, `/api/v1${path}`, body, { Authorization: `Bearer ${this.#token}` });
  }

  /** Oldest first. */
  async events(): Promise<EventLog> {
    const events: (EventLog[number] & { Cause?: unknown })[] = await this.json(
      'GET',
      '/sandbox/events?take=500',
    );
    // The number of the request that caused it counts all requests since the host began, whatever a reset forgets.
    return events.map(({ Cause, ...event }) => event).toReversed();
  }

  async names(): Promise<string[]> {
    return (await this.events()).map(({ Event }) => Event);
  }

  async payment(): Promise<Payment> {
    const payment = new Payment({
      publicApiKey,
      providerReturnUrl: `${this.place.receiverUrl}/return?cart=7`,
    });
    await payment.ready;
    return payment;
  }

  async signUp(
    data: object = { bearer: 'CreditCard:FakePSP', ...card },
    cart: object = basic,
  ): Promise<Json> {
    return new Signup().subscribe(await this.payment(), cart as Json, ada, data as Json);
  }

  async portal(contractId: string): Promise<Portal> {
    return new Portal((await this.rest('GET', `/contracts/${contractId}/selfServiceToken`)).Token);
  }
}

async function refusalOf(work: Promise<unknown>): Promise<readonly string[]> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ClientLibError) return error.errorCode;
    throw error;
  }
  throw new Error('expected a refusal, but it worked');
}

const cases: { readonly [name: string]: (service: Service) => Promise<void> } = {
  async signup(service) {
    const { Order } = (await new Signup().preview({ ...basic, CouponCode: 'WELCOME20' }, ada)) as Json;
    same('preview', [Order.Total, Order.TotalVat, Order.TotalGross], [7.92, 1.5, 9.42]);
    const paid = await service.signUp();
    same('result', [paid.GrossTotal, paid.Currency, paid.Url], [11.78, 'EUR', undefined]);
    const contract = await service.rest('GET', `/contracts/${paid.ContractId}`);
    same(
      'contract',
      [contract.LifecycleStatus, contract.CustomerName, contract.Balance],
      ['Active', 'Ada Byron', 0],
    );
    const told = (await service.events()).find(({ Event }) => Event === 'ContractCreated');
    same('tag', told?.['Tag'], 'user-7');
  },

  async 'a declined card, and another try'(service) {
    const payment = await service.payment();
    const order = await new Signup().createOrder(basic, ada);
    const pay = (cardNumber: string) =>
      new Signup().paySignupInteractive(payment, { bearer: 'CreditCard:Delta', ...card, cardNumber }, order);
    same('refusal', await refusalOf(pay('4000000000000002')), ['BearerInvalid']);
    same('order', (await pay('4111111111111111')).OrderId, order.OrderId);
    const names = await service.names();
    same('orders', names.filter((name) => name === 'OrderSucceeded').length, 1);
  },

  async redirect(service) {
    const { Url, OrderId } = await service.signUp({ bearer: 'CreditCard:Charlie' });
    const page = await service.fetch(Url);
    same('page', [page.status, /<form method="post"/.test(await page.text())], [200, true]);
    const left = await service.fetch(Url, {
      method: 'POST',
      body: new URLSearchParams({
        action: 'pay',
        number: '4111111111111111',
        expiry: '12/32',
        cvc: '123',
        holder: 'Ada',
      }),
    });
    // In process there is nobody who follows a redirect.
    const returnUrl = left.headers.get('Location') ?? left.url;
    same('way back', returnUrl.startsWith(`${service.place.receiverUrl}/return?cart=7&transactionId=`), true);
    const path = '/api/v1/CustomerSelfService/Finalize';
    const finalize = () => service.json('POST', path, { returnUrl }, { 'Idempotency-Key': 'finalize-1' });
    const result = await finalize();
    same('order', result.OrderId, OrderId);
    same('again', await finalize(), result);
    const canceled = await service.signUp({ bearer: 'CreditCard:Charlie' });
    const body = new URLSearchParams({ action: 'cancel' });
    const back = await service.fetch(canceled.Url, { method: 'POST', body });
    const answer = await service.json('POST', path, {
      returnUrl: back.headers.get('Location') ?? back.url,
    });
    same('canceled', answer.Error.Code, 'Canceled');
  },

  async form(service) {
    const page = await service.fetch('/elements/payment-form');
    const [, script = ''] = /<script src="([^"]+)"/.exec(await page.text()) ?? [];
    same('script', script.replace(/\?v=\w+$/, ''), `${service.place.baseUrl}/elements/payment-form.js`);
    const inside = await service.fetch(script);
    same('type', inside.headers.get('Content-Type'), 'text/javascript; charset=utf-8');
    same('policy', /frame-ancestors \*/.test(page.headers.get('Content-Security-Policy') ?? ''), true);
    const library = await service.fetch('/clientlib.js');
    same('library', [library.status, (await library.text()).includes('ClientLib')], [200, true]);
    const token = await service.json('POST', '/providers/Bravo/tokens', {
      Bearer: 'CreditCard:Bravo',
      Card: { Number: '4000000000003220', ExpiryMonth: 12, ExpiryYear: 2032, Holder: 'Ada', Cvc: '123' },
    });
    const challenge = new URL(token.Challenge.Url);
    for (const [name, value] of Object.entries(token.Challenge.Params))
      challenge.searchParams.set(name, `${value}`);
    const shown = await service.fetch(challenge.href);
    same('challenge', [shown.status, /Is it you/.test(await shown.text())], [200, true]);
  },

  async portal(service) {
    const { ContractId } = await service.signUp();
    const portal = await service.portal(ContractId);
    const details = (await portal.contractDetails()) as Json;
    same('details', [details.Contract.Id, details.RecentInvoices.length], [ContractId, 1]);
    await portal.customerChange({ ...ada, LastName: 'Lovelace' });
    same('name', ((await portal.contractDetails()) as Json).Customer.LastName, 'Lovelace');
    const pdf = await service.fetch(portal.invoicePdfDownloadUrl(details.RecentInvoices[0]));
    const bytes = new Uint8Array(await pdf.arrayBuffer());
    same('PDF', String.fromCharCode(...bytes.subarray(0, 5)), '%PDF-');
    const ended = (await portal.contractCancel()) as Json;
    same('end', ended.EndDate, '2026-02-15T10:00:00.0000000Z');
    const names = await service.names();
    same('events', [names.includes('CustomerChanged'), names.includes('ContractCancelled')], [true, true]);
  },

  async clock(service) {
    const { ContractId } = await service.signUp();
    same('start', (await service.json('GET', '/sandbox/clock')).Now, '2026-01-15T10:00:00.0000000Z');
    await service.json('POST', '/sandbox/clock', { Advance: 'P3M' });
    same('later', (await service.json('GET', '/sandbox/clock')).Now, '2026-04-15T09:00:00.0000000Z');
    const invoices: Json[] = await service.rest('GET', '/invoices');
    same('invoices', invoices.filter((invoice) => invoice.ContractId === ContractId).length, 4);
    const contract = await service.rest('GET', `/contracts/${ContractId}`);
    same('next', contract.NextBillingDate, '2026-05-15T09:00:00.0000000Z');
  },

  async webhooks(service) {
    const { receiverUrl } = service.place;
    const hook = `${receiverUrl}/hooks/${Math.random().toString(36).slice(2)}`;
    const { Secret } = await service.rest('POST', '/webhooks', { Url: hook, Events: [] });
    same('secret', Secret.startsWith('whsec_'), true);
    const { ContractId } = await service.signUp();
    await service.json('POST', '/sandbox/deliveries/settle');
    const received = (await (await fetch(hook)).json()) as { body: Json; headers: Record<string, string> }[];
    const told = received.map(({ body }) => body.Event).sort();
    same('received', told, (await service.names()).sort());
    same(
      'contract',
      received.find(({ body }) => body.Event === 'OrderSucceeded')?.body.ContractId,
      ContractId,
    );
    same(
      'signed',
      received.every(({ headers }) => /^v1,/.test(headers['webhook-signature'] ?? '')),
      true,
    );
    const deliveries: Json[] = await service.json('GET', '/sandbox/deliveries?take=500');
    same('delivered', deliveries.length, received.length);
  },

  async faults(service) {
    await service.json('POST', '/sandbox/faults', {
      Path: '/api/v1/CustomerSelfService/signup/order',
      Times: 1,
      Fault: { DropResponse: true },
    });
    // The answer is lost when the work is done: ClientLib asks again with the same key, and there is one order.
    const order = await new Signup().createOrder(basic, ada);
    const orders: Json[] = await service.rest('GET', '/orders');
    same(
      'orders',
      orders.map(({ Id }) => Id),
      [order.OrderId],
    );
    await service.json('POST', '/sandbox/faults', { Method: 'GET', Times: 2, Fault: { Drop: true } });
    const lost = () =>
      service.fetch('/api/v1/plans').then(
        (response) => response.status,
        (error: Error) => error instanceof TypeError,
      );
    same('dropped', [await lost(), await lost(), await lost()], [true, true, 401]);
    const answer = await service.fetch('/api/v1/plans', {
      headers: { 'X-Sandbox-Fault': 'status=418; delay=1' },
    });
    same('by header', answer.status, 418);
    const cut = await service.fetch('/openapi.json', { headers: { 'X-Sandbox-Fault': 'truncate' } }).then(
      (response) =>
        response.text().then(
          () => 'whole',
          () => 'cut',
        ),
      () => 'cut',
    );
    same('truncated', cut, 'cut');
    same('no rule left', await service.json('GET', '/sandbox/faults'), []);
  },
};

/** Names of the cases. */
export const caseNames: readonly string[] = Object.keys(cases);

/** Runs one case on a service that begins anew. Throws where the service is not as it should. */
export async function runCase(name: string, place: Place): Promise<EventLog> {
  const service = new Service(place);
  configure({ baseUrl: place.baseUrl, fetch: place.fetch });
  await service.json('POST', '/sandbox/reset');
  await cases[name]?.(service);
  return service.events();
}
