import { Core, type CoreOptions, type Snapshot } from './core.ts';
import { advanceInstant } from './domain/clock-input.ts';
import { answerRequest } from './http/service.ts';
import { Traffic } from './http/traffic.ts';

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

const WORKSPACE = /^[^:]+:\/\/[^/]+(\/+w\/+([^/?#]+))/i;

/**
 * Makes a sandbox: the whole service in memory.
 *
 * @example
 * const sandbox = createSandbox({ seed: 'checkout', clock: '2026-01-01T00:00:00Z' });
 * const health = await sandbox.fetch('http://sandbox/sandbox/health');
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  /** By name; the sandbox itself has none. */
  const workspaces = new Map<string | undefined, { readonly core: Core; readonly traffic: Traffic }>();

  const open = (name: string | undefined) => {
    let workspace = workspaces.get(name);
    if (workspace === undefined) {
      const seed = options.seed ?? 'clientlib-sandbox';
      const core = new Core(name === undefined ? options : { ...options, seed: `${seed}/${name}` });
      workspace = { core, traffic: new Traffic((id) => whoKnows(id, core)) };
      workspaces.set(name, workspace);
    }
    return workspace;
  };

  const whoKnows = (id: string, asking: Core): string | undefined => {
    for (const [name, { core }] of workspaces) {
      if (core === asking || !core.knows(id)) continue;
      return name === undefined
        ? 'the sandbox without a workspace'
        : `the workspace "${name}" (/w/${name}/…)`;
    }
    return undefined;
  };

  const { core, traffic } = open(undefined);

  return {
    fetch(input, init) {
      const request = input instanceof Request && init === undefined ? input : new Request(input, init);
      const [, mount = '', name] = WORKSPACE.exec(request.url) ?? [];
      if (name === undefined) return answerRequest(core, traffic, request, '');
      const workspace = open(decodeURIComponent(name));
      return answerRequest(workspace.core, workspace.traffic, request, mount);
    },
    clock: {
      now: () => new Date(core.clock.now()),
      advance: (duration) => core.schedule.advanceTo(advanceInstant(core.tx, { Advance: duration })),
      set: (instant) =>
        core.schedule.advanceTo(advanceInstant(core.tx, { Now: new Date(instant).toISOString() })),
      followWallClock: () => core.clock.followWallClock(),
    },
    reset() {
      for (const [name, workspace] of workspaces) {
        if (name !== undefined) workspace.core.close();
      }
      workspaces.clear();
      workspaces.set(undefined, { core, traffic });
      core.reset();
      traffic.clear();
    },
    snapshot: () => core.snapshot(),
    restore: (snapshot) => core.restore(snapshot),
    settle: () => core.schedule.settle(),
    close() {
      for (const workspace of workspaces.values()) workspace.core.close();
    },
  };
}
