import { Core, type CoreOptions, type Snapshot } from './core.ts';
import { advanceInstant } from './domain/clock-input.ts';
import { RequestLog } from './http/request-log.ts';
import { answerRequest } from './http/service.ts';

/** What {@link createSandbox} takes. */
export interface SandboxOptions extends CoreOptions {}

/** The clock of a sandbox, for tests in the same process. */
export interface SandboxClock {
  /** The simulated instant. */
  now(): Date;
  /** Moves on by an ISO 8601 duration (`P1M`) and resolves when all that fell due is done. */
  advance(duration: string): Promise<void>;
  /** Moves on to an instant and resolves when all that fell due is done. */
  set(instant: string | Date): Promise<void>;
  /** Runs on with the real time. */
  followWallClock(): void;
}

/** The service, in memory, without a port. */
export interface Sandbox {
  /** Answers a request as the service would; the host of its URL does not matter. */
  fetch(request: Request | string | URL, init?: RequestInit): Promise<Response>;
  readonly clock: SandboxClock;
  /** Back to the fixtures, in all workspaces. */
  reset(): void;
  /** The whole state as JSON. */
  snapshot(): Snapshot;
  restore(snapshot: Snapshot): void;
  /** Resolves when everything that is due now is done. */
  settle(): Promise<void>;
  /** Stops timers and deliveries. */
  close(): void;
}

const WORKSPACE = /^\/+w\/+([^/]+)/i;

/**
 * Makes a sandbox: the whole service in memory.
 *
 * @example
 * const sandbox = createSandbox({ seed: 'checkout', clock: '2026-01-01T00:00:00Z' });
 * const health = await sandbox.fetch('http://sandbox/sandbox/health');
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const core = new Core(options);
  const log = new RequestLog();
  const workspaces = new Map<string, { core: Core; log: RequestLog }>();

  const workspaceOf = (name: string) => {
    let workspace = workspaces.get(name);
    if (workspace === undefined) {
      workspace = {
        core: new Core({ ...options, seed: `${options.seed ?? 'clientlib-sandbox'}/${name}` }),
        log: new RequestLog(),
      };
      workspaces.set(name, workspace);
    }
    return workspace;
  };

  return {
    fetch(input, init) {
      const request = input instanceof Request && init === undefined ? input : new Request(input, init);
      const found = WORKSPACE.exec(new URL(request.url).pathname);
      if (found === null) return answerRequest(core, log, request, '');
      const workspace = workspaceOf(decodeURIComponent(found[1] as string));
      return answerRequest(workspace.core, workspace.log, request, found[0]);
    },
    clock: {
      now: () => new Date(core.clock.now()),
      advance: (duration) => core.schedule.advanceTo(advanceInstant(core.tx, { Advance: duration })),
      set: (instant) =>
        core.schedule.advanceTo(advanceInstant(core.tx, { Now: new Date(instant).toISOString() })),
      followWallClock: () => core.clock.followWallClock(),
    },
    reset() {
      core.reset();
      log.clear();
      for (const workspace of workspaces.values()) workspace.core.close();
      workspaces.clear();
    },
    snapshot: () => core.snapshot(),
    restore: (snapshot) => core.restore(snapshot),
    settle: () => core.schedule.settle(),
    close() {
      core.close();
      for (const workspace of workspaces.values()) workspace.core.close();
    },
  };
}
