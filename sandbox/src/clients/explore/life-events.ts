import type { Sandbox } from '../../sandbox/sandbox.ts';

/** An event of a life. */
export interface LifeEvent {
  /** ISO 8601 on the sandbox clock. */
  readonly At: string;
  readonly Event: string;
}

/** The events of a life so far, oldest first. */
export function lifeEvents(sandbox: Sandbox): readonly LifeEvent[] {
  const events = (sandbox.snapshot().Collections['events'] ?? []) as unknown as readonly {
    readonly At: number;
    readonly Payload: { readonly Event: string };
  }[];
  return events.map(({ At, Payload }) => ({ At: new Date(At).toISOString(), Event: Payload.Event }));
}
