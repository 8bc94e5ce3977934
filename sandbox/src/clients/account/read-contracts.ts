import type { Customer } from '../../service/model/customer.ts';
import type { AccountClient } from './account-client.ts';
import { ContractDetails, type ReadContract } from './contract-details.ts';
import { anonymousCustomer, wordsAbout } from './personal-data.ts';
import { type Entry, NotServed, readList } from './read-list.ts';
import { AccountError } from './service-url.ts';
import { fittingEntries, shownCustomer } from './shown-entries.ts';

/** Customers and contracts of an account, without personal and payment data. */
export interface ReadContracts {
  readonly customers: readonly Customer[];
  readonly contracts: readonly ReadContract[];
  /** The newest invoice number of the account: the invoices of contracts that have ended are not read. */
  readonly lastNumber: string | undefined;
  /** Entries that could not be read, with the reason. */
  readonly notes: readonly string[];
}

export interface ReadingContracts {
  /** Contracts that an earlier run has read, by their ids. */
  readonly begun: ReadonlyMap<string, ReadContract>;
  /** Stores of plan groups, by their ids. */
  readonly stores: ReadonlyMap<string, unknown>;
  /** Called for each contract, so that an interrupted run can resume. */
  readonly onRead: (contract: ReadContract, done: number, all: number) => Promise<void>;
}

/** Passes after which constantly changing contracts are used as they are. */
const MAX_PASSES = 5;

/**
 * Reads all customers and contracts with their documents. Meanwhile changed contracts are read again, until
 * a pass finds no change. A contract that an earlier run has read, and that has not changed, is not read again.
 *
 * @throws AccountError
 */
export async function readContracts(
  client: AccountClient,
  { begun, stores, onRead }: ReadingContracts,
): Promise<ReadContracts> {
  const known = new Map(begun);
  const found: string[] = [];
  for (let pass = 1; ; pass += 1) {
    const notes: string[] = [];
    const people = await readCustomers(client, notes);
    const listed = await read(client, '/api/v1/contracts');
    const withCustomer = await servedWith(client, listed, people, notes);
    const details = new ContractDetails(client, people.words, found, stores);
    const entries = details.fitContracts(withCustomer, notes);
    const kept = ({ Id }: ReadContract['Contract']) => known.get(Id);
    const changed = entries.filter((one) => JSON.stringify(kept(one)?.Contract) !== JSON.stringify(one));
    if (changed.length === 0 || pass > MAX_PASSES) {
      if (changed.length > 0)
        notes.push(
          `${changed.length} contracts changed during each of ${MAX_PASSES} passes. Run the import again.`,
        );
      const contracts = entries.flatMap((one) => kept(one) ?? []);
      return {
        customers: [...people.customers.values()],
        contracts,
        lastNumber: await readLastNumber(client),
        notes: [...new Set([...notes, ...found])],
      };
    }
    for (const [at, one] of changed.entries()) {
      const whole = await details.read(one);
      known.set(one.Id, whole);
      await onRead(whole, at + 1, changed.length);
    }
  }
}

async function readLastNumber(client: AccountClient): Promise<string | undefined> {
  const { status, body } = await client.get('/api/v1/invoices?take=1');
  const [newest] = status === 200 && Array.isArray(body) ? body : [];
  return typeof newest?.InvoiceNumber === 'string' ? newest.InvoiceNumber : undefined;
}

interface People {
  readonly customers: Map<string, Customer>;
  /** Words that may identify each customer, in memory only. */
  readonly words: Map<string, readonly string[]>;
}

async function readCustomers(client: AccountClient, notes: string[]): Promise<People> {
  const people: People = { customers: new Map(), words: new Map() };
  for (const one of await read(client, '/api/v1/customers')) add(people, one, notes);
  return people;
}

/**
 * Returns the contracts with their customers; customers missing from the list, such as deleted ones, are read by id.
 */
async function servedWith(
  client: AccountClient,
  contracts: readonly Entry[],
  people: People,
  notes: string[],
): Promise<readonly Entry[]> {
  const served: Entry[] = [];
  for (const one of contracts) {
    const id = String(one['CustomerId']);
    if (!people.customers.has(id)) {
      const { status, body } = await client.get(`/api/v1/customers/${encodeURIComponent(id)}`);
      if (status === 200) add(people, body as Entry, notes);
    }
    if (people.customers.has(id)) served.push(one);
    else notes.push(`Contract ${one.Id} was skipped: the service does not return its customer ${id}.`);
  }
  return served;
}

function add({ customers, words }: People, entry: Entry, notes: string[]): void {
  for (const customer of fittingEntries(shownCustomer, [entry], 'Customer', notes) as Customer[]) {
    customers.set(customer.Id, anonymousCustomer(customer));
    words.set(customer.Id, wordsAbout(customer));
  }
}

async function read(client: AccountClient, path: string): Promise<readonly Entry[]> {
  try {
    return await readList(client, path);
  } catch (error) {
    if (error instanceof NotServed)
      throw new AccountError(`GET ${path} could not be read: ${error.message}.`);
    throw error;
  }
}
