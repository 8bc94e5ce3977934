import type { Snapshot } from '../../sandbox/sandbox.ts';
import { eventNames } from '../../service/model/event-catalogue.ts';
import { lifecycleStatuses, paymentTransactionStatuses } from '../../service/model/statuses.ts';

/** The coverage of the lives. */
export interface Coverage {
  readonly what: string;
  readonly reached: readonly string[];
  readonly never: readonly string[];
}

/** Collects what the lives have covered. */
export class Reached {
  readonly #lifecycle = new Set<string>();
  readonly #payments = new Set<string>();
  readonly #events = new Set<string>();

  event(name: string): void {
    this.#events.add(name);
  }

  state({ Collections }: Snapshot): void {
    const each = (name: string) =>
      (Collections[name] ?? []) as unknown as readonly { readonly [field: string]: unknown }[];
    for (const { LifecycleStatus } of each('contracts')) this.#lifecycle.add(String(LifecycleStatus));
    for (const { StatusHistory } of each('paymentTransactions')) {
      for (const { Status } of StatusHistory as readonly { readonly Status: string }[])
        this.#payments.add(Status);
    }
  }

  get coverage(): readonly Coverage[] {
    const of = (what: string, all: readonly string[], reached: ReadonlySet<string>): Coverage => ({
      what,
      reached: all.filter((one) => reached.has(one)),
      never: all.filter((one) => !reached.has(one)),
    });
    return [
      of('Statuses of the contract', lifecycleStatuses, this.#lifecycle),
      of('Statuses of payments', paymentTransactionStatuses, this.#payments),
      of('Events', eventNames, this.#events),
    ];
  }
}
