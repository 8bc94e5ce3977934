// One customer's contract as its merchant and its page handle it: by the service's HTTP interface alone.
import type { Sandbox } from '../../../sandbox/src/sandbox.ts';
import { apiCalls, type CartChange, components, type VariantName, variants } from './book.ts';
import { local } from './calendar.ts';
import type { PaymentKind } from './steps.ts';

const publicApiKey = 'a00000000000000000000001';

const paymentData: Record<Exclude<PaymentKind, 'account'>, readonly [bearer: string, data: object]> = {
  card: ['CreditCard:Delta', { Card: cardOf('4111111111111111') }],
  'fails at renewals': ['CreditCard:Delta', { Card: cardOf('4000000000000341') }],
  'returned debit': ['Debit:Echo', { Debit: { Holder: 'Ada Byron', Iban: 'DE62370400440532013001' } }],
};

function cardOf(number: string): object {
  return { Number: number, ExpiryMonth: 12, ExpiryYear: 2049, Holder: 'Ada Byron', Cvc: '123' };
}

/** The answer to a call, of whatever shape. */
// biome-ignore lint/suspicious/noExplicitAny: answers are looked into field by field
export type Json = any;

/** The service refused a call. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(call: string, status: number, body: Json) {
    super(`${call}: ${status} ${JSON.stringify(body)}`);
    this.status = status;
    this.code = body?.Code ?? '';
  }
}

export class Merchant {
  readonly sandbox: Sandbox;
  readonly #token: string;
  contractId = '';
  customerId = '';

  constructor(sandbox: Sandbox, token: string) {
    this.sandbox = sandbox;
    this.#token = token;
  }

  static async token(sandbox: Sandbox): Promise<string> {
    const response = await sandbox.fetch('http://sandbox/oauth/token/', {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    return ((await response.json()) as { access_token: string }).access_token;
  }

  async call(method: string, path: string, body?: unknown, token = this.#token): Promise<Json> {
    const response = await this.sandbox.fetch(`http://sandbox${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text;
    if (!response.ok) throw new Refused(`${method} ${path} ${JSON.stringify(body)}`, response.status, answer);
    return answer;
  }

  rest(method: string, path: string, body?: unknown): Promise<Json> {
    return this.call(method, `/api/v1/${path}`, body);
  }

  /** An operation on the contract, or what belongs to it. */
  contract(method = 'GET', path = '', body?: unknown): Promise<Json> {
    return this.rest(method, `contracts/${this.contractId}${path === '' ? '' : `/${path}`}`, body);
  }

  /** Reads everything that the book is compared with. */
  async read() {
    const [contract, invoices, documents, ledger, transactions] = await Promise.all([
      this.contract(),
      this.invoices(),
      this.documents(),
      this.contract('GET', 'ledgerEntries?take=500'),
      this.rest('GET', 'paymentTransactions?take=500'),
    ]);
    return { contract, invoices, documents, ledger, transactions };
  }

  invoices(): Promise<Json[]> {
    return this.rest('GET', `invoices?customerId=${this.customerId}&take=500`);
  }

  /** Invoices, and drafts that wait. */
  async documents(): Promise<Json[]> {
    const drafts = await this.rest('GET', `invoiceDrafts?customerId=${this.customerId}&take=500`);
    const all = [
      ...(await this.invoices()).map(({ Id }) => `invoices/${Id}`),
      ...drafts.map(({ Id }: Json) => `invoiceDrafts/${Id}`),
    ];
    return Promise.all(all.map((path) => this.rest('GET', path)));
  }

  async sendDrafts(): Promise<void> {
    const drafts = await this.rest('GET', `invoiceDrafts?customerId=${this.customerId}&take=500`);
    for (const { Id } of drafts) await this.rest('POST', `invoiceDrafts/${Id}`);
  }

  vatId(VatId: string | null): Promise<Json> {
    return this.rest('PATCH', `customers/${this.customerId}`, { VatId });
  }

  rated(PricePerUnit: number, from: string, to: string): Promise<Json> {
    const [PeriodStart, PeriodEnd] = [midnight(from), midnight(to)];
    const item = { Description: 'Training', Quantity: 1, PricePerUnit, PeriodStart, PeriodEnd };
    return this.contract('POST', 'ratedItems', item);
  }

  /** Changes a price in the catalogue. */
  price(variant: VariantName, fee: number): Promise<Json> {
    return this.rest('PATCH', `planVariants/${variants[variant].id}`, { RecurringFee: fee });
  }

  async signup(
    variant: VariantName,
    cart: CartChange,
    pays: PaymentKind,
    billedUntil?: Date,
    country = 'DE',
  ): Promise<Json> {
    const order = await this.rest('POST', 'orders', {
      Customer: {
        FirstName: 'Ada',
        LastName: 'Byron',
        EmailAddress: 'ada@customer.test',
        Address: { Country: country },
      },
      Cart: cartOf({ ...cart, variant }),
      BilledUntil: billedUntil?.toISOString(),
    });
    this.contractId = order.ContractId;
    this.customerId = order.CustomerId;
    if (pays === 'account')
      await this.rest('POST', `orders/${order.Id}/commit`, { PaymentMethod: 'InvoicePayment' });
    else await this.page('signup/pay', { OrderId: order.Id, ...(await this.tethered(pays)) });
    await this.sandbox.settle();
    return order;
  }

  order(cart: CartChange, more: object = {}): Promise<Json> {
    return this.rest('POST', 'orders', { ContractId: this.contractId, Cart: cartOf(cart), ...more });
  }

  async preview(cart: CartChange): Promise<Json> {
    const body = { ContractId: this.contractId, Cart: cartOf(cart) };
    return (await this.rest('POST', 'orders/preview', body)).Order;
  }

  async pay(orderId: string, by: 'commit' | 'paySync' | 'newCard'): Promise<void> {
    if (by === 'commit') await this.rest('POST', `orders/${orderId}/commit`, {});
    else if (by === 'paySync') await this.page('upgrade/paySync', { OrderId: orderId });
    else await this.page('upgrade/pay', { OrderId: orderId, ...(await this.tethered('card')) });
    await this.sandbox.settle();
  }

  async newPaymentData(kind: Exclude<PaymentKind, 'account'>): Promise<void> {
    await this.page('payment/change', await this.tethered(kind));
    await this.sandbox.settle();
  }

  usage(quantity: number, at?: Date): Promise<Json> {
    const DueDate = at?.toISOString();
    return this.contract('POST', 'usage', { ComponentId: apiCalls.id, Quantity: quantity, DueDate });
  }

  /** A call of ClientLib. */
  async page(path: string, body: object, method = 'POST'): Promise<Json> {
    const { Token } = await this.contract('GET', 'selfServiceToken').catch(() => ({ Token: undefined }));
    return this.call(method, `/api/v1/CustomerSelfService/${path}`, body, Token);
  }

  async tethered(kind: Exclude<PaymentKind, 'account'>): Promise<object> {
    const [Bearer, data] = paymentData[kind];
    const { Token } = await this.call('POST', `/providers/${Bearer.split(':')[1]}/tokens`, {
      Bearer,
      ...data,
    });
    const mandate = { MandateReference: 'M-1', MandateSignatureDate: '2026-01-15' };
    return {
      PublicApiKey: publicApiKey,
      TetheredPaymentInformation: { Bearer, Token, ...(Bearer.startsWith('Debit') ? mandate : {}) },
    };
  }
}

/** The instant of a local midnight in Berlin. */
function midnight(stamp: string): string {
  const utc = Date.parse(`${stamp}Z`);
  const summer = new Date(utc - 2 * 3_600_000);
  return (local(summer) === stamp ? summer : new Date(utc - 3_600_000)).toISOString();
}

function cartOf(cart: CartChange): object {
  return {
    ...(cart.variant === undefined ? {} : { PlanVariantId: variants[cart.variant].id }),
    ...(cart.inherit === undefined ? {} : { InheritStartDate: cart.inherit }),
    ...(cart.quantity === undefined ? {} : { Quantity: cart.quantity }),
    ...(cart.coupon === undefined ? {} : { CouponCode: cart.coupon }),
    ...(cart.add === undefined
      ? {}
      : {
          ComponentSubscriptions: cart.add.map(({ name, quantity }) => ({
            ComponentId: components[name].id,
            Quantity: quantity,
          })),
        }),
    ...(cart.endAll === undefined ? {} : { EndComponentSubscriptions: [components[cart.endAll].id] }),
  };
}
