import { checkedConfiguration } from '../service/configuration/check.ts';
import { createSandbox as createUnchecked, type Sandbox, type SandboxOptions } from './sandbox.ts';

/**
 * Checks a configuration by its schema. Apart from sandbox.ts, so that a service worker, and the command, which checks its
 * file, start without the schema.
 *
 * @throws Problem 422 with the first field that is wrong
 */
export function checkConfig({ config }: Pick<SandboxOptions, 'config'>): void {
  if (config !== undefined) checkedConfiguration(config, undefined, 'config');
}

/**
 * Makes a sandbox: the whole service in memory.
 *
 * @example
 * const sandbox = createSandbox({ seed: 'checkout', clock: '2026-01-01T00:00:00Z' });
 * const health = await sandbox.fetch('http://sandbox/sandbox/health');
 * @throws Problem with the name of an option or configured field that means nothing, and the nearest known one
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  checkConfig(options);
  return createUnchecked(options);
}
