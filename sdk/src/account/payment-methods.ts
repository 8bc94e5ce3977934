import type { Run } from '../calls/run.ts';
import { misuse } from '../errors/client-lib-error.ts';
import { payer } from '../errors/sentences.ts';
import { loadProvider } from '../providers/client-library.ts';
import type { Flow } from '../providers/flow.ts';
import { answers } from '../transport/answers.ts';
import { send } from '../transport/send.ts';
import type { AvailablePaymentMethods, Environment } from '../types/payment-methods.ts';

/** The service's response to `paymentMethods`. */
export interface MethodsAnswer {
  readonly Methods: AvailablePaymentMethods;
  readonly Bearers: string[];
  readonly Flows: Record<string, Flow>;
  readonly Environment: Environment;
  /** Name of the merchant, for mandates. */
  readonly Creditor?: string;
  /** Address of the merchant in one line, for mandates. */
  readonly CreditorAddress?: string;
  /** The merchant's identifier in the direct debit scheme, where the account has one. */
  readonly CreditorId?: string;
  readonly Sentences?: Record<string, string>;
}

/**
 * Loads the account's payment methods, and starts loading the scripts of providers.
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
    answer: answers.paymentMethods,
  });
  payer.sentences = answer.Sentences ?? {};
  checkEnvironment(answer.Environment, run);
  if (globalThis.document?.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
  // A blocked script only affects customers who pay with that provider.
  for (const [bearer, flow] of Object.entries(answer.Flows))
    if (flow.Kind === 'ClientLibrary' && isWanted(bearer)) loadProvider(flow).catch(() => {});
  return answer;
}

/** A production page must not treat a sandbox's payments as real ones, nor vice versa. */
function checkEnvironment(actual: Environment, { settings }: Run): void {
  const { environment, baseUrl = '' } = settings;
  const expected = environment ?? findEnvironment(baseUrl) ?? actual;
  if (expected !== actual) throw misuse('WrongEnvironment', `${baseUrl} is ${actual}, expected ${expected}.`);
}

/** The environment according to a host name. */
function findEnvironment(url: string): Environment | undefined {
  if (url.includes('//app.')) return 'Production';
  return url.includes('//sandbox.') ? 'Sandbox' : undefined;
}
