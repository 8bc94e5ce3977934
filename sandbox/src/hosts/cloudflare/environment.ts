import type { SandboxOptions } from '../../sandbox/sandbox.ts';
import { invalid } from '../../service/domain/basics/problem.ts';
import type { Refusal } from '../../service/http/answers/problem-answer.ts';
import type { Quotas } from '../../service/http/traffic/quotas.ts';

/** The settings with which a workspace was created, stored with its state. */
export interface WorkspaceSettings {
  readonly Name: string;
  /** If absent, ids and secrets are unpredictable. */
  readonly Seed?: string;
  readonly ControlToken: string;
  /** Other options of the sandbox. */
  readonly Options: Pick<SandboxOptions, 'clock' | 'config' | 'strict' | 'record'>;
}

/** The interface of a workspace's object for the worker. */
export interface WorkspaceObject {
  /** Creates the workspace. @returns the reason if it cannot be created */
  create(settings: WorkspaceSettings): Promise<Refusal | undefined>;
  /** Removes the workspace and its contents. @returns true if it existed */
  remove(): Promise<boolean>;
  /** Responds to a request for the workspace. */
  fetch(request: Request): Promise<Response>;
}

/** Bindings, variables and secrets of a deployment (dist/docs/hosting.md). */
export interface HostedEnvironment {
  /** The Durable Objects of class `Workspace`. */
  readonly WORKSPACES: {
    idFromName(name: string): unknown;
    get(id: never): WorkspaceObject;
  };
  /** The folder `dist/docs` of the package as static files: the guides as text. Without it, there are no guides. */
  readonly DOCS?: { fetch(url: string): Promise<Response> };
  /** Secret. Allows its holder to create, name and remove workspaces. */
  readonly ADMIN_TOKEN?: string;
  /** `true` allows everyone to create a workspace, without choosing its name. */
  readonly OPEN_SIGN_UP?: string;
  /** Host names of the deployment, separated by commas: `sandbox.example.com, *.example.org`. */
  readonly HOSTS?: string;
  /** `true` allows webhooks to private addresses, if the deployment only serves this machine. */
  readonly PRIVATE_TARGETS?: string;
  /** Name of the header in which a proxy or platform passes the client's address; without it, the address is not known. */
  readonly CLIENT_IP_HEADER?: string;
  /** Limits signups per address, or in total if addresses are not known. */
  readonly SIGN_UPS?: { limit(options: { readonly key: string }): Promise<{ readonly success: boolean }> };
  /** Quotas of each workspace; `0` for none. */
  readonly MAX_DOCUMENTS?: string;
  readonly MAX_BYTES?: string;
  readonly REQUESTS_PER_MINUTE?: string;
  readonly WEBHOOKS_PER_MINUTE?: string;
  readonly MAX_WEBHOOK_ENDPOINTS?: string;
  readonly IDLE_HOURS?: string;
}

/** Default quotas of each workspace. */
export const DEFAULTS = {
  MAX_DOCUMENTS: 20_000,
  MAX_BYTES: 50_000_000,
  REQUESTS_PER_MINUTE: 3_000,
  WEBHOOKS_PER_MINUTE: 600,
  MAX_WEBHOOK_ENDPOINTS: 20,
  IDLE_HOURS: 720,
} as const;

/** Maximum values of a configuration in an anonymous request: a catalogue of about 300 plan variants. */
export const MAX_VALUES_OF_STRANGERS = 10_000;

/** Characters of bodies in a workspace's session: it is written in one piece, which blocks other work. */
const MAX_SESSION_CHARACTERS = 2_000_000;

/** @throws Problem for a variable that is not a number */
export function readQuotas(environment: HostedEnvironment): Required<Quotas> {
  const limit = (name: keyof typeof DEFAULTS) => {
    const given = environment[name];
    const value = given === undefined ? DEFAULTS[name] : Number(given);
    if (given?.trim() === '' || !(value >= 0))
      throw invalid(name, `expected a number, 0 for no limit; got "${given}"`);
    return value === 0 ? Infinity : value;
  };
  return {
    documents: limit('MAX_DOCUMENTS'),
    bytes: limit('MAX_BYTES'),
    requestsPerMinute: limit('REQUESTS_PER_MINUTE'),
    webhooksPerMinute: limit('WEBHOOKS_PER_MINUTE'),
    webhookEndpoints: limit('MAX_WEBHOOK_ENDPOINTS'),
    configurationValues: MAX_VALUES_OF_STRANGERS,
    sessionCharacters: MAX_SESSION_CHARACTERS,
    idleHours: limit('IDLE_HOURS'),
  };
}

export function getWorkspace({ WORKSPACES }: HostedEnvironment, name: string): WorkspaceObject {
  return WORKSPACES.get(WORKSPACES.idFromName(name) as never);
}

/** The Markdown of a guide, from the static files of the deployment. */
export async function guideTextIn({ DOCS }: HostedEnvironment, name: string): Promise<string | undefined> {
  const response = await DOCS?.fetch(`http://docs/${name}.md`);
  return response?.ok === true ? response.text() : undefined;
}
