import { OF_FIXTURES, TOKEN } from '../../service/model/placeholder.ts';
import type { SessionFile } from '../../service/model/session.ts';
import { quoted } from './literal.ts';

/** Matches a value that differs in each run but must be present. */
const ANY = 'expect.any(String)';
/** A field with a random code that is shorter than a token. */
const RANDOM = 'ReferenceCode';
/** Secrets, and digits that could be a card number, as the recording writes them. */
const HIDDEN = /\*\*\*|\u2026/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:/;

/** The JSON of a response, unless it is invalid or truncated, by a fault or by the recording. */
export function answerBody({ Rows }: SessionFile, row: number): unknown {
  const { Request, Answer } = Rows.find(({ Row }) => Row === row) ?? {};
  if (Request?.Fault?.includes('truncate') === true) return undefined;
  try {
    return JSON.parse(Answer?.Body ?? '');
  } catch {
    return undefined;
  }
}

/**
 * Writes an expected response: values of earlier responses as variables, and new or secret ones as any value.
 *
 * @param known expressions for values of earlier responses
 */
export function expectedText({ BaseUrl, Start }: SessionFile, known: ReadonlyMap<string, string>) {
  return (text: string, name: string): string => {
    const earlier = known.get(text);
    if (earlier !== undefined) return earlier;
    if (name === RANDOM) return ANY;
    const tokens = (text.match(TOKEN) ?? []).filter((token) => !OF_FIXTURES.test(token));
    const isLink = [BaseUrl, Start.PagesUrl].some((url) => url !== undefined && text.includes(url));
    const isNow = Start.Clock === undefined && INSTANT.test(text);
    return tokens.length > 0 || isLink || isNow || HIDDEN.test(text) ? ANY : quoted(text);
  };
}

/** Records the position of each id in the responses; its first occurrence counts. */
export function noteIds(answer: unknown, path: string, known: Map<string, string>): void {
  if (typeof answer === 'object' && answer !== null) {
    for (const [name, value] of Object.entries(answer)) noteIds(value, path + member(name), known);
  } else if (typeof answer === 'string' && answer.match(TOKEN)?.[0] === answer && !OF_FIXTURES.test(answer)) {
    if (!known.has(answer)) known.set(answer, path);
  }
}

/** A JavaScript member access. */
export function member(name: string): string {
  if (/^\d+$/.test(name)) return `[${name}]`;
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${quoted(name)}]`;
}
