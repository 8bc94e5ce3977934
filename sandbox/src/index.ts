export type { CatalogueConfiguration, Configuration } from './configuration/configuration.ts';
export type { Snapshot } from './core.ts';
export type { StartedSandbox, StartOptions } from './host/node.ts';
export type { EventName, EventPayload } from './model/event-catalogue.ts';
export type { Forecast, ForecastInput, ForecastInvoice } from './model/forecast.ts';
export {
  createSandbox,
  type PendingDelivery,
  type Sandbox,
  type SandboxClock,
  type SandboxEvent,
  type SandboxFaults,
  type SandboxOptions,
  type SandboxPayments,
  type Workspace,
} from './sandbox.ts';
export type { DecidedOutcome, DecidedPayment, PaymentDecision } from './simulation/collections.ts';
export type { PaymentDecisionInput } from './simulation/payment-decisions.ts';

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
