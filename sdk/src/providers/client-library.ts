import { ClientLibError, type Envelope, refusal } from '../error.ts';
import type { PaymentMethodDetails } from '../types/payment-methods.ts';
import type { Flow, TokenAnswer, TokenRequest } from './flow.ts';

/** What a provider's script registers under the provider's name. */
interface ProviderClient {
  tokenize(signedConfig: object, request: TokenRequest): Promise<TokenAnswer & Envelope>;
}

interface Globals {
  ProviderClients?: Record<string, ProviderClient>;
  trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL(url: string): string },
    ): { createScriptURL(url: string): string };
  };
}

const globals = (): Globals => globalThis as Globals;
const scripts = new Map<string, Promise<void>>();
let policy: { createScriptURL(url: string): string } | undefined;

/** Loads a provider's script, once. One that failed is loaded anew the next time. */
export function loadProvider(flow: Flow): Promise<void> {
  const url = `${flow.Url}/client.js`;
  let script = scripts.get(url);
  if (!script) {
    script = new Promise<void>((resolve, reject) => {
      const element = document.createElement('script');
      element.onload = () => resolve();
      element.onerror = () => {
        scripts.delete(url);
        element.remove();
        reject(
          new ClientLibError(
            ['PspServerError', 'ScriptBlocked'],
            `The payment provider's script ${url} could not be loaded: blocked by an extension, by script-src of the page, or not reachable.`,
          ),
        );
      };
      // Under `require-trusted-types-for 'script'` a page allows us by `trusted-types clientlib`.
      policy ??= globals().trustedTypes?.createPolicy('clientlib', { createScriptURL: (address) => address });
      element.src = policy ? policy.createScriptURL(url) : url;
      document.head.append(element);
    });
    scripts.set(url, script);
  }
  return script;
}

/** Kind `ClientLibrary`: the provider's own script talks to the provider, with a call that the service has signed. */
export async function askClientLibrary(
  flow: Flow,
  { MerchantId, AccountId, PortalId, Mode, CreditCardHash, BankAccountHash }: PaymentMethodDetails,
  request: TokenRequest,
): Promise<TokenAnswer> {
  await loadProvider(flow);
  const name = request.Bearer.split(':').pop() as string;
  const Hash = request.Card ? CreditCardHash : BankAccountHash;
  const client = globals().ProviderClients?.[name];
  if (!client)
    throw new ClientLibError(
      ['PspServerError', 'ScriptBlocked'],
      `${flow.Url}/client.js did not register "${name}".`,
    );
  const answer = await client.tokenize({ MerchantId, AccountId, PortalId, Mode, Hash }, request);
  if (answer.Error) throw refusal(200, answer, {}, 'PspServerError');
  return answer;
}
