import type { Core, Snapshot } from '../../core/core.ts';
import type { CertifyReceiver } from '../../model/certify-receiver.ts';
import type { SessionFile } from '../../model/session.ts';
import type { WebhookInput } from '../../model/webhook.ts';
import { Faults } from './faults.ts';
import type { Quotas, Usage } from './quotas.ts';
import { RateLimits } from './rate-limits.ts';
import { RequestLog } from './request-log.ts';

/** How browsers reach the service, as its host knows it. */
export interface HostOptions {
  /** The path below which the service is reached, without a trailing slash; nothing where it has a host to itself. */
  readonly basePath?: string;
  /** What stands before the paths of pages that a browser navigates to, where these are not below the base URL. */
  readonly pagesUrl?: string;
  /** Origin of the pages that ask, where a request does not tell it: a service worker sees no `Origin`. */
  readonly pageOrigin?: string;
  /** Whether others than this machine reach it: workspaces are then made on purpose only, and more is closed. */
  readonly exposed?: boolean;
  /** Whether webhooks may go to this machine and its network. Default: unless the sandbox is `exposed`. */
  readonly privateWebhooks?: boolean;
  /** Receivers that were named at the start; they may be private. */
  readonly webhooks?: readonly (string | WebhookInput)[];
  readonly workspaces?: WorkspacePolicy;
  /** Why a webhook must not go to an address; `undefined` where it may. Without it, every address will do. */
  readonly refuseTarget?: (url: string) => string | undefined;
  /** What each workspace may use. */
  readonly quotas?: Quotas;
  /** Certifies a webhook receiver for coding agents, where this host can start a sandbox for it. */
  readonly certify?: CertifyReceiver;
  /** Reads the Markdown of a guide where the package has no files: on an engine without a disk. */
  readonly guideText?: (name: string) => Promise<string | undefined>;
}

/** How workspaces come and go. */
export interface WorkspacePolicy {
  /**
   * Whether the first request to `/w/<name>/…` makes it: not one of a page of another site, nor one that finds nothing.
   * Default: unless the sandbox is `exposed`. `POST /sandbox/workspaces` always makes one.
   */
  readonly onFirstUse?: boolean;
  /** How many there may be. Default 1,000. */
  readonly limit?: number;
  /** A workspace that nobody has used for so many hours is removed. Default 168, a week. */
  readonly idleHours?: number;
}

/** The workspaces of the sandbox that a request came to. */
export interface WorkspaceDirectory {
  /** How many there may be besides the sandbox itself. */
  readonly limit: number;
  names(): string[];
  /**
   * Makes it, unless there is one. @param state that a new one begins with
   * @throws Problem for a name that cannot stand in a path, and beyond the limit
   */
  open(name: string, state?: Snapshot): unknown;
  /** @returns whether there was one */
  remove(name: string): boolean;
  /** The states of all workspaces by name; that of the sandbox itself has none. */
  snapshots(): Map<string, Snapshot>;
  /** Replaces all workspaces. @throws Problem when a name is none, or the sandbox itself is missing */
  restoreAll(snapshots: ReadonlyMap<string, Snapshot>): void;
  /** In words, the workspace other than the asking one that knows an id or token, to name it in a 401 or 404. */
  workspaceKnowing(id: string, asking: Core): string | undefined;
}

/** What the way into one workspace remembers between requests. It is no state of the service: a snapshot leaves it out. */
export class Traffic {
  readonly log = new RequestLog();
  readonly limits = new RateLimits();
  /** Idempotency keys of requests that are not answered yet. */
  readonly inFlight = new Set<string>();
  /** What goes wrong on purpose. */
  readonly faults: Faults;
  readonly workspaces: WorkspaceDirectory;
  readonly hostOptions: HostOptions;
  readonly usage: Usage;
  /** What has happened so far, as a file; absent where it is not recorded. */
  session: (() => SessionFile) | undefined;

  /** @param seed decides where faults with a probability happen; without it, chance does */
  constructor(
    seed: string | undefined,
    workspaces: WorkspaceDirectory,
    hostOptions: HostOptions,
    usage: Usage,
  ) {
    this.faults = new Faults(seed);
    this.workspaces = workspaces;
    this.hostOptions = hostOptions;
    this.usage = usage;
  }

  clear(): void {
    this.log.clear();
    this.limits.clear();
    this.inFlight.clear();
    this.faults.clear();
  }
}
