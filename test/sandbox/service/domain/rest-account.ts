import type { SandboxOptions } from '../../../../sandbox/src/sandbox/sandbox.ts';
import type { Invoice } from '../../../../sandbox/src/service/model/invoice.ts';
import { type Api, backEnd, newContract, newSandbox } from '../http/service.ts';
import { type CatalogueChange, catalogueWith } from './billing-kit.ts';

/** A line as tests compare it: product, first day, day of the end, net. Days are those of Berlin. */
export type Line = readonly [name: string, from: string, to: string, net: number];

interface Options {
  readonly catalogue?: CatalogueChange;
  readonly account?: object;
}

const berlin = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin' });
const dayOf = (timestamp: string | undefined) =>
  timestamp === undefined ? '' : berlin.format(new Date(timestamp));

/** One customer's contract through the REST API alone, in a sandbox whose clock stands. */
export class RestAccount {
  readonly api: Api;
  readonly #sandbox: ReturnType<typeof newSandbox>;
  contractId = '';

  private constructor(sandbox: ReturnType<typeof newSandbox>, api: Api) {
    this.#sandbox = sandbox;
    this.api = api;
  }

  static async open(clock: string, { catalogue = {}, account }: Options = {}): Promise<RestAccount> {
    const config: SandboxOptions['config'] = {
      Catalogue: catalogueWith(catalogue),
      ...(account === undefined ? {} : { Account: account }),
    };
    const sandbox = newSandbox({ clock, config });
    return new RestAccount(sandbox, await backEnd(sandbox));
  }

  /** Signs up for a plan variant on account. @param order more of the order */
  async signup(PlanVariantId: string, cart: object = {}, order: object = {}): Promise<void> {
    const { Id } = await newContract(this.api, { Cart: { PlanVariantId, ...cart }, ...order });
    this.contractId = Id;
  }

  /** Makes an order for the contract, not completed yet. */
  async order(cart: object, order: object = {}) {
    const { status, body } = await this.api('POST', 'orders', {
      ContractId: this.contractId,
      Cart: cart,
      ...order,
    });
    if (status >= 300) throw new Error(JSON.stringify(body));
    return body;
  }

  commit(orderId: string) {
    return this.api('POST', `orders/${orderId}/commit`, {});
  }

  /** Orders and completes at once. */
  async change(cart: object, order: object = {}): Promise<void> {
    const { Id } = await this.order(cart, order);
    const { status, body } = await this.commit(Id);
    if (status !== 200) throw new Error(JSON.stringify(body));
  }

  /** An operation on the contract that succeeds. */
  async contract(method = 'GET', path = '', input?: object) {
    const { status, body } = await this.api(
      method,
      `contracts/${this.contractId}${path === '' ? '' : `/${path}`}`,
      input,
    );
    if (status >= 300) throw new Error(JSON.stringify(body));
    return body;
  }

  async pause(dates: object = {}): Promise<void> {
    await this.contract('POST', 'pause', dates);
  }

  async resume(): Promise<void> {
    await this.contract('POST', 'resume');
  }

  async advanceTo(instant: string): Promise<void> {
    await this.#sandbox.clock.set(instant);
  }

  async documents(): Promise<Invoice[]> {
    const { CustomerId } = await this.contract();
    const { body } = await this.api('GET', `invoices?customerId=${CustomerId}&take=500`);
    const all: Invoice[] = await Promise.all(
      body.map(async ({ Id }: { Id: string }) => (await this.api('GET', `invoices/${Id}`)).body),
    );
    return all.sort((one, other) => (one.InvoiceNumber < other.InvoiceNumber ? -1 : 1));
  }

  /** The lines of each document, in the order of their numbers. */
  async lines(): Promise<Line[][]> {
    const documents = await this.documents();
    return documents.map(({ ItemList }) =>
      ItemList.map((line) => [
        line.Description,
        dayOf(line.PeriodStart),
        dayOf(line.PeriodEnd),
        line.TotalNet,
      ]),
    );
  }

  /** Gross total of each document, in the order of their numbers. */
  async totals(): Promise<number[]> {
    return (await this.documents()).map(({ TotalGross }) => TotalGross);
  }

  /** What the audit reports. */
  audit(): readonly unknown[] {
    return this.#sandbox.audit().Problems;
  }
}
