import { Faults } from './faults.ts';
import { RateLimits } from './rate-limits.ts';
import { RequestLog } from './request-log.ts';

/** What the way in remembers between requests. It is no state of the service: a snapshot leaves it out. */
export class Traffic {
  readonly log = new RequestLog();
  readonly limits = new RateLimits();
  /** Idempotency keys of requests that are not answered yet. */
  readonly inFlight = new Set<string>();
  /** What goes wrong on purpose. */
  readonly faults: Faults;
  /** The workspace, other than this one, that knows an id or token; for the answer to a request that strayed. */
  readonly workspaceOf: (id: string) => string | undefined;

  /** @param seed decides where faults with a probability happen */
  constructor(seed: string, workspaceOf: (id: string) => string | undefined = () => undefined) {
    this.faults = new Faults(seed);
    this.workspaceOf = workspaceOf;
  }

  clear(): void {
    this.log.clear();
    this.limits.clear();
    this.inFlight.clear();
    this.faults.clear();
  }
}
