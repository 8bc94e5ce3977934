import type { TestSandbox } from '../../kit/types.ts';
import type { Payload } from './receiver.ts';

/** A contract whose events have happened and were not sent yet. */
export interface Lived {
  readonly ContractId: string;
  /** Those that tell of the contract, oldest first, at most six. */
  readonly events: readonly Payload[];
}

/** What can have happened to a contract. */
export type LifeKind = 'signed up' | 'ended' | 'changed' | 'not paid';

const PRO_MONTHLY = 'b00000000000000000000003';

/** Which of a contract's events are sent: those that a merchant most likely listens to. */
const eventsSent: Readonly<Record<LifeKind, readonly string[]>> = {
  'signed up': ['ContractCreated', 'InvoiceCreated', 'PaymentSucceeded', 'OrderSucceeded'],
  ended: ['ContractCreated', 'PaymentSucceeded', 'OrderSucceeded', 'ContractCancelled', 'ContractChanged'],
  changed: ['ContractCreated', 'InvoiceCreated', 'PaymentSucceeded', 'ContractChanged'],
  'not paid': ['ContractCreated', 'InvoiceCreated', 'PaymentSucceeded', 'PaymentFailed'],
};
const MOST = 6;

/** Makes contracts of one kind, all at the same time, whose events are sent when all is over. */
export async function newLives(
  sandbox: TestSandbox,
  kind: LifeKind,
  count: number,
): Promise<readonly Lived[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) ids.push((await sandbox.signUp()).ContractId);
  for (const id of ids) await happen(sandbox, kind, id);
  await letPass(sandbox, kind);
  return ids.map((ContractId) => {
    const events = eventsOf(sandbox, ContractId).filter(({ Event }) => eventsSent[kind].includes(Event));
    return { ContractId, events: events.slice(-MOST) };
  });
}

/** All events that tell of a contract so far, oldest first. */
export const eventsOf = (sandbox: TestSandbox, contractId: string): readonly Payload[] =>
  sandbox.webhooks
    .all()
    .filter((event) => 'ContractId' in event && event.ContractId === contractId)
    .map(({ At: _, ...payload }) => payload);

/** What the customer or the bank does. */
export async function happen(sandbox: TestSandbox, kind: LifeKind, ContractId: string): Promise<void> {
  if (kind === 'ended') await sandbox.rest('POST', `/contracts/${ContractId}/end`, {});
  if (kind === 'not paid') sandbox.payments.next({ ContractId, Outcome: { Code: 'BearerExpired' } });
  if (kind !== 'changed') return;
  const order = await sandbox.rest<{ Id: string }>('POST', '/orders', {
    ContractId,
    Cart: { PlanVariantId: PRO_MONTHLY },
  });
  await sandbox.rest('POST', `/orders/${order.Id}/commit`, {});
}

/** An end and a renewal are a matter of time; for the others it stands still. */
export async function letPass(sandbox: TestSandbox, kind: LifeKind): Promise<void> {
  if (kind === 'ended') await sandbox.clock.advance('P1M1D');
  if (kind === 'not paid') await sandbox.clock.advance('P1M');
  await sandbox.settle();
}
