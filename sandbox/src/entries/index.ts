export type { StartedSandbox, StartOptions } from '../hosts/node/node.ts';
export { createSandbox } from '../sandbox/checked-sandbox.ts';
export type {
  PendingDelivery,
  Sandbox,
  SandboxClock,
  SandboxEvent,
  SandboxFaults,
  SandboxOptions,
  SandboxPayments,
  Workspace,
} from '../sandbox/sandbox.ts';
export type { CatalogueConfiguration, Configuration } from '../service/configuration/configuration.ts';
export type { Snapshot } from '../service/core/core.ts';
export type { EventName, EventPayload } from '../service/model/event-catalogue.ts';
export type { Forecast, ForecastInput, ForecastInvoice } from '../service/model/forecast.ts';
export type { DecidedOutcome, DecidedPayment, PaymentDecision } from '../service/simulation/collections.ts';
export type { PaymentDecisionInput } from '../service/simulation/payment-decisions.ts';

import type { StartedSandbox, StartOptions } from '../hosts/node/node.ts';
import { checkConfig } from '../sandbox/checked-sandbox.ts';

/**
 * Starts a sandbox on a port of this machine (Node only).
 *
 * @example
 * const { url, close } = await startSandbox({ port: 0 });
 */
export async function startSandbox(options: StartOptions = {}): Promise<StartedSandbox> {
  checkConfig(options);
  // Loaded when called, so that the package can be imported where there is no Node.
  const host = await import('../hosts/node/node.ts');
  return host.startSandbox(options);
}
