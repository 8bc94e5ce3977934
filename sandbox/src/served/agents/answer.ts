/*
 * The writer of responses. A tool writes its own words with `line`; texts from the state, a request or a receiver
 * are quoted there, so they cannot begin or end a line or be mistaken for the tool's own words.
 */

/** Maximum length of a response: about 1,000 tokens. */
export const MAX_ANSWER = 4_000;

/** Maximum length of a quoted text in a line. */
const MAX_VALUE = 200;

/** Maximum length of a line. */
const MAX_LINE = 3_000;

/** A part of a response in the tools' own words. */
export class Line {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

declare const written: unique symbol;
/** A response of a tool. Only this file creates one. */
export type Answer = string & { readonly [written]: true };

type Value = Line | string | number | undefined;

/** Ids, amounts and times. */
const PLAIN = /^(?:[0-9a-f]{24}|-?\d[\d.:TZ -]*)$/;

/** Codes, statuses, events and paths: a single word in the middle of a line cannot instruct anybody. */
const MAX_WORD = 100;
const WORD = /^\/?[\w.-]+(?:\/[\w.-]+)*$/;

/**
 * A line in the tool's own words; a string in it is quoted unless it is an id, a time or, after the beginning, one word. The
 * build does not change the characters of a tagged template: those beyond ASCII are escape sequences.
 */
export function line(raw: TemplateStringsArray, ...values: readonly Value[]): Line {
  return new Line(String.raw({ raw }, ...values.map((value, at) => shown(value, at === 0 && raw[0] === ''))));
}

function shown(value: Value, isFirst: boolean): string {
  if (value === undefined) return '';
  if (value instanceof Line) return value.text;
  if (
    typeof value === 'number' ||
    PLAIN.test(value) ||
    (!isFirst && value.length <= MAX_WORD && WORD.test(value))
  )
    return `${value}`;
  return quoted(value).text;
}

/** Parts in one line. */
export const joined = (parts: readonly (Line | string)[], separator = ', '): Line =>
  new Line(parts.map((part) => shown(part, false)).join(separator));

/** A text of this package: from its guides, operations or event catalogue. */
export const own = (text: string): Line => new Line(text);

/** `1 attempt`, `2 attempts` */
export const counted = (count: number, what: string): Line =>
  own(`${count} ${what}${count === 1 ? '' : 's'}`);

/** Line breaks that JSON does not escape. */
const json = (value: unknown): string =>
  (JSON.stringify(value) ?? 'null').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

const shortened = (text: string, length: number) =>
  text.length <= length ? text : `${text.slice(0, length)}…`;

/** A text by others, as data: quoted and limited in length. */
export const quoted = (text: string, length = MAX_VALUE): Line => new Line(json(shortened(text, length)));

/** The tools that replace control API operations named in the service's advice. */
const byTools: { readonly [operation: string]: string } = {
  'POST /sandbox/reset': 'reset',
  'PUT /sandbox/snapshot': 'restore',
  'GET /sandbox/catalog': 'catalog',
  'GET /sandbox/clock': 'clock',
  'DELETE /sandbox/faults': 'fault {clear: true}',
  'DELETE /sandbox/payments/next': 'next_payment {clear: true}',
};

/** A message of the service, which may contain texts by others; operations that the tools do not call are replaced by tools. */
export const sentence = (text: string): Line =>
  quoted(
    text.replace(
      /[A-Z]+ \/sandbox\/\w+(?:\/next)?(?![\w/])/g,
      (operation) => byTools[operation] ?? operation,
    ),
    800,
  );

/** A body or a rule as JSON: an object unquoted, with its beginning only; any other text quoted. */
export function data(value: unknown, length = MAX_LINE): Line {
  const parsed = typeof value === 'string' ? parsedObject(value) : value;
  return typeof parsed === 'string' ? quoted(parsed, length) : new Line(shortened(json(parsed), length));
}

function parsedObject(text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' ? parsed : text;
  } catch {
    return text;
  }
}

/** Lines of a response, limited to the first ones, with a hint how to get more. */
export function page(lines: readonly Line[], next: Line, { skip = 0, take = 25, more = '' } = {}): Answer {
  const shown = lines.slice(skip, skip + take).map(({ text }) => shortened(text, MAX_LINE));
  const left = lines.length - skip - shown.length;
  const rest = left > 0 ? [`… ${left} more${more === '' ? '' : `: ${more}`}`] : [];
  return [...(shown.length === 0 ? ['Nothing.'] : shown), ...rest, `Next: ${next.text}`].join('\n') as Answer;
}

/** A text of this package, or one that quotes texts by others in its own syntax, such as a test. */
export const asAnswer = (text: string): Answer => text as Answer;

/** A text truncated to the length of a response. */
export function cut(text: string, length: number, hint: string): Answer {
  return asAnswer(
    text.length <= length
      ? text
      : `${text.slice(0, length)}\n… cut after ${length} of ${text.length} characters: ${hint}`,
  );
}

/** `2026-01-15 10:00` */
export const shortTime = (timestamp: string): string => timestamp.slice(0, 16).replace('T', ' ');
