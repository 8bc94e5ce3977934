import type { DeliveryRecord, EventRecord } from '../../service/domain/records/webhooks.ts';
import { type KeptRequest, requestFacts } from '../../service/http/traffic/request-log.ts';
import type { EventPayload } from '../../service/model/event-catalogue.ts';
import type { PaymentTransaction } from '../../service/model/payment.ts';
import type { DecidedPayment } from '../../service/simulation/collections.ts';
import type { OpenWorkspace, Workspaces } from '../workspaces.ts';
import {
  entryContext,
  type LogEntry,
  type LoggedDelivery,
  type LoggedPayment,
  loggedDelivery,
} from './log-entry.ts';

/** Polled by clients that wait for the sandbox. */
const UNSEEN = ['/sandbox/health', '/sandbox/stream'];

/** Emits the activity of all workspaces as it happens: requests, events, webhook attempts and decided payments. */
export function watchLog(workspaces: Workspaces, write: (entry: LogEntry) => void): void {
  watchLogLater(workspaces, (entry) => write(entry()));
}

/** Like {@link watchLog}, but creates an entry only when it is requested. */
export function watchLogLater(workspaces: Workspaces, write: (entry: () => LogEntry) => void): void {
  workspaces.each((name, workspace) => void watchWorkspaceLater(name, workspace, write));
}

/** Emits the activity of one workspace. @returns a function that unsubscribes */
export function watchWorkspaceLater(
  name: string,
  workspace: OpenWorkspace,
  writeLater: (entry: () => LogEntry) => void,
): () => void {
  const { core, traffic } = workspace;
  const request = (kept: KeptRequest) => {
    if (UNSEEN.includes(kept.path)) return;
    // No spread: docs/decisions.md.
    writeLater(() =>
      Object.assign(entryContext(name, kept.at), { Kind: 'request' as const }, requestFacts(kept)),
    );
  };
  const event = ({ Payload }: EventRecord) => {
    const now = core.clock.now();
    const transaction = findTransaction(workspace, Payload);
    writeLater(() => ({
      ...entryContext(name, now),
      Kind: 'event',
      Payload,
      ...(transaction === undefined ? {} : { Payment: loggedPayment(transaction) }),
    }));
  };
  const decided = ({ Id, At, ...payment }: DecidedPayment) => {
    const now = core.clock.now();
    writeLater(() => ({ ...entryContext(name, now), Kind: 'payment', ...payment }));
  };
  const attempt = (delivery: DeliveryRecord) => {
    const now = core.clock.now();
    writeLater(() => ({ ...entryContext(name, now), Kind: 'delivery', ...loggedDelivery(delivery, now) }));
  };
  traffic.log.onRequest.add(request);
  const ends = [
    core.feed.on('event', event),
    core.feed.on('decided', decided),
    core.feed.on('attempt', attempt),
  ];
  return () => {
    traffic.log.onRequest.delete(request);
    for (const end of ends) end();
  };
}

/** A failed webhook delivery. */
export type GivenUp = LoggedDelivery & { readonly Workspace: string };

/** Maximum number of failed deliveries that are kept for the summary. */
const REMEMBERED = 1_000;

/** Collects the latest failed deliveries from now on. */
export function watchGivenUp(workspaces: Workspaces): readonly GivenUp[] {
  const given: GivenUp[] = [];
  workspaces.each((Workspace, { core }) => {
    core.feed.on('attempt', (delivery) => {
      if (delivery.Status === 'Failed')
        given.push({ Workspace, ...loggedDelivery(delivery, core.clock.now()) });
      if (given.length > REMEMBERED) given.shift();
    });
  });
  return given;
}

/** Returns the current version, because later ones replace it. */
const findTransaction = ({ core }: OpenWorkspace, payload: EventPayload) =>
  'PaymentTransactionId' in payload
    ? core.tx.paymentTransactions.get(payload.PaymentTransactionId)
    : undefined;

function loggedPayment({ Amount, Currency, PaymentProvider, Status }: PaymentTransaction): LoggedPayment {
  return {
    Amount,
    Currency,
    Provider: PaymentProvider,
    Status: Status.Status,
    ...(Status.ErrorCode === undefined ? {} : { ErrorCode: Status.ErrorCode }),
    ...(Status.ErrorMessage === undefined ? {} : { ErrorMessage: Status.ErrorMessage }),
  };
}
