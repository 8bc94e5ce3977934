import type { Core, Snapshot } from '../../core/core.ts';
import type { CertifyReceiver } from '../../model/certify-receiver.ts';
import type { SessionFile } from '../../model/session.ts';
import type { WebhookInput } from '../../model/webhook.ts';
import { Faults } from './faults.ts';
import type { Quotas, Usage } from './quotas.ts';
import { RateLimits } from './rate-limits.ts';
import { RequestLog } from './request-log.ts';

/** The address at which browsers reach the service. */
export interface HostOptions {
  /** The base path of the service, without a trailing slash; empty if the service has its own host. */
  readonly basePath?: string;
  /** Prefix of the paths of pages that a browser navigates to, if they are not below the base URL. */
  readonly pagesUrl?: string;
  /** Origin of the requesting pages, if requests do not contain it: a service worker does not see `Origin`. */
  readonly pageOrigin?: string;
  /** True if other machines can reach it: workspaces are then not created on first use, and more is restricted. */
  readonly exposed?: boolean;
  /** True allows webhooks to this machine and its network. Default: true, unless the sandbox is `exposed`. */
  readonly privateWebhooks?: boolean;
  /** Receivers that were specified at the start; they can have private addresses. */
  readonly webhooks?: readonly (string | WebhookInput)[];
  readonly workspaces?: WorkspacePolicy;
  /** Returns why webhooks must not be sent to an address, or `undefined` if they can. Without it, every address is allowed. */
  readonly refuseTarget?: (url: string) => string | undefined;
  /** Quotas of each workspace. */
  readonly quotas?: Quotas;
  /** Certifies a webhook receiver for coding agents, if this host can start a sandbox for it. */
  readonly certify?: CertifyReceiver;
  /** Reads the Markdown of a guide if the package has no files: on an engine without a disk. */
  readonly guideText?: (name: string) => Promise<string | undefined>;
}

/** When workspaces are created and removed. */
export interface WorkspacePolicy {
  /**
   * Whether the first request to `/w/<name>/…` creates the workspace, unless a page of another site sends it or it
   * finds nothing. Default: unless the sandbox is `exposed`. `POST /sandbox/workspaces` always creates one.
   */
  readonly onFirstUse?: boolean;
  /** Maximum number of workspaces. Default: 1,000. */
  readonly limit?: number;
  /** Hours without use after which a workspace is removed. Default: 168, a week. */
  readonly idleHours?: number;
}

/** The workspaces of the sandbox that a request came to. */
export interface WorkspaceDirectory {
  /** The maximum number of workspaces in addition to the main one. */
  readonly limit: number;
  names(): string[];
  /**
   * Creates it, unless it exists. @param state the initial state of a new one
   * @throws Problem for a name that is invalid in a path, and beyond the limit
   */
  open(name: string, state?: Snapshot): unknown;
  /** @returns whether it existed */
  remove(name: string): boolean;
  /** The states of all workspaces by name; the name of the sandbox itself is empty. */
  snapshots(): Map<string, Snapshot>;
  /** Replaces all workspaces. @throws Problem if a name is invalid, or the sandbox itself is missing */
  restoreAll(snapshots: ReadonlyMap<string, Snapshot>): void;
  /** Returns the other workspace that has an id or token, in words, to be named in a 401 or 404. */
  workspaceKnowing(id: string, asking: Core): string | undefined;
}

/**
 * The state of a workspace's HTTP interface between requests. It is not part of the state of the service: snapshots
 * leave it out.
 */
export class Traffic {
  readonly log = new RequestLog();
  readonly limits = new RateLimits();
  /** Idempotency keys of requests in progress. */
  readonly inFlight = new Set<string>();
  /** The fault rules. */
  readonly faults: Faults;
  readonly workspaces: WorkspaceDirectory;
  readonly hostOptions: HostOptions;
  readonly usage: Usage;
  /** Returns the recorded session; absent if the workspace does not record. */
  session: (() => SessionFile) | undefined;

  /** @param seed determines which requests fail if faults have a probability; random if omitted */
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
    this.faults.clear();
  }
}
