import type { DeliveryRecord, EventRecord } from '../domain/records/webhooks.ts';
import type { RequestEntry } from '../http/request-log.ts';
import type { EventPayload } from '../model/event-catalogue.ts';
import type { DecidedPayment } from '../simulation/collections.ts';
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
  const watch = (name: string, workspace: OpenWorkspace) => void watchWorkspace(name, workspace, write);
  for (const [name, workspace] of workspaces.entries()) watch(name, workspace);
  workspaces.onOpen.add(watch);
}

/** Hands out what happens in one workspace. @returns what ends it */
export function watchWorkspace(
  name: string,
  workspace: OpenWorkspace,
  write: (entry: LogEntry) => void,
): () => void {
  const { core, traffic } = workspace;
  const here = () => placeOf(name, core.clock.now());
  const request = ({ Id, At, ...seen }: RequestEntry) => {
    if (!UNSEEN.includes(seen.Path)) write({ ...here(), Kind: 'request', ...seen });
  };
  const event = ({ Payload }: EventRecord) => {
    const Payment = paymentOf(workspace, Payload);
    write({ ...here(), Kind: 'event', Payload, ...(Payment === undefined ? {} : { Payment }) });
  };
  const decided = ({ Id, At, ...payment }: DecidedPayment) =>
    write({ ...here(), Kind: 'payment', ...payment });
  const attempt = (delivery: DeliveryRecord) =>
    write({ ...here(), Kind: 'delivery', ...loggedDelivery(delivery, core.clock.now()) });
  traffic.log.onEntry.add(request);
  const ends = [
    core.feed.on('event', event),
    core.feed.on('decided', decided),
    core.feed.on('attempt', attempt),
  ];
  return () => {
    traffic.log.onEntry.delete(request);
    for (const end of ends) end();
  };
}

/** A webhook that was given up. */
export type GivenUp = LoggedDelivery & { readonly Workspace: string };

/** Webhooks that were given up, as many as are remembered for the end. */
const REMEMBERED = 1_000;

/** Collects the latest webhooks that are given up from now on. */
export function watchGivenUp(workspaces: Workspaces): readonly GivenUp[] {
  const given: GivenUp[] = [];
  const watch = (Workspace: string, { core }: OpenWorkspace) => {
    core.feed.on('attempt', (delivery) => {
      if (delivery.Status === 'Failed')
        given.push({ Workspace, ...loggedDelivery(delivery, core.clock.now()) });
      if (given.length > REMEMBERED) given.shift();
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
