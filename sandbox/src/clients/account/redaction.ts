import { withoutLongNumbers } from '../../../../sdk/src/payment-data/masking.ts';
import { isSecret, redactedBody } from '../../service/http/wire/redacted-body.ts';

/** What stands in the place of a secret. */
export const HIDDEN = '***';

/** A text without the secrets, which a service may have repeated. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => (secret === '' ? rest : rest.replaceAll(secret, HIDDEN)), text);
}

/** JSON without the secrets, in its names too. */
export function withoutSecretsIn(value: unknown, secrets: readonly string[]): unknown {
  const shown = (one: unknown): unknown => {
    if (typeof one === 'string') return withoutSecrets(one, secrets);
    if (typeof one !== 'object' || one === null) return one;
    if (Array.isArray(one)) return one.map(shown);
    return Object.fromEntries(
      Object.entries(one).map(([name, inner]) => [withoutSecrets(name, secrets), shown(inner)]),
    );
  };
  return shown(value);
}

/** Fields that name a person or company, word by word: a full name is made of the others. */
const NAMES = /^(FirstName|LastName|CompanyName|(Customer|Recipient)(Name|SubName)|\w*Holder)$/i;

/** Fields and parameters whose whole value is personal. */
const PERSONAL =
  /^(PhoneNumber|Street|HouseNumber|AddressLine\d|PostalCode|City|Notes|Memo|\w*VatId|BuyerReference|PartnerCompanyCode|DebitorAccount|ExternalCustomerId|Tag|search)$/i;

/** Fields of people among the texts of a merchant. */
const FREE = /^\w*CustomFields$/i;

/** Of the merchant, as letters show it. */
const SENDER = /^Sender/;

/** Tried once for each word, and no further than a domain is long: a longer text would take minutes. */
const EMAIL = /(?<![^\s@"'<>,;:/?&=])[^\s@"'<>,;:/?&=]+(?:@|%40)[^\s@"'<>,;:/?&=]{1,255}\.\w+/gi;

/** Letters from which on a known text is looked for in others. */
const WORD = 3;

/**
 * Takes secrets and personal data out of requests and answers. What is personal has a stand-in, the same one wherever it
 * occurs, so that answers can be compared. Stand-ins are counted: they do not follow from what they stand for.
 */
export class Redaction {
  readonly #known = new Map<string, string>();
  #pattern: RegExp | undefined;

  /** A value of JSON without secrets and personal data. */
  json(value: unknown): unknown {
    if (value === undefined) return undefined;
    const shown = JSON.parse(redactedBody(JSON.stringify(value))) as unknown;
    // Names first: they may stand in other texts before.
    this.#learn(shown, '');
    return this.#replaced(shown, '');
  }

  /** From now on nothing shows this text. */
  hide(secret: string): void {
    if (this.#known.has(secret.toLowerCase())) return;
    this.#known.set(secret.toLowerCase(), HIDDEN);
    this.#pattern = undefined;
  }

  /** A path with its query, and any other text. */
  text(text: string): string {
    const [path = '', query] = text.split('?');
    this.#learn(path, '');
    const parameters = [...new URLSearchParams(query ?? '')];
    for (const [name, value] of parameters) this.#learn(value, name);
    const shown = parameters.map(([name, value]): [string, string] => [
      name,
      isSecret(name) && !value.startsWith('{{') ? HIDDEN : String(this.#replaced(value, name)),
    ]);
    // Places of earlier answers stay readable.
    const search = new URLSearchParams(shown).toString().replace(/%7B%7B|%7D%7D/g, decodeURIComponent);
    return withoutLongNumbers(this.#within(path) + (query === undefined ? '' : `?${search}`));
  }

  #learn(value: unknown, name: string, isFree = false): void {
    if (SENDER.test(name)) return;
    if (typeof value === 'string') {
      if (NAMES.test(name)) for (const word of wordsOf(value)) this.#standIn(word, 'Name');
      else if (PERSONAL.test(name) || isFree) this.#standIn(value, name);
      for (const [address] of value.matchAll(EMAIL)) this.#standIn(address, 'EmailAddress');
    } else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value))
        this.#learn(inner, Array.isArray(value) ? name : key, isFree || FREE.test(name));
  }

  #replaced(value: unknown, name: string, isFree = false): unknown {
    if (SENDER.test(name)) return value;
    if (typeof value === 'string') {
      const whole = this.#known.get(value.toLowerCase());
      if (whole !== undefined && (PERSONAL.test(name) || isFree)) return whole;
      if (NAMES.test(name))
        return wordsOf(value)
          .map((word) => this.#standIn(word, 'Name'))
          .join(' ');
      return this.#within(value);
    }
    if (isFree && typeof value === 'number') return 0;
    if (typeof value !== 'object' || value === null) return value;
    const free = isFree || FREE.test(name);
    if (Array.isArray(value)) return value.map((item) => this.#replaced(item, name, free));
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, this.#replaced(inner, key, free)]),
    );
  }

  /** A text in which what is known is replaced, word by word. */
  #within(text: string): string {
    if (this.#known.size === 0 || text.length < WORD) return text;
    this.#pattern ??= patternOf([...this.#known.keys()]);
    return text.replace(this.#pattern, (found) => this.#known.get(found.toLowerCase()) ?? found);
  }

  #standIn(value: string, name: string): string {
    if (value === '' || value === HIDDEN || value.includes('{{')) return value;
    const key = value.toLowerCase();
    let standIn = this.#known.get(key);
    if (standIn === undefined) {
      standIn = standInFor(value, name, this.#known.size + 1);
      this.#known.set(key, standIn);
      // What has a stand-in is one, wherever it comes back.
      this.#known.set(standIn.toLowerCase(), standIn);
      this.#pattern = undefined;
    }
    return standIn;
  }
}

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '');

function standInFor(value: string, name: string, count: number): string {
  if (name === 'EmailAddress') return `person${count}@example.com`;
  if (/VatId$/i.test(name)) return value.slice(0, 2) + String(count).padStart(9, '0');
  if (/Number$|PostalCode/i.test(name)) return String(count).padStart(5, '0');
  return `${name}${count}`;
}

/** Any of the texts, as a whole word. Short ones are replaced in their own fields alone. */
function patternOf(texts: readonly string[]): RegExp {
  const longest = texts
    .filter(({ length }) => length >= WORD)
    .sort((one, other) => other.length - one.length);
  const any = longest.map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${any || '(?!)'})(?![\\p{L}\\p{N}])`, 'giu');
}
