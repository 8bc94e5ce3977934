import type { SandboxEvent, Workspace } from '../../sandbox/sandbox.ts';
import { nearestName } from '../../service/domain/basics/nearest-name.ts';
import { type EventName, eventNames } from '../../service/model/event-catalogue.ts';
import { Inbox, type WaitOptions } from './inbox.ts';

/** The event of a name, with its fields. */
export type EventOf<Name extends EventName> = Extract<SandboxEvent, { readonly Event: Name }>;

/** Fields to match an event: `{ ContractId }`. */
export type EventFields<Name extends EventName> = Partial<Omit<EventOf<Name>, 'Event'>>;

/** Webhooks, for tests to wait for. */
export interface WebhookInbox {
  /**
   * The first webhook with this name and these fields that was not returned yet, immediately or when it is sent.
   *
   * @example
   * const { PaymentTransactionId } = await sandbox.webhooks.next('PaymentFailed', { ContractId });
   * @throws Error if none arrives in time, with the webhooks that did
   * @throws TypeError for an unknown event name, with the nearest one
   */
  next<Name extends EventName>(
    event: Name,
    fields: EventFields<Name>,
    options?: WaitOptions,
  ): Promise<EventOf<Name>>;
  next<Name extends EventName>(event: Name, options?: WaitOptions): Promise<EventOf<Name>>;
  /** All webhooks so far, oldest first, including those that `next` has returned. */
  all(): readonly SandboxEvent[];
}

/**
 * Collects the events of a workspace from now on, like a receiver of all webhooks.
 *
 * @param patience milliseconds that the test may still wait
 */
export function openWebhookInbox(
  workspace: Workspace,
  patience: () => number,
): WebhookInbox & { close(): void } {
  const inbox = new Inbox<SandboxEvent>();
  const close = workspace.on('event', (event) => inbox.add(event));
  return {
    all: () => inbox.all,
    close,
    next<Name extends EventName>(
      name: Name,
      second: EventFields<Name> | WaitOptions = {},
      third: WaitOptions = {},
    ): Promise<EventOf<Name>> {
      if (!eventNames.includes(name)) return Promise.reject(new TypeError(unknownEvent(name)));
      const onlyOptions = 'timeoutMs' in second;
      const fields = Object.entries(onlyOptions ? {} : second);
      const { timeoutMs = patience() } = onlyOptions ? second : third;
      const carries = (event: SandboxEvent) =>
        fields.every(([field, value]) => readField(event, field) === value);
      const matches = (event: SandboxEvent): event is EventOf<Name> => event.Event === name && carries(event);
      return inbox.next(matches, timeoutMs, () => timeoutMessage(workspace, inbox, name, fields, timeoutMs));
    },
  };
}

function unknownEvent(name: string): string {
  const near = nearestName(name, eventNames);
  const hint = near === undefined ? 'dist/docs/webhooks.md lists all events' : `did you mean '${near}'?`;
  return `webhooks.next: there is no event '${name}'; ${hint}`;
}

function readField(event: SandboxEvent, field: string): unknown {
  return (event as unknown as { readonly [field: string]: unknown })[field];
}

/** Lists the events that arrived, and hints at what the test may have forgotten. */
function timeoutMessage(
  { clock }: Workspace,
  inbox: Inbox<SandboxEvent>,
  name: EventName,
  fields: readonly (readonly [string, unknown])[],
  timeoutMs: number,
): string {
  const wanted = fields.map(([field, value]) => ` with ${field} ${String(value)}`).join(' and');
  const seen = inbox.all.map(({ Event }) => Event).join(', ') || 'none';
  const lines = inbox.all
    .filter(({ Event }) => Event === name)
    .map((event) => {
      const { Event, EntityId, At, ...facts } = event;
      const taken = inbox.isTaken(event) ? ' (taken by an earlier call)' : '';
      return `  ${At} ${Event} ${Object.entries(facts)
        .map((fact) => fact.join(' '))
        .join(', ')}${taken}`;
    });
  const due = clock.nextDue();
  const next = due === undefined ? '' : `; next due ${due.toISOString()}`;
  return [
    `No webhook ${name}${wanted} within ${timeoutMs} ms. There were: ${seen}.`,
    ...(lines.length === 0 ? [] : [`${name} so far:`, ...lines]),
    `The clock is at ${clock.now().toISOString()} (${clock.mode})${next}. Move it with sandbox.clock.advance('P1M').`,
  ].join('\n');
}
