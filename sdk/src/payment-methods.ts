import { settings } from './configuration.ts';
import { misuse } from './error.ts';
import type { Run } from './operation.ts';
import { loadProvider } from './providers/client-library.ts';
import type { Flow } from './providers/flow.ts';
import { send } from './transport.ts';
import type { AvailablePaymentMethods, Environment } from './types/payment-methods.ts';

/** The service's answer to `paymentMethods`. */
export interface MethodsAnswer {
  readonly Methods: AvailablePaymentMethods;
  readonly Bearers: string[];
  readonly Flows: Record<string, Flow>;
  readonly Environment: Environment;
}

/**
 * Asks for the account's payment methods, and lets the scripts of providers come in the meantime.
 *
 * @param isWanted Whether a bearer can be chosen.
 */
export async function loadMethods(
  publicApiKey: string,
  run: Run,
  isWanted = (_bearer: string): boolean => true,
): Promise<MethodsAnswer> {
  const answer = await send<MethodsAnswer>(run, {
    to: `paymentMethods?publicApiKey=${encodeURIComponent(publicApiKey)}`,
  });
  checkEnvironment(answer.Environment);
  if (globalThis.document?.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
  // A script that is blocked concerns only who pays with that provider.
  for (const [bearer, flow] of Object.entries(answer.Flows))
    if (flow.Kind === 'ClientLibrary' && isWanted(bearer)) loadProvider(flow).catch(() => {});
  return answer;
}

/** A production page must not take a sandbox's payments for real ones, nor the other way about. */
function checkEnvironment(actual: Environment): void {
  const { environment, baseUrl = '' } = settings();
  const [, byHost] = /\/\/(app|sandbox)\./.exec(baseUrl) ?? [];
  const expected = environment ?? { app: 'Production', sandbox: 'Sandbox' }[byHost as 'app'] ?? actual;
  if (expected !== actual) {
    throw misuse('WrongEnvironment', `${baseUrl} is ${actual}, expected ${expected}.`);
  }
}
