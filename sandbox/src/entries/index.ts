export type { SandboxCalls, SandboxWithCalls as Sandbox } from '../clients/kit/sandbox-calls.ts';
export type { StartedSandbox, StartOptions } from '../hosts/node/node.ts';
export type {
  PendingDelivery,
  Sandbox as BareSandbox,
  SandboxClock,
  SandboxEvent,
  SandboxFaults,
  SandboxOptions,
  SandboxPayments,
  Snapshot,
  Workspace,
} from '../sandbox/sandbox.ts';
export type { CatalogueConfiguration, Configuration } from '../service/configuration/configuration.ts';
export type { EventName, EventPayload } from '../service/model/event-catalogue.ts';
export type { Forecast, ForecastInput, ForecastInvoice } from '../service/model/forecast.ts';
export type { DecidedOutcome, DecidedPayment, PaymentDecision } from '../service/simulation/collections.ts';
export type { PaymentDecisionInput } from '../service/simulation/next-payments.ts';

import { type SandboxWithCalls, withCalls } from '../clients/kit/sandbox-calls.ts';
import type { StartedSandbox, StartOptions } from '../hosts/node/node.ts';
import { checkConfig, createSandbox as createChecked } from '../sandbox/checked-sandbox.ts';
import type { SandboxOptions } from '../sandbox/sandbox.ts';

/**
 * Creates a sandbox: the whole service in memory.
 *
 * @example
 * const sandbox = createSandbox({ seed: 'checkout', clock: '2026-01-01T00:00:00Z' });
 * const { ContractId } = await sandbox.signUp();
 * @throws an Error with the name of an unknown option or configuration field, and the nearest known one
 */
export function createSandbox(options: SandboxOptions = {}): SandboxWithCalls {
  return withCalls(createChecked(options), `http://sandbox${options.basePath ?? ''}`);
}

/**
 * Starts a sandbox on a port of this machine (Node only).
 *
 * @example
 * const { url, close } = await startSandbox({ port: 0 });
 */
export async function startSandbox(options: StartOptions = {}): Promise<StartedSandbox<SandboxWithCalls>> {
  checkConfig(options);
  // Loaded when called, so that the package can be imported without Node.
  const host = await import('../hosts/node/node.ts');
  const started = await host.startSandbox(options);
  return { ...started, sandbox: withCalls(started.sandbox, started.url) };
}
