import type { AgentMemory, Fork } from './agents/agent-host.ts';
import { answerMessage, newMemory } from './agents/endpoint.ts';
import type { Core, Snapshot } from './core.ts';
import { service } from './http/app.ts';
import type { ServiceBindings } from './http/env.ts';
import { targetOf } from './http/path.ts';
import { version } from './http/version.ts';
import type { OpenWorkspace } from './workspaces.ts';

/** What a request of a workspace brings along, as `sandbox.ts` makes it. */
type BindingsFor = (
  workspace: OpenWorkspace,
  url: string,
  origin: string,
  mount: string,
  path: string,
  visitor?: string,
) => ServiceBindings;

/** As much of `createSandbox` as a copy needs. */
type CreateCopy = (options: { readonly timers: false; readonly deliver: () => Promise<Response> }) => {
  readonly clock: { cancel(): Promise<void> };
  fetch(url: string, init?: RequestInit): Promise<Response>;
  restore(snapshot: Snapshot): void;
  on(event: 'event', listener: () => void): () => void;
  close(): void;
};

const memories = new WeakMap<Core, AgentMemory>();

/** Answers a coding agent in its workspace alone: its tools ask the service as others do. */
export async function answerInWorkspace(
  request: Request,
  { core, traffic, baseUrl, visitor }: ServiceBindings,
  bindingsFor: BindingsFor,
  create: CreateCopy,
): Promise<Response> {
  const memory = memories.get(core) ?? newMemory();
  memories.set(core, memory);
  const { origin, path } = targetOf(`${baseUrl}/`);
  const mount = path.slice(0, -1);
  const ask = async (place: string, init?: RequestInit) => {
    const asked = new Request(baseUrl + place, init);
    const below = targetOf(asked.url).path.slice(mount.length);
    const workspace = { core, traffic, usedAt: Date.now() };
    return service.fetch(asked, bindingsFor(workspace, asked.url, origin, mount, below, visitor));
  };
  const fork = (snapshot: unknown) => openFork(create, snapshot);
  return answerMessage(
    request,
    { baseUrl, controlToken: core.controlToken, memory, fork, fetch: ask },
    version,
  );
}

/** Events of a fork after which its clock stops: nobody compares more, and memory is not endless. */
const MAX_EVENTS_OF_FORK = 20_000;

/** A copy of a state to try something on: no webhook leaves it, and it does nothing by itself. */
export function openFork(create: CreateCopy, snapshot: unknown): Fork {
  const copy = create({ timers: false, deliver: async () => new Response(null, { status: 204 }) });
  copy.restore(snapshot as Snapshot);
  let events = 0;
  copy.on('event', () => {
    events += 1;
    if (events === MAX_EVENTS_OF_FORK) void copy.clock.cancel();
  });
  return {
    fetch: (path, init) => copy.fetch(`http://sandbox${path}`, init),
    close: () => copy.close(),
  };
}
