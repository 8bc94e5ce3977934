import type { OpenWorkspace } from '../../sandbox/workspaces.ts';
import { notFound } from '../../service/domain/basics/problem.ts';
import type { ContractRecord } from '../../service/domain/records/contracts.ts';

/** An invoice or a credit note, as matchers read it. */
export interface ContractInvoice {
  readonly Id: string;
  readonly InvoiceNumber: string;
  readonly Created: string;
  readonly DueDate: string;
  readonly Currency: string;
  readonly TotalNet: number;
  readonly TotalVat: number;
  readonly TotalGross: number;
  /** false: a credit note. */
  readonly IsInvoice: boolean;
}

/** A live view of a contract. */
export interface ContractHandle {
  readonly Id: string;
  /** `Draft` (starts later), `InTrial`, `Active`, `Paused`, `Ended` or `Annulled`. */
  readonly LifecycleStatus: string;
  /** The amount that the customer owes; negative is a credit. */
  readonly Balance: number;
  readonly Currency: string;
  readonly EndDate: string | undefined;
  readonly NextBillingDate: string | undefined;
  /** Oldest first. */
  readonly Invoices: readonly ContractInvoice[];
}

/** @throws an Error on access if the contract does not exist */
export function contractHandle({ core }: Pick<OpenWorkspace, 'core'>, Id: string): ContractHandle {
  const contract = (): ContractRecord => {
    const found = core.tx.contracts.get(Id);
    if (found === undefined) throw notFound('contract', Id);
    return found;
  };
  return {
    Id,
    get LifecycleStatus() {
      return contract().LifecycleStatus;
    },
    get Balance() {
      return contract().Balance;
    },
    get Currency() {
      return contract().Currency;
    },
    get EndDate() {
      return contract().EndDate;
    },
    get NextBillingDate() {
      return contract().NextBillingDate;
    },
    get Invoices() {
      const { Id: ContractId } = contract();
      return core.tx.invoices.list({ where: { ContractId } }).map((invoice) => ({
        Id: invoice.Id,
        InvoiceNumber: invoice.InvoiceNumber,
        Created: invoice.Created,
        DueDate: invoice.DueDate,
        Currency: invoice.Currency,
        TotalNet: invoice.TotalNet,
        TotalVat: invoice.TotalVat,
        TotalGross: invoice.TotalGross,
        IsInvoice: invoice.IsInvoice,
      }));
    },
  };
}
