import { instant, timestamp } from '../basics/time.ts';
import { nextBilling, nextBillingShown } from '../contract-facts/next-billing-date.ts';
import type { Tx } from '../records/tx.ts';
import type { Accounts, Report } from './accounts.ts';

/** The date of the next billing is stored as it follows from the contract, and something happens by the date that is shown. */
export function auditDates(tx: Tx, { contract }: Accounts, report: Report): void {
  const next = nextBilling(contract, tx.now);
  const follows = next === undefined ? undefined : timestamp(next.at);
  const stored = contract.NextBillingDate;
  if (stored !== follows)
    report('Dates', `The next billing is stored as ${stored ?? 'none'}, and is ${follows ?? 'none'}.`);
  const shown = nextBillingShown(contract, tx.now);
  if (shown === undefined || contract.BillingSuspended) return;
  // A pause that is planned begins by a task of its own, and so does its end.
  const tasks = ['lifecycle', 'pause', 'pause-end'].map((type) => tx.tasks.get(`${type}/${contract.Id}`));
  if (!tasks.some((task) => task !== undefined && task.DueAt <= instant(shown)))
    report('Dates', `The next billing is shown as ${shown}, and no task of the contract is due by then.`);
}
