import type { AgentMemory } from '../served/agents/agent-host.ts';
import { answerMessage, newMemory } from '../served/agents/endpoint.ts';
import type { Core } from '../service/core/core.ts';
import { service } from '../service/http/app.ts';
import { openFork } from '../service/http/traffic/fork.ts';
import { splitUrl } from '../service/http/wire/path.ts';
import { version } from '../service/http/wire/version.ts';
import type { ServiceBindings } from '../service/http/zones/env.ts';
import type { OpenWorkspace } from './workspaces.ts';

/** Creates the bindings of a workspace's request, as `answer-request.ts` does. */
type BindingsFor = (
  workspace: OpenWorkspace,
  url: string,
  origin: string,
  mount: string,
  path: string,
  visitor?: string,
) => ServiceBindings;

const memories = new WeakMap<Core, AgentMemory>();

/** Responds to a coding agent in its workspace only: its tools send normal requests to the service. */
export async function answerInWorkspace(
  request: Request,
  message: unknown,
  { core, traffic, baseUrl, visitor, createCopy, createReplay }: ServiceBindings,
  bindingsFor: BindingsFor,
): Promise<Response> {
  const memory = memories.get(core) ?? newMemory();
  memories.set(core, memory);
  const { origin, path } = splitUrl(`${baseUrl}/`);
  const mount = path.slice(0, -1);
  const ask = async (place: string, init?: RequestInit) => {
    const asked = new Request(baseUrl + place, init);
    const below = splitUrl(asked.url).path.slice(mount.length);
    const workspace = { core, traffic, createCopy, createReplay, usedAt: Date.now() };
    return service.fetch(asked, bindingsFor(workspace, asked.url, origin, mount, below, visitor));
  };
  const fork = (snapshot: unknown) => openFork(createCopy, snapshot);
  return answerMessage(
    request,
    message,
    {
      baseUrl,
      controlToken: core.controlToken,
      memory,
      fork,
      fetch: ask,
      certify: traffic.hostOptions.certify,
    },
    version,
  );
}
