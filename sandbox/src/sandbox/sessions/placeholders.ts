import { invalid } from '../../service/domain/basics/problem.ts';
import { isSecret } from '../../service/http/wire/redacted-body.ts';
import { budgets } from '../../service/model/budgets.ts';
import { OF_FIXTURES, PLACEHOLDER, parsePlaceholder, TOKEN } from '../../service/model/placeholder.ts';

/** Replaces a secret that no response contained: it belongs to the merchant. */
const MERCHANTS_SECRET = 'stand-in-for-a-secret';
const SIGNING_SECRET = 'whsec_c3RhbmQtaW4gZm9yIGEgc2VjcmV0IG9mIHRoZSBtZXJjaGFudA==';

/** A text whose value belongs to a receiver or client of the merchant, and is created by no sandbox. */
const OF_MERCHANT = /secret|password|authorization|signature/i;

/**
 * Placeholders for ids, tokens and secrets in the requests of a session: `{{4.Id}}` is the `Id` in the response of row
 * 4.
 */
export class Placeholders {
  readonly #byValue = new Map<string, string>();
  /** From truncated responses. */
  readonly #lost = new Map<string, string>();
  readonly #replaceId: (id: string) => string | undefined;

  /** @param replaceId returns the row that created an id that no response contained */
  constructor(replaceId: (id: string) => string | undefined) {
    this.#replaceId = replaceId;
  }

  /**
   * Uses this placeholder for the value from now on, unless it already has one.
   *
   * @param isLost for a truncated response
   */
  add(value: string, placeholder: string, isLost = false): void {
    const known = isLost ? this.#lost : this.#byValue;
    if (!known.has(value)) known.set(value, placeholder);
  }

  /** Keeps the ids in this text unchanged from now on, unless they already have placeholders. */
  keep(text: string): void {
    for (const [token] of text.matchAll(TOKEN)) this.add(token, token);
  }

  /** Records the ids, tokens and secrets of a response. @param isLost for a truncated response */
  addAnswer(row: number, answer: unknown, isLost: boolean, path = ''): void {
    if (typeof answer === 'object' && answer !== null) {
      for (const [name, value] of Object.entries(answer))
        this.addAnswer(row, value, isLost, `${path}.${name}`);
    } else if (typeof answer === 'string') {
      const name = path.slice(path.lastIndexOf('.') + 1);
      if (isSecret(name)) this.add(answer, `{{${row}${path}}}`, isLost);
      for (const [at, token] of (answer.match(TOKEN) ?? []).entries())
        if (!OF_FIXTURES.test(token))
          this.add(token, `{{${row}${path}${token === answer ? '' : `~${at}`}}}`, isLost);
    }
  }

  /** A text with placeholders. @param name of the field or parameter */
  text(value: string, name = ''): string {
    const whole = this.#known(value);
    if (whole !== undefined) return whole;
    const replaced = this.within(value);
    if (replaced !== value || value === '' || !OF_MERCHANT.test(name) || !isSecret(name)) return replaced;
    return value.startsWith('whsec_') ? SIGNING_SECRET : MERCHANTS_SECRET;
  }

  /** A text with its ids and tokens replaced. */
  within(value: string): string {
    return value.replace(TOKEN, (token) => this.#known(token) ?? token);
  }

  #known(value: string): string | undefined {
    return this.#byValue.get(value) ?? this.#replaceId(value) ?? this.#lost.get(value);
  }

  /** A JSON value with placeholders. */
  json(value: unknown, name = ''): unknown {
    if (typeof value === 'string') return this.text(value, name);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => this.json(item, name));
    // All headers of a webhook may be secrets.
    const inHeaders = name === 'Headers' ? 'Authorization' : undefined;
    return Object.fromEntries(
      Object.entries(value).map(([field, item]) => [field, this.json(item, inHeaders ?? field)]),
    );
  }
}

/** Counts the values of placeholders before they are inserted: a short session may insert a long value thousands of times. */
export class PlaceholderBudget {
  #row = 0;
  #left: number = budgets.placeholdersOfSession;

  begin(): void {
    this.#row = 0;
  }

  /** @throws Problem 422 beyond the budget of a row or of the session */
  count(characters: number): void {
    this.#row += characters;
    this.#left -= characters;
    if (this.#row > budgets.placeholdersOfRow)
      throw invalid(
        'placeholders',
        `expected at most ${budgets.placeholdersOfRow} characters of values in a row`,
      );
    if (this.#left < 0)
      throw invalid(
        'placeholders',
        `expected at most ${budgets.placeholdersOfSession} characters of values in a session`,
      );
  }
}

/** Values known at each row of a session during replay. */
export interface Known {
  readonly budget: PlaceholderBudget;
  /** The response to a row, as JSON. */
  answer(row: number): unknown;
  /** An id that a row created; the first one is 1. */
  made(row: number, at: number): string | undefined;
  /** A secret of the account, by its owner. */
  secret(of: string): string | undefined;
}

/** A text with its placeholders replaced by their values; unchanged if the row has no such value. */
export function resolved(text: string, known: Known): string {
  return text.replace(PLACEHOLDER, (whole, place: string) => valueAt(place, known) ?? whole);
}

/** A JSON value with its placeholders replaced by their values. */
export function resolvedJson(value: unknown, known: Known): unknown {
  if (typeof value === 'string') return resolved(value, known);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => resolvedJson(item, known));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, resolvedJson(item, known)]));
}

function valueAt(text: string, known: Known): string | undefined {
  const place = parsePlaceholder(text);
  if (place.kind === 'Secret') return known.secret(place.of);
  if (place.kind === 'Made') return known.made(place.row, place.at);
  let value = known.answer(place.row);
  for (const name of place.path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  if (typeof value !== 'string') return undefined;
  known.budget.count(value.length);
  return place.token === undefined ? value : value.match(TOKEN)?.[place.token];
}
