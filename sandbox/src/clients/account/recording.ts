import { Placeholders } from '../../sandbox/sessions/placeholders.ts';
import { type Cassette, type Exchange, recorded } from './cassette.ts';
import { catalogueLists } from './read-catalogue.ts';
import { HIDDEN, Redaction } from './redaction.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A request of the merchant's own tests with the service's response. */
export interface Traffic {
  readonly method: string;
  /** Below the address of the service, with its query. */
  readonly path: string;
  readonly headers: Headers;
  readonly body: string;
  readonly status: number;
  readonly responseHeaders: Headers;
  readonly responseBody: string;
}

/** Maximum number of exchanges that are kept, and maximum characters of them. */
const MAX_EXCHANGES = 10_000;
const MAX_CHARACTERS = 100_000_000;

/** Statuses unrelated to the service's rules: it is unavailable, or the client already has the response. */
const NOT_KEPT = [304, 412, 429, 500, 502, 503, 504];

/** Lists whose ids a sandbox with the imported configuration has too. */
const CATALOGUE = new RegExp(
  `^/api/v1/(${Object.values(catalogueLists).join('|')}|taxDefinitions|productInfo)`,
  'i',
);

/**
 * Stores traffic as a cassette: without secrets and personal data, and with placeholders for generated values. A request
 * refers to a contract's id by its position in the first response that contained it: `{{4.ContractId}}`.
 */
export class Recording {
  readonly #redaction: Redaction;
  readonly #placeholders = new Placeholders(() => undefined);
  readonly #exchanges: Exchange[] = [];
  readonly #keys = new Map<string, string>();
  #characters = 0;
  #notKept = 0;

  constructor(vocabulary: Vocabulary) {
    this.#redaction = new Redaction(vocabulary);
  }

  get length(): number {
    return this.#exchanges.length;
  }

  /**
   * Returns the number of exchanges that are not in the cassette: pages and files, service rules unrelated to the API,
   * and those that are too large.
   */
  get notKept(): number {
    return this.#notKept;
  }

  add(traffic: Traffic): void {
    const before = this.length;
    try {
      this.#keep(traffic);
    } finally {
      if (this.length === before) this.#notKept += 1;
    }
  }

  #keep(traffic: Traffic): void {
    const response = parsed(traffic.responseBody);
    if (!this.#isKept(traffic, response)) return;
    const { method, path, headers, status, responseHeaders } = traffic;
    const [body, token, key] = [parsed(traffic.body), this.#token(headers), this.#key(headers)];
    const shown = this.#redaction.path(path);
    const request = {
      operation: `${method} ${shown.split('?')[0]?.replace(/(?<=\/)[0-9a-f]{24}(?=\/|$)/gi, '{id}')}`,
      method,
      path: this.#redaction.path(this.#placeholders.within(path)),
      ...(headers.has('Authorization') ? {} : { isAnonymous: true }),
      ...(body === undefined ? {} : { body: this.#shown(body, path) }),
      ...(token === undefined ? {} : { token }),
      ...(key === undefined ? {} : { key }),
    };
    this.#placeholders.keep(`${path} ${traffic.body}`);
    const answered = { status, headers: responseHeaders, body: response };
    const exchange = recorded(request, answered, this.#redaction);
    this.#exchanges.push(exchange);
    this.#characters += JSON.stringify(exchange).length;
    if (CATALOGUE.test(path)) this.#placeholders.keep(traffic.responseBody);
    else this.#placeholders.addAnswer(this.#exchanges.length, this.#redaction.known(response), false);
  }

  cassette(url: string): Cassette {
    return {
      Format: 'clientlib-sandbox cassette',
      Version: 1,
      Url: url,
      Recorded: true,
      Exchanges: this.#exchanges,
    };
  }

  #isKept({ path, status, body }: Traffic, response: unknown): boolean {
    const isRoom = this.#exchanges.length < MAX_EXCHANGES && this.#characters < MAX_CHARACTERS;
    const isJson = (body === '' || parsed(body) !== undefined) && (response !== undefined || status === 204);
    return isRoom && isJson && path.toLowerCase().startsWith('/api/v1/') && !NOT_KEPT.includes(status);
  }

  /** A body without secrets, but with the placeholders of values from responses. */
  #shown(body: unknown, path: string): unknown {
    return placed(this.#redaction.json(body, path), this.#placeholders.json(body));
  }

  /** The token of a customer comes from a response; that of the back end differs in each run. */
  #token(headers: Headers): string | undefined {
    const [, token = ''] = /^Bearer (.+)$/i.exec(headers.get('Authorization') ?? '') ?? [];
    if (token !== '') this.#redaction.hide(token);
    const place = this.#placeholders.text(token);
    return place === token ? undefined : place;
  }

  #key(headers: Headers): string | undefined {
    const key = headers.get('Idempotency-Key');
    if (key === null) return undefined;
    const known = this.#keys.get(key) ?? `key-${this.#keys.size + 1}`;
    this.#keys.set(key, known);
    return known;
  }
}

/** The redacted value, with a placeholder wherever the other one has one. */
function placed(shown: unknown, withPlaces: unknown): unknown {
  if (typeof withPlaces === 'string') {
    const isWhole = /^\{\{[^{}]+\}\}$/.test(withPlaces);
    return isWhole || (withPlaces.includes('{{') && shown !== HIDDEN) ? withPlaces : shown;
  }
  if (typeof shown !== 'object' || shown === null) return shown;
  const others = withPlaces as { readonly [name: string]: unknown };
  if (Array.isArray(shown)) return shown.map((item, at) => placed(item, others[at]));
  return Object.fromEntries(
    Object.entries(shown).map(([name, inner]) => [name, placed(inner, others[name])]),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
