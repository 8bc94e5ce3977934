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
 * @param bearers Those that can be chosen; all of the account when absent.
 */
export async function loadMethods(
  publicApiKey: string,
  run: Run,
  bearers?: readonly string[],
): Promise<MethodsAnswer> {
  const answer = await send<MethodsAnswer>(run, {
    method: 'GET',
    to: `paymentMethods?publicApiKey=${encodeURIComponent(publicApiKey)}`,
  });
  checkEnvironment(answer.Environment);
  await domReady();
  // A script that is blocked concerns only who pays with that provider.
  for (const [bearer, flow] of Object.entries(answer.Flows)) {
    const isWanted = flow.Kind === 'ClientLibrary' && (bearers ?? [bearer]).includes(bearer);
    if (isWanted) loadProvider(flow).catch(() => {});
  }
  return answer;
}

/** A production page must not take a sandbox's payments for real ones, nor the other way about. */
function checkEnvironment(actual: Environment): void {
  const { environment, baseUrl = '' } = settings();
  const byHost = /^\w+:\/\/(app|sandbox)\./.exec(baseUrl)?.[1];
  const expected = environment ?? (byHost ? (byHost === 'app' ? 'Production' : 'Sandbox') : actual);
  if (expected !== actual) {
    throw misuse('WrongEnvironment', `${baseUrl} is ${actual}, expected ${expected}.`);
  }
}

const domReady = (): Promise<unknown> | undefined =>
  globalThis.document?.readyState === 'loading'
    ? new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }))
    : undefined;
