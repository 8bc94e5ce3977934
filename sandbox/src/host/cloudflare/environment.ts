import type { Refusal } from '../../http/problem-answer.ts';
import type { SandboxOptions } from '../../sandbox.ts';

/** How a workspace was made. It is kept beside its state. */
export interface WorkspaceSettings {
  readonly Name: string;
  readonly Seed: string;
  readonly ControlToken: string;
  /** What the sandbox is made with besides. */
  readonly Options: Pick<SandboxOptions, 'clock' | 'config' | 'strict'>;
}

/** What the worker asks of the object of a workspace. */
export interface WorkspaceObject {
  /** Makes the workspace. @returns why it cannot be made, if it cannot */
  create(settings: WorkspaceSettings): Promise<Refusal | undefined>;
  /** Removes the workspace with all that is in it. @returns whether there was one */
  remove(): Promise<boolean>;
  /** Answers a request for the workspace. */
  fetch(request: Request): Promise<Response>;
}

/** What a deployment gives to the worker: bindings, variables and secrets (docs/hosting.md). */
export interface HostedEnvironment {
  /** The Durable Objects of class `Workspace`. */
  readonly WORKSPACES: {
    idFromName(name: string): unknown;
    get(id: never): WorkspaceObject;
  };
  /** Secret. It allows its holder to create, name and remove workspaces. */
  readonly ADMIN_TOKEN?: string;
  /** `true`: everybody may make a workspace, without choosing its name. */
  readonly OPEN_SIGN_UP?: string;
  /** Names under which the deployment answers, with commas between: `sandbox.example.com, *.example.org`. */
  readonly HOSTS?: string;
}

export function workspaceOf({ WORKSPACES }: HostedEnvironment, name: string): WorkspaceObject {
  return WORKSPACES.get(WORKSPACES.idFromName(name) as never);
}
