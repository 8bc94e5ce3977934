import type { SandboxEvent } from '../../../sandbox/sandbox.ts';
import type { SignedUp, TestSandbox } from '../../kit/types.ts';
import type { Payload } from './receiver.ts';

/** A contract whose events have happened but were not sent yet. */
export interface Lived {
  readonly ContractId: string;
  readonly CustomerId: string;
  /** The events of the contract, oldest first, at most six. */
  readonly events: readonly Payload[];
}

export type LifeKind = 'signed up' | 'ended' | 'changed' | 'not paid';

const PRO_MONTHLY = 'b00000000000000000000003';

/** The events that are sent for each kind of life: those that a merchant is most likely to subscribe to. */
const eventsSent: Readonly<Record<LifeKind, readonly string[]>> = {
  'signed up': ['ContractCreated', 'InvoiceCreated', 'PaymentSucceeded', 'OrderSucceeded'],
  ended: [
    'ContractCreated',
    'InvoiceCreated',
    'PaymentSucceeded',
    'OrderSucceeded',
    'ContractCancelled',
    'ContractChanged',
  ],
  changed: ['ContractCreated', 'InvoiceCreated', 'PaymentSucceeded', 'ContractChanged'],
  'not paid': ['ContractCreated', 'InvoiceCreated', 'PaymentSucceeded', 'PaymentFailed'],
};
const MOST = 6;

/** Creates contracts of one kind, all at the same time, whose events are sent at the end. */
export async function newLives(
  sandbox: TestSandbox,
  kind: LifeKind,
  count: number,
): Promise<readonly Lived[]> {
  const signedUp: SignedUp[] = [];
  for (let at = 0; at < count; at += 1) signedUp.push(await newContract(sandbox));
  for (const { ContractId } of signedUp) await happen(sandbox, kind, ContractId);
  await letPass(sandbox, kind);
  const byContract = new Map<unknown, SandboxEvent[]>();
  for (const event of sandbox.webhooks.all()) {
    const id = contractIdIn(event);
    const known = byContract.get(id);
    if (known === undefined) byContract.set(id, [event]);
    else known.push(event);
  }
  return signedUp.map(({ ContractId, CustomerId }) => {
    const events = (byContract.get(ContractId) ?? []).filter(({ Event }) => eventsSent[kind].includes(Event));
    // The creation, and the last of the following events.
    const sent = [...events.slice(0, 1), ...events.slice(1).slice(1 - MOST)];
    return { ContractId, CustomerId, events: sent.map(toPayload) };
  });
}

/** Number of signups in each sandbox, to distinguish their customers. */
const signedUpIn = new WeakMap<TestSandbox, number>();

/** A contract of a customer with an id of the merchant, like those of a signup page. */
export async function newContract(sandbox: TestSandbox): Promise<SignedUp> {
  const number = (signedUpIn.get(sandbox) ?? 0) + 1;
  signedUpIn.set(sandbox, number);
  return sandbox.signUp({ customer: { Tag: `certify-${number}` } });
}

export const contractIdIn = (event: Payload | SandboxEvent): unknown =>
  'ContractId' in event ? event.ContractId : undefined;
const toPayload = ({ At: _, ...payload }: SandboxEvent): Payload => payload;

/** Returns all events of a contract so far, oldest first. */
export const eventsFor = (sandbox: TestSandbox, contractId: string): readonly Payload[] =>
  sandbox.webhooks
    .all()
    .filter((event) => contractIdIn(event) === contractId)
    .map(toPayload);

/** Performs the action of the customer or the bank. */
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

/** Moves the clock for an end or a renewal; other kinds of lives need no time. */
export async function letPass(sandbox: TestSandbox, kind: LifeKind): Promise<void> {
  if (kind === 'ended') await sandbox.clock.advance('P1M1D');
  if (kind === 'not paid') await sandbox.clock.advance('P1M');
  await sandbox.settle();
}
