import type { Sandbox } from '../../sandbox/sandbox.ts';

/** An event of a life. */
export interface Happening {
  /** ISO 8601 on the sandbox clock. */
  readonly At: string;
  readonly Event: string;
}

/** The events of a life so far, oldest first. */
export function happenings(sandbox: Sandbox): readonly Happening[] {
  const events = (sandbox.snapshot().Collections['events'] ?? []) as unknown as readonly {
    readonly At: number;
    readonly Payload: { readonly Event: string };
  }[];
  return events.map(({ At, Payload }) => ({ At: new Date(At).toISOString(), Event: Payload.Event }));
}
