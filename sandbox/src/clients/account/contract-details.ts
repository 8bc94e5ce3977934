import type * as z from 'zod';
import type { AccountClient } from './account-client.ts';
import {
  AnonymousTexts,
  anonymousBooking,
  anonymousFields,
  anonymousId,
  anonymousInvoice,
} from './personal-data.ts';
import { type Entry, NotServed, readList } from './read-list.ts';
import { fittingEntries, shownContract, shownLists } from './shown-entries.ts';

type ListName = keyof typeof shownLists;
type EntriesOf<Name extends ListName> = z.output<(typeof shownLists)[Name]>[];

/** A stored contract, without personal and payment data. */
export type KeptContract = z.output<typeof shownContract>;

/** A contract with its documents. */
export type ReadContract = { readonly [name in ListName]: EntriesOf<name> } & {
  readonly Contract: KeptContract;
  /** No response shows it; it is derived from other fields. */
  readonly SetupFeeDue?: true;
  readonly BilledElsewhereUntil?: string;
  readonly Store?: string;
  /** The merchant, from the newest invoice. */
  readonly Sender?: Sender;
};

/** The account's data on its invoices, which determine its taxes. */
export interface Sender {
  readonly Country?: string;
  readonly VatId?: string;
}

const none: Omit<ReadContract, 'Contract'> = {
  ComponentSubscriptions: [],
  DiscountSubscriptions: [],
  Usages: [],
  RatedItems: [],
  Bookings: [],
  Invoices: [],
  Drafts: [],
};

/** Reads contracts and their documents. */
export class ContractDetails {
  readonly #client: AccountClient;
  readonly #words: ReadonlyMap<string, readonly string[]>;
  readonly #notes: string[];
  readonly #stores: ReadonlyMap<string, unknown>;
  #sender: Sender | undefined;

  /** @param words words that may identify each customer @param notes receive what could not be read */
  constructor(
    client: AccountClient,
    words: ReadonlyMap<string, readonly string[]>,
    notes: string[],
    stores: ReadonlyMap<string, unknown>,
  ) {
    this.#client = client;
    this.#words = words;
    this.#notes = notes;
    this.#stores = stores;
  }

  /** Contracts from a list, without personal and payment data. */
  fitContracts(entries: readonly Entry[], notes: string[]): KeptContract[] {
    return fittingEntries(shownContract, entries, 'Contract', notes).map((contract) => {
      const { Notes, PaymentBearer, ExternalId, ...kept } = contract;
      const words = this.#words.get(contract.CustomerId) ?? [];
      const externalId = anonymousId(ExternalId, contract.Id, words);
      return {
        ...kept,
        CustomerName: contract.CustomerId,
        PaymentProviderSupportRefunds: false,
        CustomFields: anonymousFields(contract.CustomFields),
        ...(externalId === undefined ? {} : { ExternalId: externalId }),
        // Payments on account have a later due date. The data of other methods are not read.
        ...(PaymentBearer?.Type === 'InvoicePayment' ? { PaymentBearer: { Type: 'InvoicePayment' } } : {}),
      };
    });
  }

  /** Reads the documents of a contract; of a contract that has ended, only the open ones. */
  async read(contract: KeptContract): Promise<ReadContract> {
    const { Id, PlanGroupId, LifecycleStatus } = contract;
    const path = `/api/v1/contracts/${Id}`;
    const Bookings = (await this.#list('Bookings', `${path}/ledgerEntries`)).map(anonymousBooking);
    const isOver = LifecycleStatus === 'Ended' || LifecycleStatus === 'Annulled';
    const store = this.#stores.get(PlanGroupId);
    const known = { ...none, Contract: contract, Bookings };
    if (isOver || store !== undefined)
      return { ...known, ...(store === undefined ? {} : { Store: String(store) }) };
    const texts = new AnonymousTexts();
    const components = await this.#list('ComponentSubscriptions', `${path}/componentSubscriptions`);
    const usages = await this.#list('Usages', `${path}/usage`);
    const items = await this.#list('RatedItems', `${path}/ratedItems`);
    const whole: ReadContract = {
      ...known,
      ComponentSubscriptions: components.map((one) => texts.subscription(one)),
      DiscountSubscriptions: await this.#list('DiscountSubscriptions', `${path}/discountSubscriptions`),
      Usages: usages.map((one) => texts.usage(one)),
      RatedItems: items.map((one) => texts.item(one)),
      Invoices: await this.#documents('Invoices', 'invoices', contract),
      Drafts: await this.#documents('Drafts', 'invoiceDrafts', contract),
    };
    const derived = await this.#derived(whole);
    return { ...whole, ...derived, ...(this.#sender === undefined ? {} : { Sender: this.#sender }) };
  }

  async #documents<Name extends 'Invoices' | 'Drafts'>(
    name: Name,
    path: string,
    { Id, CustomerId }: KeptContract,
  ): Promise<EntriesOf<Name>> {
    const documents: Entry[] = [];
    for (const one of await this.#entries(`/api/v1/${path}?contractId=${Id}`)) {
      const { status, body } = await this.#client.get(`/api/v1/${path}/${one.Id}`);
      if (status === 200) documents.push(body as Entry);
      else this.#notes.push(`${name} ${one.Id} could not be read: the service returned ${status}.`);
    }
    this.#sender = readSender(documents[0]) ?? this.#sender;
    const fitting = fittingEntries(shownLists[name], documents, name, this.#notes);
    // In order of creation.
    fitting.sort((one, other) => (one.Created < other.Created ? -1 : 1));
    return fitting.map((one) => anonymousInvoice(one, CustomerId)) as EntriesOf<Name>;
  }

  async #derived({ Contract, Invoices, Drafts }: ReadContract) {
    const { Id, BilledUntil, LastBillingDate } = Contract;
    const lines = [...Invoices, ...Drafts].flatMap(({ ItemList }) => ItemList);
    if (BilledUntil === undefined && LastBillingDate === undefined) {
      const { status, body } = await this.#client.get(`/api/v1/contracts/${Id}/previewNextRecurring`);
      const { Invoice } = (status === 200 ? body : {}) as { Invoice?: (typeof Drafts)[number] };
      const isDue = Invoice?.ItemList?.some(({ ProductType }) => ProductType === 'SetupFee') === true;
      return isDue ? { SetupFeeDue: true as const } : {};
    }
    if (lines.some(({ ProductType }) => ProductType === 'RecurringFee')) return {};
    const orders = await this.#entries(`/api/v1/orders?contractId=${Id}&type=Signup`);
    const until = orders.find((one) => one['BilledUntil'] !== undefined)?.['BilledUntil'];
    return until === undefined ? {} : { BilledElsewhereUntil: String(until) };
  }

  async #list<Name extends ListName>(name: Name, path: string): Promise<EntriesOf<Name>> {
    const schema: z.ZodObject = shownLists[name];
    return fittingEntries(schema, await this.#entries(path), name, this.#notes) as EntriesOf<Name>;
  }

  /** Treats a list that the service does not have as empty, and notes it once. */
  async #entries(path: string): Promise<readonly Entry[]> {
    try {
      return await readList(this.#client, path);
    } catch (error) {
      if (!(error instanceof NotServed)) throw error;
      const operation = path.replace(/[0-9a-f]{24}/g, '{id}');
      const note = `GET ${operation} could not be read: ${error.message}.`;
      if (!this.#notes.includes(note)) this.#notes.push(note);
      return [];
    }
  }
}

/** The country and VAT id of the merchant, from the newest document of a list. */
function readSender(document: Entry | undefined): Sender | undefined {
  const { SenderAddress, SenderVatId } = (document ?? {}) as {
    SenderAddress?: { Country?: unknown };
    SenderVatId?: unknown;
  };
  const Country = SenderAddress?.Country;
  if (typeof Country !== 'string') return undefined;
  return { Country, ...(typeof SenderVatId === 'string' ? { VatId: SenderVatId } : {}) };
}
