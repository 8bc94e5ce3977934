import { issueCreditNote } from '../../../../sandbox/src/service/domain/billing/credit-notes.ts';
import {
  billContract,
  previewNextRecurring,
} from '../../../../sandbox/src/service/domain/billing/interim-billing.ts';
import {
  annulContract,
  cancelContract,
  cancellationPreview,
  contractView,
  endContract,
  patchContract,
  pauseContract,
  resumeContract,
  revokeCancellation,
} from '../../../../sandbox/src/service/domain/contracts/contracts.ts';
import { createRatedItem } from '../../../../sandbox/src/service/domain/contracts/rated-items.ts';
import { reportUsage } from '../../../../sandbox/src/service/domain/contracts/usage.ts';
import { commitOrder, createOrder } from '../../../../sandbox/src/service/domain/orders/orders.ts';
import { registerPayment } from '../../../../sandbox/src/service/domain/payments/bookings.ts';
import { zoneCalendar } from '../../../../sandbox/src/service/domain/pricing/periods.ts';
import type { Account } from '../../../../sandbox/src/service/domain/records/account.ts';
import type { CustomerInput } from '../../../../sandbox/src/service/model/customer.ts';
import type { OrderInput } from '../../../../sandbox/src/service/model/order.ts';
import { type CatalogueChange, card, failing, ids, onAccount, Shop, succeeded } from './billing-kit.ts';

/** One worked example of docs/billing-examples.md. */
export interface WorkedExample {
  readonly title: string;
  readonly scenario: Scenario;
  /** Tables of the document, by rows of cells, without head and rule. */
  readonly invoices: readonly (readonly string[])[] | undefined;
  readonly facts: readonly (readonly string[])[] | undefined;
}

/** What happens in an example. Names stand for the ids of the default catalogue. */
export interface Scenario {
  readonly Now: string;
  readonly Account?: Partial<Account>;
  readonly Catalogue?: CatalogueChange;
  readonly Customer?: CustomerInput;
  readonly Steps: readonly Step[];
}

interface NamedCart {
  readonly Plan?: string;
  readonly Quantity?: number;
  /** Quantities, or more of a component subscription. */
  readonly Components?: { readonly [name: string]: number | { readonly Quantity: number } };
  readonly Metered?: { readonly [name: string]: number };
  readonly EndComponents?: readonly string[];
  readonly Coupon?: string;
  readonly InheritStartDate?: boolean;
}

interface Step {
  /** On account, or by a card that providers answer with `Charges`. */
  readonly Signup?: NamedCart & Partial<OrderInput> & { readonly PayBy?: 'Card' };
  readonly Preview?: NamedCart & Partial<OrderInput>;
  readonly Change?: NamedCart & Partial<OrderInput>;
  /** Makes an order of a customer, or for the contract; `Do: Commit` completes it on account. */
  readonly Order?: NamedCart & Partial<OrderInput>;
  /** New recurring fees of plan variants. */
  readonly Prices?: { readonly [name: string]: number };
  readonly AdvanceTo?: string;
  readonly Usage?: { readonly [name: string]: number };
  readonly RatedItem?: {
    readonly Description: string;
    readonly Quantity: number;
    readonly PricePerUnit: number;
  };
  readonly BankTransfer?: number;
  readonly End?: string;
  readonly Pause?: { readonly StartDate?: string; readonly EndDate?: string };
  readonly BillingSuspended?: boolean;
  /** A credit note over an amount of the first invoice. */
  readonly CreditNote?: number;
  /** How the provider responds: the last response again and again. */
  readonly Charges?: readonly ('Succeeded' | 'Minor')[];
  readonly Do?:
    | 'Bill'
    | 'Commit'
    | 'Cancel'
    | 'Pause'
    | 'Resume'
    | 'Annul'
    | 'RevokeCancellation'
    | 'CancellationPreview'
    | 'PreviewNextRecurring';
}

const names: { readonly [name: string]: string } = {
  'Basic monthly': ids.basicMonthly,
  'Basic yearly': ids.basicYearly,
  'Pro monthly': ids.proMonthly,
  'Pro yearly, billed monthly': ids.proYearly,
  'Pro trial': ids.proTrial,
  Free: ids.free,
  Seat: ids.seat,
  'Priority support': ids.support,
  'API calls': ids.apiCalls,
  'Storage GB': ids.storage,
};

function idOf(name: string): string {
  const id = names[name];
  if (id === undefined)
    throw new Error(`docs/billing-examples.md names "${name}", which the example catalogue does not have`);
  return id;
}

const quantities = (of: { readonly [name: string]: number } | undefined) =>
  Object.entries(of ?? {}).map(([name, Quantity]) => ({ ComponentId: idOf(name), Quantity }));

const subscriptions = (of: NamedCart['Components'] = {}) =>
  Object.entries(of).map(([name, one]) => ({
    ComponentId: idOf(name),
    ...(typeof one === 'number' ? { Quantity: one } : one),
  }));

/** Names of plans, components and the catalogue change's keys become ids. */
function orderOf(named: NamedCart & Partial<OrderInput>): OrderInput {
  const { Plan, Quantity, Components, Metered, EndComponents, Coupon, InheritStartDate, ...more } = named;
  return {
    ...more,
    Cart: {
      ...(Plan === undefined ? {} : { PlanVariantId: idOf(Plan) }),
      ...(Quantity === undefined ? {} : { Quantity }),
      ...(InheritStartDate === undefined ? {} : { InheritStartDate }),
      ...(Coupon === undefined ? {} : { CouponCode: Coupon }),
      ComponentSubscriptions: subscriptions(Components),
      MeteredUsages: quantities(Metered),
      EndComponentSubscriptions: (EndComponents ?? []).map(idOf),
    },
  };
}

function catalogueOf(change: CatalogueChange): CatalogueChange {
  const byId = <T>(all: { readonly [name: string]: T } | undefined) =>
    Object.fromEntries(Object.entries(all ?? {}).map(([name, value]) => [names[name] ?? name, value]));
  return { ...change, variants: byId(change.variants), components: byId(change.components) };
}

/** What an example came to, in the cells of its tables. */
export interface Outcome {
  readonly invoices: string[][];
  readonly fact: (name: string) => string;
}

/** Lives through a scenario. */
export async function outcomeOf(scenario: Scenario): Promise<Outcome> {
  const shop = new Shop(scenario.Now, {
    ...(scenario.Account === undefined ? {} : { account: scenario.Account }),
    catalogue: catalogueOf(scenario.Catalogue ?? {}),
  });
  const customer = scenario.Customer ?? {
    FirstName: 'Ada',
    LastName: 'Lovelace',
    Address: { Country: 'DE' },
  };
  const facts: { [name: string]: unknown } = {};
  let contractId = '';
  let orderId = '';
  for (const step of scenario.Steps) {
    if (step.Preview !== undefined) {
      const whose = contractId === '' ? { Customer: customer } : { ContractId: contractId };
      facts['Preview'] = shop.preview({ ...whose, ...orderOf(step.Preview) });
    }
    if (step.Charges !== undefined)
      shop.answering(...step.Charges.map((one) => (one === 'Succeeded' ? succeeded : failing(one))));
    if (step.Signup !== undefined) {
      const { PayBy, ...signup } = step.Signup;
      const order = { Customer: customer, ...orderOf(signup) };
      contractId = shop.order(order, PayBy === 'Card' ? card : onAccount).Id;
    }
    if (step.Change !== undefined) shop.order({ ContractId: contractId, ...orderOf(step.Change) });
    const ordered = step.Order;
    if (ordered !== undefined) {
      const whose = contractId === '' ? { Customer: customer } : { ContractId: contractId };
      const order = shop.core.transaction((tx) =>
        createOrder(tx, { ...whose, ...orderOf(ordered) }, { bySelfService: false }),
      );
      orderId = order.Id;
      contractId = order.ContractId;
      facts['Order'] = order;
    }
    if (step.AdvanceTo !== undefined) await shop.advanceTo(step.AdvanceTo);
    shop.core.transaction((tx) => {
      for (const { ComponentId, Quantity } of quantities(step.Usage)) {
        reportUsage(tx, contractId, { ComponentId, Quantity });
      }
      if (step.RatedItem !== undefined) createRatedItem(tx, contractId, step.RatedItem);
      if (step.BankTransfer !== undefined) registerPayment(tx, contractId, { Amount: step.BankTransfer });
      if (step.End !== undefined) endContract(tx, contractId, step.End);
      if (step.Pause !== undefined) pauseContract(tx, contractId, step.Pause);
      if (step.BillingSuspended !== undefined)
        patchContract(tx, contractId, { BillingSuspended: step.BillingSuspended });
      if (step.CreditNote !== undefined)
        issueCreditNote(tx, shop.invoices(contractId)[0]?.Id ?? '', step.CreditNote, 'Goodwill');
      for (const [name, RecurringFee] of Object.entries(step.Prices ?? {})) {
        const variant = tx.planVariants.get(idOf(name));
        if (variant !== undefined) tx.planVariants.replace({ ...variant, RecurringFee });
      }
      if (step.Do === 'Commit') commitOrder(tx, orderId, { PaymentMethod: 'InvoicePayment' });
      if (step.Do === 'Bill') billContract(tx, contractId);
      if (step.Do === 'Cancel') cancelContract(tx, contractId);
      if (step.Do === 'RevokeCancellation') revokeCancellation(tx, contractId, 'Merchant');
      if (step.Do === 'Pause') pauseContract(tx, contractId);
      if (step.Do === 'Resume') resumeContract(tx, contractId);
      if (step.Do === 'Annul') annulContract(tx, contractId);
      if (step.Do === 'CancellationPreview') facts['Cancellation'] = cancellationPreview(tx, contractId);
      if (step.Do === 'PreviewNextRecurring') facts['Next'] = previewNextRecurring(tx, contractId);
    });
    await shop.settle();
  }
  const stored = shop.tx.contracts.get(contractId);
  if (stored !== undefined) facts['Contract'] = contractView(shop.tx, stored);
  facts['Payments'] = paymentsOf(shop, contractId);
  return { invoices: invoiceRows(shop, contractId), fact: (name) => cellOf(shop, valueAt(facts, name)) };
}

/** Day, time and outcome of each payment, in the order in which they were made. */
function paymentsOf(shop: Shop, contractId: string): string[] {
  const payments = shop.tx.paymentTransactions.list({ where: { ContractId: contractId } });
  const local = new Intl.DateTimeFormat('sv', {
    timeZone: shop.tx.account.TimeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  return payments.map(
    ({ StatusTimestamp, Status }) => `${local.format(new Date(StatusTimestamp))} ${Status.Status}`,
  );
}

function valueAt(facts: { readonly [name: string]: unknown }, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, key) => (value as { [key: string]: unknown } | undefined)?.[key], facts);
}

/** A value as a table shows it: instants as days of the account's calendar. */
function cellOf(shop: Shop, value: unknown): string {
  if (value === undefined) return '–';
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return dateOf(shop, value);
  if (typeof value === 'number') return amount(shop, value);
  return String(value);
}

const dateOf = (shop: Shop, timestamp: string | undefined) =>
  timestamp === undefined ? '' : zoneCalendar(shop.tx.account.TimeZone).dateAt(Date.parse(timestamp));

function amount(shop: Shop, value: number): string {
  const currency = [...shop.tx.planGroups][0]?.Currency;
  return value.toFixed(currency === 'JPY' ? 0 : currency === 'KWD' ? 3 : 2);
}

/** Each line of each document, and its total. */
function invoiceRows(shop: Shop, contractId: string): string[][] {
  return shop.invoices(contractId).flatMap((invoice) => {
    const money = (value: number) => amount(shop, value);
    const name = `${invoice.InvoiceNumber}${invoice.IsInvoice ? '' : ' (credit note)'}`;
    return [
      ...invoice.ItemList.map((line) => [
        name,
        line.Description,
        line.PeriodStart === line.PeriodEnd ? '' : dateOf(shop, line.PeriodStart),
        line.PeriodStart === line.PeriodEnd ? '' : dateOf(shop, line.PeriodEnd),
        String(line.Quantity),
        String(line.PricePerUnit),
        money(line.TotalNet),
        `${line.VatPercentage} %`,
        money(line.TotalVat),
        money(line.TotalGross),
      ]),
      [
        name,
        `**Total of ${dateOf(shop, invoice.DocumentDate)}**`,
        '',
        '',
        '',
        '',
        money(invoice.TotalNet),
        invoice.ReverseCharge ? 'reverse charge' : '',
        money(invoice.TotalVat),
        money(invoice.TotalGross),
      ],
    ];
  });
}

/** Head of the table of documents. */
export const INVOICE_HEAD =
  '| Document | Line | From | To | Quantity | Price | Net | VAT | VAT amount | Gross |';
/** Head of the table of facts. */
export const FACT_HEAD = '| Fact | Value |';

/** The worked examples of the document: a heading of the third level, a JSON block, and tables. */
export function parseExamples(markdown: string): WorkedExample[] {
  return markdown
    .split(/^### /m)
    .slice(1)
    .flatMap((section) => {
      const json = /```json\n([\s\S]*?)```/.exec(section)?.[1];
      if (json === undefined) return [];
      const title = section.slice(0, section.indexOf('\n')).trim();
      return {
        title,
        scenario: JSON.parse(json) as Scenario,
        invoices: tableAfter(section, INVOICE_HEAD),
        facts: tableAfter(section, FACT_HEAD),
      };
    });
}

function tableAfter(section: string, head: string): string[][] | undefined {
  const lines = section.split('\n');
  const at = lines.indexOf(head);
  if (at < 0) return undefined;
  const rows: string[][] = [];
  for (const line of lines.slice(at + 2)) {
    if (!line.startsWith('|')) break;
    rows.push(
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
  }
  return rows;
}
