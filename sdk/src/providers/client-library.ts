import { ClientLibError, type Envelope, refusal } from '../error.ts';
import type { AvailablePaymentMethods } from '../types/payment-methods.ts';
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

const scripts = new Map<string, Promise<void>>();
let policy: { createScriptURL(url: string): string } | undefined;

const blocked = (url: string): ClientLibError =>
  new ClientLibError(
    ['PspServerError', 'ScriptBlocked'],
    `${url} did not load: check network, script-src, blockers.`,
  );

/** Loads a provider's script, once. One that failed is loaded anew the next time. */
export function loadProvider({ Url }: Flow): Promise<void> {
  const url = `${Url}/client.js`;
  let script = scripts.get(url);
  if (!script) {
    script = new Promise((resolve, reject) => {
      const element = document.createElement('script');
      element.onload = resolve as () => void;
      element.onerror = () => {
        scripts.delete(url);
        element.remove();
        reject(blocked(url));
      };
      // Under `require-trusted-types-for 'script'` a page allows us by `trusted-types clientlib`.
      policy ??= (globalThis as Globals).trustedTypes?.createPolicy('clientlib', {
        createScriptURL: (address) => address,
      });
      element.src = policy?.createScriptURL(url) ?? url;
      document.head.append(element);
    });
    scripts.set(url, script);
  }
  return script;
}

/** Kind `ClientLibrary`: the provider's own script talks to the provider, with a call that the service has signed. */
export async function askClientLibrary(
  flow: Flow,
  methods: AvailablePaymentMethods,
  request: TokenRequest,
): Promise<TokenAnswer> {
  await loadProvider(flow);
  const name = request.Bearer.split(':').pop() as string;
  const { CreditCardHash, BankAccountHash, ...account } = methods[name] ?? {};
  const Hash = request.Card ? CreditCardHash : BankAccountHash;
  const client = (globalThis as Globals).ProviderClients?.[name];
  if (!client) throw blocked(`window.ProviderClients.${name}`);
  const answer = await client.tokenize({ ...account, Hash }, request);
  if (answer.Error) throw refusal(answer, 'PspServerError');
  return answer;
}
