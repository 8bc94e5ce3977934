import { expect, it } from 'vitest';
import { Reached } from '../../../../sandbox/src/clients/explore/coverage.ts';
import { eventNames } from '../../../../sandbox/src/service/model/event-catalogue.ts';
import {
  lifecycleStatuses,
  paymentTransactionStatuses,
} from '../../../../sandbox/src/service/model/statuses.ts';

it('counts each status of contracts, each one that a payment ever had, and each event, in the order of their lists', () => {
  const reached = new Reached();
  const state = (Collections: object) => reached.state({ Collections } as never);
  const covered = () => reached.coverage.map((one) => [one.what, one.reached, one.never]);
  const kinds = [
    ['Statuses of the contract', lifecycleStatuses],
    ['Statuses of payments', paymentTransactionStatuses],
    ['Events', eventNames],
  ] as const;
  expect(covered()).toEqual(kinds.map(([what, all]) => [what, [], all]));
  state({});
  state({ contracts: [{ LifecycleStatus: 'Ended' }, { LifecycleStatus: 'Active' }] });
  state({ paymentTransactions: [{ StatusHistory: [{ Status: 'Pending' }, { Status: 'Succeeded' }] }] });
  reached.event('InvoiceCreated');
  const of = [['Active', 'Ended'], ['Pending', 'Succeeded'], ['InvoiceCreated']] as const;
  expect(covered()).toEqual(
    kinds.map(([what, all], at) => [
      what,
      all.filter((name) => (of[at] as readonly string[]).includes(name)),
      all.filter((name) => !(of[at] as readonly string[]).includes(name)),
    ]),
  );
  state({
    contracts: lifecycleStatuses.map((LifecycleStatus) => ({ LifecycleStatus })),
    paymentTransactions: paymentTransactionStatuses.map((Status) => ({ StatusHistory: [{ Status }] })),
  });
  for (const name of eventNames) reached.event(name);
  expect(covered()).toEqual(kinds.map(([what, all]) => [what, all, []]));
});
