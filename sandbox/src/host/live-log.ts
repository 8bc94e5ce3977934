import type { EventPayload } from '../model/event-catalogue.ts';
import type { OpenWorkspace, Workspaces } from '../workspaces.ts';
import {
  type LogEntry,
  type LoggedDelivery,
  type LoggedPayment,
  loggedDelivery,
  placeOf,
} from './log-entry.ts';

/** Polled by clients that wait for the sandbox. */
const UNSEEN = ['/sandbox/health', '/sandbox/stream'];

/**
 * Hands out what happens in all workspaces as it happens: requests, events, attempts to deliver webhooks, and payments
 * that were decided beforehand.
 */
export function watchLog(workspaces: Workspaces, write: (entry: LogEntry) => void): void {
  const watch = (name: string, workspace: OpenWorkspace) => watchWorkspace(name, workspace, write);
  for (const [name, workspace] of workspaces.entries()) watch(name, workspace);
  workspaces.onOpen.add(watch);
}

function watchWorkspace(name: string, workspace: OpenWorkspace, write: (entry: LogEntry) => void): void {
  const { core, traffic } = workspace;
  const here = () => placeOf(name, core.clock.now());
  traffic.log.onEntry.add(({ Id, At, ...request }) => {
    if (!UNSEEN.includes(request.Path)) write({ ...here(), Kind: 'request', ...request });
  });
  core.onEvent.add(({ Payload }) => {
    const Payment = paymentOf(workspace, Payload);
    write({ ...here(), Kind: 'event', Payload, ...(Payment === undefined ? {} : { Payment }) });
  });
  core.onDecided.add(({ Id, At, ...payment }) => write({ ...here(), Kind: 'payment', ...payment }));
  core.deliverer.onAttempt.add((delivery) =>
    write({ ...here(), Kind: 'delivery', ...loggedDelivery(delivery, core.clock.now()) }),
  );
}

/** A webhook that was given up. */
export type GivenUp = LoggedDelivery & { readonly Workspace: string };

/** Collects the webhooks that are given up from now on. */
export function watchGivenUp(workspaces: Workspaces): readonly GivenUp[] {
  const given: GivenUp[] = [];
  const watch = (Workspace: string, { core }: OpenWorkspace) => {
    core.deliverer.onAttempt.add((delivery) => {
      if (delivery.Status === 'Failed')
        given.push({ Workspace, ...loggedDelivery(delivery, core.clock.now()) });
    });
  };
  for (const [name, workspace] of workspaces.entries()) watch(name, workspace);
  workspaces.onOpen.add(watch);
  return given;
}

function paymentOf({ core }: OpenWorkspace, payload: EventPayload): LoggedPayment | undefined {
  if (!('PaymentTransactionId' in payload)) return undefined;
  const transaction = core.tx.paymentTransactions.get(payload.PaymentTransactionId);
  if (transaction === undefined) return undefined;
  const { Amount, Currency, PaymentProvider, Status } = transaction;
  return {
    Amount,
    Currency,
    Provider: PaymentProvider,
    Status: Status.Status,
    ...(Status.ErrorCode === undefined ? {} : { ErrorCode: Status.ErrorCode }),
    ...(Status.ErrorMessage === undefined ? {} : { ErrorMessage: Status.ErrorMessage }),
  };
}
