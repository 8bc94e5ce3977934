import { withoutLongNumbers } from '../../../../sdk/src/payment-data/masking.ts';
import { isSecret, redactedBody } from '../../service/http/wire/redacted-body.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Replaces a secret. */
export const HIDDEN = '***';

/** A text without the secrets, which a service may have repeated. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => (secret === '' ? rest : rest.replaceAll(secret, HIDDEN)), text);
}

/** JSON without the secrets, including its property names. */
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

/** Fields that name a person or company, compared by words: a full name consists of the others. */
const NAMES = /^(FirstName|LastName|CompanyName|(Customer|Recipient)(Name|SubName)|\w*Holder)$/i;

/** Fields and parameters whose whole value is personal, and compared. */
const PERSONAL =
  /^(\w*Email\w*|PhoneNumber|Street|HouseNumber|AddressLine\d|PostalCode|City|Notes|Memo|\w*VatId|BuyerReference|PartnerCompanyCode|DebitorAccount|(External|Your)CustomerId|UserId|Username|Key|Tag|search)$/i;

/** Fields with personal data among the merchant's texts. */
const FREE = /^\w*CustomFields$/i;

/** Fields of the merchant on letters. */
const SENDER = /^Sender/i;

/** Objects and lists of people, whose names and texts are personal. */
const PEOPLE = /customer|recipient|bearer|address|person/i;

/**
 * Texts that are kept, because they belong to the catalogue, the service or no single person. Any other text is hidden
 * unless it is a value of an enumeration, an id or an instant.
 */
const KEPT = namesIn(`
  AfterFirstContractPeriodNextStep BillingDateAlignment Code Codes ComponentName ComponentType ContentType ContractChangeType
  CouponCode Currency Description DestinationCountry DeveloperMessage DisabledReason ErrorCode ErrorMessage Event Events
  EventType ExternalComponentId ExternalId Field Format InternalName InvoiceNumber InvoiceReferenceCode Kind Message Mode Name
  NextProductId Outcome PaymentTransactionType PlanDescription PlanName PlanVariantName Prologue Epilogue ProductDescription
  ProductId ProductIds Provider Reason ReferenceCode ServiceCountry SetupDescription State StoreProductId TaskType
  TaxDefinitionId ReverseChargeTaxDefinitionId TemplateName Text TwoLetterCode Unit Url UsedCodes Value VariantDescription
  VariantName Version detail error error_description scope title token_type`);

/** Fields that are kept even if they belong to a person. */
const KEPT_OF_PEOPLE = namesIn(
  'CardType Country CountryCode Language Locale PaymentMethod PaymentProvider TimeZone TimeZoneKey Type',
);

/** Ids, instants, days, durations, numbers, bearers and references to earlier responses. */
const TECHNICAL =
  /^(|[0-9a-f]{24}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d)?)?|-?P[\dYMWDTHS.]+|-?\d{1,6}(\.\d+)?|(CreditCard|Debit|iDEAL|OnAccount|None):\w{1,30}|true|false|\*\*\*|\{\{[^{}]+\}\})$/i;

/** Languages and ids, as keys of maps. */
const MAP_NAME = /^([a-z]{2}(-[a-z]{2})?|[0-9a-f]{24})$/i;

/** Names that a merchant defines for customer fields. */
const FREE_NAME = /^[\w .-]{1,60}$/;

/** Tried once per word, up to the length of a domain: a longer text would take minutes. */
const EMAIL = /(?<![^\s@"'<>,;:/?&=])[^\s@"'<>,;:/?&=]+(?:@|%40)[^\s@"'<>,;:/?&=]{1,255}/gi;

/** The owner of a text. */
type Owner = 'Service' | 'People' | 'Free' | 'Sender';

/** Minimum length of a known text that is searched for in others. */
const WORD = 3;

/** Maximum length of a text that is searched word by word. A text that contains a longer one is hidden. */
const LONG = 300;

/**
 * Removes secrets and personal data from requests and responses: only data that are known to be harmless are kept.
 * Personal data are replaced by a placeholder, the same one wherever they occur, so that responses can be compared.
 * Placeholders are numbered, so they reveal nothing about the original.
 */
export class Redaction {
  readonly #vocabulary: Vocabulary;
  readonly #known = new Map<string, string>();
  #pattern: RegExp | undefined;

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /**
   * Returns a JSON value without secrets and personal data.
   *
   * @param path of the request, which identifies the kind of data
   */
  json(value: unknown, path = ''): unknown {
    if (value === undefined) return undefined;
    const shown = JSON.parse(redactedBody(JSON.stringify(value))) as unknown;
    const about = path.split(/[/?]/).findLast((word) => this.#vocabulary.words.has(word.toLowerCase())) ?? '';
    // Names first, because earlier texts may contain them.
    this.#walked(shown, about, (text, name, owner) => this.#learn(text, name, owner));
    return this.#walked(shown, about, (text, name, owner) => this.#replaced(text, name, owner));
  }

  /** Returns a JSON value without unknown fields. */
  known(value: unknown): unknown {
    return this.#walked(value, '', (text) => text);
  }

  /** Hides this text in everything written from now on. */
  hide(secret: string): void {
    if (this.#known.has(secret.toLowerCase())) return;
    this.#known.set(secret.toLowerCase(), HIDDEN);
    this.#pattern = undefined;
  }

  /** A path with its query. */
  path(text: string): string {
    const [path = '', query] = text.split('?');
    const parameters = [...new URLSearchParams(query ?? '')].filter(([name]) => this.#isField(name));
    for (const [name, value] of parameters) this.#learn(value, name, 'Service');
    const words = path.split('/').map((word) => {
      const isKnown = this.#vocabulary.words.has(word.toLowerCase()) || TECHNICAL.test(word);
      // A word may contain a placeholder.
      return isKnown || /\{\{[^{}]+\}\}/.test(word) ? this.text(word) : this.#placeholder(word, 'Id');
    });
    const shown = parameters.map(([name, value]): [string, string] => [
      name,
      isSecret(name) && !value.startsWith('{{') ? HIDDEN : this.#replaced(value, name, 'Service'),
    ]);
    // References to earlier responses stay readable.
    const search = new URLSearchParams(shown).toString().replace(/%7B%7B|%7D%7D/g, decodeURIComponent);
    return words.join('/') + (query === undefined ? '' : `?${withoutLongNumbers(search)}`);
  }

  /** Any other text. */
  text(text: string): string {
    for (const [address] of text.matchAll(EMAIL)) this.#placeholder(address, 'EmailAddress');
    return withoutLongNumbers(this.#within(text));
  }

  #isField(name: string): boolean {
    return this.#vocabulary.fields.has(name.toLowerCase());
  }

  /** Maps each text of a value, and removes unknown fields. */
  #walked(
    value: unknown,
    name: string,
    made: (text: string, name: string, owner: Owner) => unknown,
    owner: Owner = 'Service',
  ): unknown {
    if (typeof value === 'string') return made(value, name, owner);
    if (typeof value === 'number') return owner === 'Free' || isPersonal(name) ? 0 : value;
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => this.#walked(item, name, made, owner));
    const inner = ownerWithin(name, owner);
    const isMap = this.#vocabulary.maps.has(name.toLowerCase());
    const fields = Object.entries(value).flatMap(([key, one]) => {
      const isKnown = inner === 'Free' ? FREE_NAME.test(key) : this.#isField(key);
      if (!isKnown && !(isMap && MAP_NAME.test(key))) return [];
      return [[key, this.#walked(one, isKnown ? key : name, made, inner)]];
    });
    return Object.fromEntries(fields);
  }

  #learn(text: string, name: string, owner: Owner): void {
    if (owner === 'Sender' || SENDER.test(name)) return;
    if (NAMES.test(name)) for (const word of splitWords(text)) this.#placeholder(word, 'Name');
    else if (this.#classify(text, name, owner) === 'Personal') this.#placeholder(text, name);
    for (const [address] of text.matchAll(EMAIL)) this.#placeholder(address, 'EmailAddress');
  }

  #classify(text: string, name: string, owner: Owner): 'Personal' | 'Kept' | 'Hidden' {
    const field = name.toLowerCase();
    if (isPersonal(name) || owner === 'Free') return 'Personal';
    if (TECHNICAL.test(text) || this.#vocabulary.enumerations.has(field)) return 'Kept';
    if (KEPT_OF_PEOPLE.has(field)) return 'Kept';
    if (!KEPT.has(field)) return 'Hidden';
    return owner === 'People' ? 'Personal' : 'Kept';
  }

  #replaced(text: string, name: string, owner: Owner): string {
    if (owner === 'Sender' || SENDER.test(name)) return text;
    if (NAMES.test(name))
      return splitWords(text)
        .map((word) => this.#placeholder(word, 'Name'))
        .join(' ');
    const kind = this.#classify(text, name, owner);
    if (kind === 'Hidden') return HIDDEN;
    return (kind === 'Personal' ? this.#known.get(text.toLowerCase()) : undefined) ?? this.#within(text);
  }

  /** Replaces known words in a text. */
  #within(text: string): string {
    if (this.#known.size === 0 || text.length < WORD) return text;
    const lower = text.toLowerCase();
    if (text.length > LONG && [...this.#known.keys()].some((one) => one.length > LONG && lower.includes(one)))
      return this.#known.get(lower) ?? HIDDEN;
    this.#pattern ??= matchAny([...this.#known.keys()]);
    return text.replace(this.#pattern, (found) => this.#known.get(found.toLowerCase()) ?? found);
  }

  #placeholder(value: string, name: string): string {
    if (value === '' || value === HIDDEN || value.includes('{{')) return value;
    const key = value.toLowerCase();
    let placeholder = this.#known.get(key);
    if (placeholder === undefined) {
      placeholder = placeholderFor(value, name, this.#known.size + 1);
      this.#known.set(key, placeholder);
      // A text with a placeholder keeps it in all other places.
      this.#known.set(placeholder.toLowerCase(), placeholder);
      this.#pattern = undefined;
    }
    return placeholder;
  }
}

const isPersonal = (name: string) => PERSONAL.test(name) || NAMES.test(name);

/** The owner of the fields of an object. */
function ownerWithin(name: string, outer: Owner): Owner {
  if (outer !== 'Service' && outer !== 'People') return outer;
  if (FREE.test(name)) return 'Free';
  if (SENDER.test(name)) return 'Sender';
  return PEOPLE.test(name) ? 'People' : outer;
}

function namesIn(text: string): ReadonlySet<string> {
  return new Set(text.trim().toLowerCase().split(/\s+/));
}

const splitWords = (text: string) => text.split(/\s+/).filter((word) => word !== '');

function placeholderFor(value: string, name: string, count: number): string {
  if (/Email/i.test(name)) return `person${count}@example.com`;
  if (/VatId$/i.test(name)) return value.slice(0, 2) + String(count).padStart(9, '0');
  if (/Number$|PostalCode/i.test(name)) return String(count).padStart(5, '0');
  return `${name}${count}`;
}

/** Any of the texts, as a whole word. Short ones are replaced only in their own fields. */
function matchAny(texts: readonly string[]): RegExp {
  const longest = texts
    .filter(({ length }) => length >= WORD && length <= LONG)
    .sort((one, other) => other.length - one.length);
  const any = longest.map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${any || '(?!)'})(?![\\p{L}\\p{N}])`, 'giu');
}
