import { createSandbox, getWorkspaces, type Sandbox } from '../../sandbox/sandbox.ts';
import type { Configuration } from '../../service/configuration/configuration.ts';
import { defined } from '../../service/domain/basics/defined.ts';
import { Problem } from '../../service/domain/basics/problem.ts';
import { takeOverContract } from '../../service/domain/contracts/taken-over-contract.ts';
import type { Tx } from '../../service/domain/records/tx.ts';
import type { StoreType } from '../../service/model/statuses.ts';
import type { ReadContract } from './contract-details.ts';
import type { ReadContracts } from './read-contracts.ts';

/** Details of contracts that the API does not return, or that are not read. */
export const notImportedOfContracts = [
  'Payment data, payments and payment methods: contracts on account stay on account; other contracts are not charged in the sandbox.',
  'Details of ended contracts, of which only the bookings are imported, and store data of app store contracts.',
  'Who canceled a contract, and phases after its end: cancellations cannot be revoked in the sandbox.',
  'Unpaid orders, contract changes, dunning, events, mails and files.',
  'Account.TimeZone, Account.Escalation and other settings: no path shows them, but for country and VAT id, which invoices show. Name them in the configuration.',
];

/** A sandbox with the imported contracts. */
export interface ImportedContracts {
  /** Its clock is set to the time of the service. The caller closes it. */
  readonly sandbox: Sandbox;
  /** Entries that could not be imported, with the reason. */
  readonly notes: readonly string[];
}

/**
 * Creates a sandbox that continues from the state of the service. It sends nothing to the outside.
 *
 * @param now in epoch milliseconds
 */
export function sandboxWithContracts(
  configuration: Configuration,
  { customers, contracts, lastNumber = '' }: ReadContracts,
  now: number,
): ImportedContracts {
  const sandbox = createSandbox({
    config: configuration,
    clock: new Date(now),
    seed: 'import',
    timers: false,
    deliver: () => new Promise(() => {}),
  });
  const { core } = getWorkspaces(sandbox).main;
  const names = new Map(customers.map(({ Id, CustomerName }) => [Id, CustomerName]));
  const notes: string[] = [];
  core.transaction((tx) => {
    for (const one of customers) tx.customers.insert(one);
    const invoices = contracts.flatMap(({ Invoices }) => Invoices);
    countInvoices(tx, [lastNumber, ...invoices.map(({ InvoiceNumber }) => InvoiceNumber)]);
  });
  for (const one of contracts) {
    try {
      core.transaction((tx) => takeOver(tx, one, names.get(one.Contract.CustomerId) ?? '', notes));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      notes.push(`Contract ${one.Contract.Id} was skipped: ${error.message}`);
    }
  }
  return { sandbox, notes };
}

function takeOver(tx: Tx, read: ReadContract, CustomerName: string, notes: string[]): void {
  const { Contract, SetupFeeDue, BilledElsewhereUntil, Store } = read;
  for (const one of read.ComponentSubscriptions)
    if (isThere(tx.components.has(one.ComponentId), `Component subscription ${one.Id}`, notes))
      tx.componentSubscriptions.insert(one);
  for (const one of read.DiscountSubscriptions)
    if (isThere(tx.discounts.has(one.DiscountId), `Discount subscription ${one.Id}`, notes))
      tx.discountSubscriptions.insert(one);
  for (const one of read.Usages)
    if (isThere(tx.components.has(one.ComponentId), `Usage ${one.Id}`, notes)) tx.meteredUsages.insert(one);
  for (const one of read.RatedItems) tx.ratedItems.insert(one);
  for (const one of read.Bookings) tx.ledgerEntries.insert(one);
  for (const one of read.Invoices) tx.invoices.insert({ ...one, RecipientName: CustomerName });
  for (const one of read.Drafts) tx.invoiceDrafts.insert({ ...one, RecipientName: CustomerName });
  takeOverContract(tx, {
    ...Contract,
    CustomerName,
    ...defined({ SetupFeeDue, BilledElsewhereUntil, Store: Store as StoreType | undefined }),
  });
}

function isThere(is: boolean, what: string, notes: string[]): boolean {
  if (!is) notes.push(`${what} was skipped: the catalogue does not contain the entry that it refers to.`);
  return is;
}

/** Continues the numbering of invoices. */
function countInvoices(tx: Tx, numbers: readonly string[]): void {
  const last = new Map<string, number>();
  for (const given of numbers) {
    const [, year, number] = /^(\d{4})-(\d{1,9})$/.exec(given) ?? [];
    if (year !== undefined) last.set(year, Math.max(last.get(year) ?? 0, Number(number)));
  }
  for (const [year, Value] of last) tx.counters.insert({ Id: `invoice-${year}`, Value });
}
