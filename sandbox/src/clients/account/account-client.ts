import { readBeginning } from '../../service/model/beginning-of-text.ts';
import { tokenRequest } from '../../service/model/token-request.ts';
import { boundedJson } from './bounded-json.ts';
import { withoutSecrets, withoutSecretsIn } from './redaction.ts';
import { AccountError, serviceUrl } from './service-url.ts';

export interface AccountAccess {
  /** The base URL of the service, without `/api/v1`. */
  readonly url: string;
  /** Option that contains the address, for messages. */
  readonly option?: string;
  /** Address of its token endpoint, if different. */
  readonly authUrl?: string | undefined;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The parts of the host that a client of the service uses. */
export interface Environment {
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>;
  /** Waits; tests move a clock instead. */
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Called with the reason for a delay. */
  readonly onWait?: (reason: string, seconds: number) => void;
}

/** A response with its body. */
export interface AccountResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Options of a request in addition to its path. */
export interface SentOptions {
  readonly body?: unknown;
  /** Without a token. */
  readonly isAnonymous?: boolean | undefined;
  /** The idempotency key. */
  readonly key?: string | undefined;
  /** Replaces the client's own token. */
  readonly token?: string | undefined;
}

/** Maximum number of attempts per request. */
const MAX_TRIES = 8;

/** Attempts of the first request while nothing responds at the address: it may be wrong. */
const FIRST_TRIES = 3;

/** Maximum wait that a service may request, in seconds. */
const MAX_RETRY_AFTER = 900;

const TIMEOUT_MS = 60_000;

/** Maximum characters of a response, uncompressed. */
const MAX_ANSWER = 50_000_000;

/** Statuses after which the same request may succeed: a gateway without a service, a service under load. */
const TEMPORARY = [500, 502, 503, 504];

/**
 * Sends requests to the REST API of a service. It waits as long as a 429 requires, and retries after a lost response or a
 * temporary failure. A token is reused. No message contains the secret or the token.
 */
export class AccountClient {
  readonly url: string;
  readonly #authUrl: string;
  readonly #access: AccountAccess;
  readonly #place: Environment;
  /** The secret and its encoded forms: a service may repeat each of them. */
  readonly #secrets = new Set<string>();
  #token: string | undefined;
  #isReached = false;

  /** @throws AccountError for an address to which secrets must not be sent */
  constructor(access: AccountAccess, place: Environment) {
    this.url = serviceUrl(access.url, access.option ?? '--from');
    this.#authUrl = access.authUrl === undefined ? this.url : serviceUrl(access.authUrl, '--auth-url');
    this.#access = access;
    this.#place = place;
    this.#secrets.add(access.clientSecret).add(btoa(`${access.clientId}:${access.clientSecret}`));
  }

  /** Reads a path below the address of the service. @throws AccountError if there is no response */
  get(path: string): Promise<AccountResponse> {
    return this.send('GET', path);
  }

  /** Like {@link get}, with any method. Send only requests that can be repeated safely. */
  async send(
    method: string,
    path: string,
    { body, isAnonymous, key, token }: SentOptions = {},
  ): Promise<AccountResponse> {
    const headers = {
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    };
    if (isAnonymous === true || token !== undefined) return this.#request(method, path, body, headers);
    const answered = await this.#authorized(method, path, body, headers);
    if (answered.status !== 401) return answered;
    // The token has expired.
    this.#token = undefined;
    return this.#authorized(method, path, body, headers);
  }

  /** The text without secret and token. */
  redacted(text: string): string {
    return withoutSecrets(text, [...this.#secrets]);
  }

  async #authorized(method: string, path: string, body: unknown, headers: object): Promise<AccountResponse> {
    this.#token ??= await this.#newToken();
    this.#secrets.add(this.#token);
    return this.#request(method, path, body, { ...headers, Authorization: `Bearer ${this.#token}` });
  }

  /** Removes secrets that the service has repeated, from all parts of the response. */
  async #request(method: string, path: string, body: unknown, headers: object): Promise<AccountResponse> {
    const answered = await this.#tried(`${this.url}${path}`, {
      method,
      headers: {
        ...headers,
        Accept: 'application/json',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const shown = [...answered.headers].map(([name, value]): [string, string] => [
      name,
      this.redacted(value),
    ]);
    return {
      status: answered.status,
      headers: new Headers(shown),
      body: withoutSecretsIn(answered.body, [...this.#secrets]),
    };
  }

  async #newToken(): Promise<string> {
    const { clientId, clientSecret } = this.#access;
    const { status, body } = await this.#tried(
      `${this.#authUrl}/oauth/token/`,
      tokenRequest({ ClientId: clientId, ClientSecret: clientSecret }),
    );
    const { access_token: token } = (body ?? {}) as { readonly access_token?: unknown };
    if (typeof token === 'string' && token !== '') return token;
    throw new AccountError(
      status === 400 || status === 401
        ? `${this.#authUrl} rejected the client ${clientId} (${status}). Check --client-id and CLIENTLIB_CLIENT_SECRET.`
        : `${this.#authUrl}/oauth/token/ returned ${status} without a token.`,
    );
  }

  async #tried(url: string, init: RequestInit): Promise<AccountResponse> {
    let reason = '';
    for (let attempt = 1; ; attempt += 1) {
      let wait = 2 ** (attempt - 1);
      try {
        const response = await this.#place.fetch(url, {
          ...init,
          // A secret is sent to the specified address only.
          redirect: 'manual',
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        this.#isReached = true;
        const { status, headers } = response;
        const text = await readBeginning(response, MAX_ANSWER);
        if (text.length > MAX_ANSWER)
          throw new AccountError(`${url}: expected at most ${MAX_ANSWER} characters, got more.`);
        if (status !== 429 && !TEMPORARY.includes(status))
          return { status, headers, body: boundedJson(text, url) ?? text };
        reason = `it answers ${status}`;
        wait = retryAfterSeconds(headers) ?? wait;
      } catch (error) {
        if (error instanceof AccountError) throw error;
        const { cause, message } = error as Error & { readonly cause?: { readonly code?: string } };
        reason = cause?.code ?? message;
      }
      if (attempt === (this.#isReached ? MAX_TRIES : FIRST_TRIES))
        throw new AccountError(this.redacted(`${url} could not be read in ${attempt} tries: ${reason}.`));
      this.#place.onWait?.(this.redacted(reason), wait);
      await this.#place.sleep(wait * 1000);
    }
  }
}

/** Seconds, or an HTTP date. */
function retryAfterSeconds(headers: Headers): number | undefined {
  const text = headers.get('Retry-After');
  if (text === null) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 1), MAX_RETRY_AFTER);
}
