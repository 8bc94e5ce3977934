import { checkedConfiguration } from '../configuration/check.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { configuredAccount } from '../configuration/configured-account.ts';
import { applyCatalogue } from '../configuration/configured-catalogue.ts';
import { Core, type Snapshot, stopped } from '../core/core.ts';
import { timestamp } from '../domain/basics/time.ts';
import type { Account } from '../domain/records/account.ts';
import { instantAfter } from '../domain/records/clock-input.ts';
import { collections } from '../domain/records/collections.ts';
import { DELIVERY_TASK } from '../domain/webhooks/deliveries.ts';
import type { Forecast, ForecastInput, ForecastInvoice } from '../model/forecast.ts';
import type { Invoice, InvoiceDraft } from '../model/invoice.ts';
import type { PaymentDecision } from '../simulation/collections.ts';
import type { Task } from '../state/schedule.ts';
import { changesBetween, sumChanges } from './changes.ts';
import { sumByCurrency } from './sums.ts';

/** Nothing leaves a forecast, and nobody reads its logs. */
const leftOut = new Set(
  Object.entries(collections).flatMap(([name, { forecast }]) => (forecast === false ? [name] : [])),
);

/** Returns the reason to stop a forecast, such as a disconnected client. Called after each month. */
export type Halt = (documents: number) => Error | undefined;

/**
 * Returns the invoices of the next months, computed on a copy of the state whose clock moves. The original state
 * does not change. In the copy, payments fail, dunning starts and contracts end as they would.
 *
 * @throws Problem 422 with the invalid field of `Config`
 */
export async function forecast(
  core: Core,
  { Months, Config }: ForecastInput,
  halt: Halt = () => undefined,
): Promise<Forecast> {
  const present = stopped(core.snapshot());
  const config = Config === undefined ? undefined : checkedForForecast(core, Config);
  const before = await billed(present, Months, halt);
  if (config === undefined) return shown(before);
  const after = await billed(present, Months, halt, config);
  const Changes = changesBetween(before.invoices, after.invoices);
  return { ...shown(after), Changes, ChangeSums: sumChanges(Changes) };
}

interface Billed {
  readonly from: number;
  readonly until: number;
  readonly invoices: readonly ForecastInvoice[];
}

function shown({ from, until, invoices }: Billed): Forecast {
  return {
    From: timestamp(from),
    Until: timestamp(until),
    Invoices: [...invoices],
    Sums: sumByCurrency(invoices),
  };
}

async function billed(
  present: Snapshot,
  months: number,
  halt: Halt,
  config?: Configuration,
): Promise<Billed> {
  const core = copyState(present, config);
  try {
    const { tx } = core;
    const from = tx.now;
    if (config !== undefined) core.transaction((written) => applyCatalogue(written, config));
    const known = new Set([...tx.invoices, ...tx.invoiceDrafts].map(({ Id }) => Id));
    // Each is computed from the start: adding one month twice to 31 January does not give 31 March.
    const ends = Array.from({ length: months }, (_, at) => instantAfter(tx, `P${at + 1}M`, 'Months'));
    for (const end of ends) {
      await core.advance({ Now: new Date(end).toISOString() });
      const reason = halt(core.state.documents.size);
      if (reason !== undefined) throw reason;
    }
    // Each collection is chronological, and an account creates either invoices or drafts.
    const made = [...tx.invoices, ...tx.invoiceDrafts].filter(({ Id }) => !known.has(Id));
    return { from, until: tx.now, invoices: made.map(toRow) };
  } finally {
    await core.close();
  }
}

/** Returns an isolated copy of the state. */
function copyState(present: Snapshot, config: Configuration | undefined): Core {
  const core = new Core({ timers: false, seed: 'forecast' });
  const all = present.Collections;
  const tasks = (all['tasks'] ?? []) as readonly Task[];
  const accounts = (all['accounts'] ?? []) as unknown as readonly Account[];
  const decisions = (all['paymentDecisions'] ?? []) as unknown as readonly PaymentDecision[];
  core.restore({
    ...present,
    Collections: {
      ...Object.fromEntries(Object.entries(all).filter(([name]) => !leftOut.has(name))),
      accounts: accounts.map((account) => configuredAccount(account, config)),
      tasks: tasks.filter(({ Type }) => Type !== DELIVERY_TASK),
      // A forecast does not wait in real time.
      paymentDecisions: decisions.map(({ Outcome: { DelayMs: _, ...Outcome }, ...one }) => ({
        ...one,
        Outcome,
      })),
    },
  });
  return core;
}

/** Validates the configuration; entries of the current catalogue may be partial, since they are changes. */
function checkedForForecast({ tx }: Core, config: object): Configuration {
  const { taxPolicies, planGroups, plans, planVariants, components, discounts, coupons, priceLists } = tx;
  const all = [taxPolicies, planGroups, plans, planVariants, components, discounts, coupons, priceLists];
  return checkedConfiguration(config, (id) => all.some((collection) => collection.has(id)));
}

function toRow(document: Invoice | InvoiceDraft): ForecastInvoice {
  const { ContractId, CustomerId, RecipientName, DocumentDate, DueDate, IsInvoice, Currency } = document;
  const { TotalNet, TotalVat, TotalGross } = document;
  return {
    ContractId,
    CustomerId,
    CustomerName: RecipientName,
    Date: DocumentDate,
    DueDate,
    IsInvoice,
    TotalNet,
    TotalVat,
    TotalGross,
    Currency,
  };
}
