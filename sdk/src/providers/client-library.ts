import { ClientLibError } from '../errors/client-lib-error.ts';
import { isObject } from '../input/record.ts';
import { shaped } from '../input/shape.ts';
import { answers } from '../transport/answers.ts';
import { refusal } from '../transport/refusal.ts';
import type { AvailablePaymentMethods } from '../types/payment-methods.ts';
import type { Flow, TokenAnswer, TokenRequest } from './flow.ts';

/** The object that a provider's script registers under the provider's name. */
interface ProviderClient {
  tokenize(signedConfig: object, request: TokenRequest): Promise<unknown>;
}

// A page allows one policy of a name: the copies of the library on it share it, as they share their settings.
const place = 'clientlib.scripts';

interface Globals {
  [place]?: ScriptPolicy | undefined;
  ProviderClients?: Record<string, ProviderClient>;
  trustedTypes?: {
    createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptPolicy;
  };
}

interface ScriptPolicy {
  createScriptURL(url: string): string;
}

const scripts = new Map<string, Promise<void>>();

const blocked = (url: string): ClientLibError =>
  new ClientLibError(
    ['PspServerError', 'ScriptBlocked'],
    `${url} did not load: check network, script-src, trusted-types clientlib, blockers.`,
  );

/** Under `require-trusted-types-for 'script'` a page allows us by `trusted-types clientlib`. */
function trusted(url: string): string {
  const page = globalThis as Globals;
  try {
    page[place] ??= page.trustedTypes?.createPolicy('clientlib', { createScriptURL: (address) => address });
  } catch {
    throw blocked(url);
  }
  return page[place]?.createScriptURL(url) ?? url;
}

/** Loads a provider's script, once. One that failed is loaded again the next time. */
export async function loadProvider({ Url }: Flow): Promise<void> {
  const url = `${Url}/client.js`;
  const known = scripts.get(url);
  if (known) return known;
  const address = trusted(url);
  const script = new Promise<void>((resolve, reject) => {
    const element = document.createElement('script');
    element.onload = () => resolve();
    element.onerror = () => {
      scripts.delete(url);
      element.remove();
      reject(blocked(url));
    };
    element.src = address;
    document.head.append(element);
  });
  scripts.set(url, script);
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
  const client = (globalThis as Globals).ProviderClients?.[name];
  if (!client) throw blocked(`window.ProviderClients.${name}`);
  const { MerchantId, AccountId, PortalId, Mode, CreditCardHash, BankAccountHash } = methods[name] ?? {};
  const Hash = request.Card ? CreditCardHash : BankAccountHash;
  const answer = await client.tokenize({ MerchantId, AccountId, PortalId, Mode, Hash }, request);
  if (isObject(answer) && answer['Error']) throw refusal(answer, 'PspServerError');
  if (!shaped(answers.token)(answer))
    throw new ClientLibError(['PspServerError', 'UnexpectedAnswer'], `${name}: unexpected answer.`);
  return answer as TokenAnswer;
}
