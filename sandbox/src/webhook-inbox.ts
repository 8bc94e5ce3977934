import type { EventName } from './model/event-catalogue.ts';
import type { SandboxEvent, Workspace } from './sandbox.ts';

/** Webhooks as a test waits for them. */
export interface WebhookInbox {
  /**
   * The first webhook of this name that was not taken yet, at once or when it happens.
   *
   * @throws Error after `timeoutMs` real milliseconds (5,000 unless said), which names the webhooks that there were
   */
  next(event: EventName, options?: { readonly timeoutMs?: number }): Promise<SandboxEvent>;
  /** All webhooks so far, taken or not, oldest first. */
  all(): readonly SandboxEvent[];
}

interface Waiting {
  readonly name: EventName;
  readonly take: (event: SandboxEvent) => void;
}

/** Keeps the events of a workspace from now on: what a receiver of all webhooks would get. */
export function openInbox(workspace: Workspace): WebhookInbox & { close(): void } {
  const all: SandboxEvent[] = [];
  const untaken: SandboxEvent[] = [];
  const waiting = new Set<Waiting>();
  const close = workspace.on('event', (event) => {
    all.push(event);
    for (const candidate of waiting) {
      if (candidate.name !== event.Event) continue;
      waiting.delete(candidate);
      candidate.take(event);
      return;
    }
    untaken.push(event);
  });
  return {
    all: () => all,
    close,
    next(name, { timeoutMs = 5_000 } = {}) {
      const at = untaken.findIndex(({ Event }) => Event === name);
      if (at >= 0) return Promise.resolve(untaken.splice(at, 1)[0] as SandboxEvent);
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(entry);
          const seen = all.map(({ Event }) => Event).join(', ') || 'none';
          reject(new Error(`No webhook ${name} within ${timeoutMs} ms. There were: ${seen}.`));
        }, timeoutMs);
        const entry: Waiting = {
          name,
          take(event) {
            clearTimeout(timer);
            resolve(event);
          },
        };
        waiting.add(entry);
      });
    },
  };
}
