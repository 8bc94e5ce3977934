// One customer's contract as its merchant and its page handle it: by the service's HTTP interface alone.
import type { Sandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import {
  apiCalls,
  type ComponentName,
  components,
  priceList,
  type VariantName,
  variants,
} from './catalogue.ts';
import type { CartChange } from './entries.ts';
import type { TaxFacts } from './taxes.ts';
import type { PaymentKind } from './till.ts';

const publicApiKey = 'a00000000000000000000001';

const paymentData: Record<PaymentData, readonly [bearer: string, data: object]> = {
  card: ['CreditCard:Delta', cardOf('4111111111111111')],
  'slow card': ['CreditCard:Golf', cardOf('4111111111111111')],
  'disputed card': ['CreditCard:Delta', cardOf('4000000000001414')],
  'fails once': ['CreditCard:Delta', cardOf('4000000000001364')],
  'breaks down once': ['CreditCard:Delta', cardOf('4000000000001372')],
  'fails at renewals': ['CreditCard:Delta', cardOf('4000000000000341')],
  'no refunds': ['CreditCard:India', cardOf('4111111111111111')],
  'settling debit': ['Debit:Echo', debitOf('DE89370400440532013000')],
  'returned debit': ['Debit:Echo', debitOf('DE62370400440532013001')],
  'debit taken back': ['Debit:Delta', debitOf('DE62370400440532013001')],
};

/** What is paid by itself. */
export type PaymentData = Exclude<PaymentKind, 'account'>;

function debitOf(Iban: string): object {
  return { Debit: { Holder: 'Ada Byron', Iban } };
}

function cardOf(number: string): object {
  return { Card: { Number: number, ExpiryMonth: 12, ExpiryYear: 2049, Holder: 'Ada Byron', Cvc: '123' } };
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
  /** Of a customer who has another contract already. */
  customerId: string;
  /** Invoices never change. */
  readonly #invoices = new Map<string, Json>();
  /** The instant of this time of day, some days from now. */
  startOf: (inDays: number) => Date = () => this.sandbox.clock.now();
  /** What was read last, as long as nothing has happened since. */
  #last: { readonly version: string; readonly state: ReturnType<Merchant['readAnew']> } | undefined;

  constructor(sandbox: Sandbox, token: string, customerId = '') {
    this.sandbox = sandbox;
    this.#token = token;
    this.customerId = customerId;
  }

  /** How often something may have happened in a sandbox. */
  static readonly #versions = new WeakMap<Sandbox, number>();

  static #versionOf(sandbox: Sandbox): number {
    return Merchant.#versions.get(sandbox) ?? 0;
  }

  /** Something may have happened in the sandbox at the present instant: what was read before is read anew. */
  static forget(sandbox: Sandbox): void {
    Merchant.#versions.set(sandbox, Merchant.#versionOf(sandbox) + 1);
  }

  /** The same contract, with nothing read before. */
  anew(): Merchant {
    const merchant = new Merchant(this.sandbox, this.#token, this.customerId);
    merchant.contractId = this.contractId;
    return merchant;
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
    if (method !== 'GET') Merchant.forget(this.sandbox);
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

  /** Everything that the books are compared with. */
  read(): ReturnType<Merchant['readAnew']> {
    const version = `${Merchant.#versionOf(this.sandbox)} ${this.sandbox.clock.now().getTime()}`;
    if (this.#last?.version !== version) this.#last = { version, state: this.readAnew() };
    return this.#last.state;
  }

  async readAnew() {
    const [contract, { invoices, drafts }, ledger, all] = await Promise.all([
      this.contract(),
      this.#documents(),
      this.contract('GET', 'ledgerEntries?take=500'),
      this.rest('GET', `paymentTransactions?contractId=${this.contractId}&take=500`),
    ]);
    // They come newest first.
    const transactions = all.toReversed();
    const charges = transactions.filter(({ Preauth }: Json) => !Preauth);
    return { contract, invoices, drafts, documents: [...invoices, ...drafts], ledger, transactions, charges };
  }

  /** Invoices, and drafts that wait. */
  async documents(): Promise<Json[]> {
    return (await this.read()).documents;
  }

  async #documents(): Promise<{ invoices: Json[]; drafts: Json[] }> {
    const [invoices, drafts] = await Promise.all([this.#listed('invoices'), this.#listed('invoiceDrafts')]);
    return {
      invoices: await Promise.all(
        invoices.map(async ({ Id }) => {
          const known = this.#invoices.get(Id) ?? (await this.rest('GET', `invoices/${Id}`));
          this.#invoices.set(Id, known);
          return known;
        }),
      ),
      drafts: await Promise.all(drafts.map(({ Id }) => this.rest('GET', `invoiceDrafts/${Id}`))),
    };
  }

  async #listed(kind: 'invoices' | 'invoiceDrafts'): Promise<Json[]> {
    const all = await this.rest('GET', `${kind}?customerId=${this.customerId}&take=500`);
    return all.filter(({ ContractId }: Json) => ContractId === this.contractId);
  }

  async sendDrafts(): Promise<void> {
    for (const { Id } of await this.#listed('invoiceDrafts')) await this.rest('POST', `invoiceDrafts/${Id}`);
    await this.sandbox.settle();
  }

  customer({ country, vatId }: TaxFacts): Promise<Json> {
    const Address = { Country: country };
    return this.rest('PATCH', `customers/${this.customerId}`, { VatId: vatId || null, Address });
  }

  rated(PricePerUnit: number, from: Date, to: Date): Promise<Json> {
    const [PeriodStart, PeriodEnd] = [from.toISOString(), to.toISOString()];
    const item = { Description: 'Training', Quantity: 1, PricePerUnit, PeriodStart, PeriodEnd };
    return this.contract('POST', 'ratedItems', item);
  }

  /** Subscribes to a component without an order. */
  component(name: ComponentName, Quantity: number, dates: object): Promise<Json> {
    const subscription = { ComponentId: components[name].id, Quantity, ...dates };
    return this.contract('POST', 'componentSubscriptions', subscription);
  }

  /** Changes a price in the catalogue. */
  price(variant: VariantName, fee: number): Promise<Json> {
    return this.rest('PATCH', `planVariants/${variants[variant].id}`, { RecurringFee: fee });
  }

  async signup(
    variant: VariantName,
    cart: CartChange,
    pays: PaymentKind,
    dates: { readonly BilledUntil?: string | undefined; readonly StartDate?: string | undefined } = {},
    country = 'DE',
  ): Promise<Json> {
    const Customer = {
      FirstName: 'Ada',
      LastName: 'Byron',
      EmailAddress: 'ada@customer.test',
      Address: { Country: country },
    };
    const order = await this.rest('POST', 'orders', {
      ...(this.customerId === '' ? { Customer } : { CustomerId: this.customerId }),
      Cart: this.#cartOf({ ...cart, variant }),
      ...dates,
      ...listOf(cart),
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
    return this.rest('POST', 'orders', {
      ContractId: this.contractId,
      Cart: this.#cartOf(cart),
      ...listOf(cart),
      ...more,
    });
  }

  async preview(cart: CartChange): Promise<Json> {
    const body = { ContractId: this.contractId, Cart: this.#cartOf(cart), ...listOf(cart) };
    return (await this.rest('POST', 'orders/preview', body)).Order;
  }

  async pay(orderId: string, by: 'commit' | 'paySync' | 'newCard'): Promise<void> {
    if (by === 'commit') await this.rest('POST', `orders/${orderId}/commit`, {});
    else if (by === 'paySync') await this.page('upgrade/paySync', { OrderId: orderId });
    else await this.page('upgrade/pay', { OrderId: orderId, ...(await this.tethered('card')) });
    await this.sandbox.settle();
  }

  async newPaymentData(kind: PaymentData): Promise<void> {
    await this.page('payment/change', await this.tethered(kind));
    await this.sandbox.settle();
  }

  #cartOf(cart: CartChange): object {
    return {
      ...(cart.variant === undefined ? {} : { PlanVariantId: variants[cart.variant].id }),
      ...(cart.inherit === undefined ? {} : { InheritStartDate: cart.inherit }),
      ...(cart.quantity === undefined ? {} : { Quantity: cart.quantity }),
      ...(cart.coupon === undefined ? {} : { CouponCode: cart.coupon }),
      ...(cart.add === undefined
        ? {}
        : {
            ComponentSubscriptions: cart.add.map(({ name, quantity, startsIn }) => ({
              ComponentId: components[name].id,
              Quantity: quantity,
              ...(startsIn === undefined ? {} : { StartDate: this.startOf(startsIn).toISOString() }),
            })),
          }),
      ...(cart.endAll === undefined ? {} : { EndComponentSubscriptions: [components[cart.endAll].id] }),
    };
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

  async tethered(kind: PaymentData): Promise<object> {
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

const listOf = ({ listed }: CartChange) => (listed === true ? { PriceListId: priceList.id } : {});
