import { checkedConfiguration } from '../service/configuration/check.ts';
import { createSandbox as createUnchecked, type Sandbox, type SandboxOptions } from './sandbox.ts';

/**
 * Validates a configuration. Separate from sandbox.ts, so that a service worker, and the command, which validates its
 * file, start without loading the schema.
 *
 * @throws Problem 422 with the first invalid field
 */
export function checkConfig({ config }: Pick<SandboxOptions, 'config'>): void {
  if (config !== undefined) checkedConfiguration(config, undefined, 'config');
}

/**
 * Creates a sandbox: the whole service in memory.
 *
 * @example
 * const sandbox = createSandbox({ seed: 'checkout', clock: '2026-01-01T00:00:00Z' });
 * const health = await sandbox.fetch('http://sandbox/sandbox/health');
 * @throws Problem with the name of an unknown option or configuration field, and the nearest known one
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  checkConfig(options);
  return createUnchecked(options);
}
