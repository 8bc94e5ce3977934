export type { CatalogueConfiguration, Configuration } from './configuration/configuration.ts';
export type { Snapshot } from './core.ts';
export type { StartedSandbox, StartOptions } from './host/node.ts';
export {
  createSandbox,
  type PendingDelivery,
  type Sandbox,
  type SandboxClock,
  type SandboxEvent,
  type SandboxOptions,
  type Workspace,
} from './sandbox.ts';

import type { StartedSandbox, StartOptions } from './host/node.ts';

/**
 * Starts a sandbox on a port of this machine (Node only).
 *
 * @example
 * const { url, close } = await startSandbox({ port: 0 });
 */
export async function startSandbox(options: StartOptions = {}): Promise<StartedSandbox> {
  // Loaded when called, so that the package can be imported where there is no Node.
  const host = await import('./host/node.ts');
  return host.startSandbox(options);
}
