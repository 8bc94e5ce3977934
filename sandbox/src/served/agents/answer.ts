/*
 * The writer of answers. A tool says its own words by `line`, and what stands in them from the state, a request or a receiver
 * is quoted there: no text of others begins a line, ends one or is taken for the tool's own words.
 */

/** Characters of the longest answer: about 1,000 tokens. */
export const MAX_ANSWER = 4_000;

/** Characters of the longest text of others in a line. */
const MAX_VALUE = 200;

/** Characters of the longest line. */
const MAX_LINE = 3_000;

/** A part of an answer in the words of the tools. */
export class Line {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

declare const written: unique symbol;
/** An answer of a tool. Only this file makes one. */
export type Answer = string & { readonly [written]: true };

type Value = Line | string | number | undefined;

/** Ids, amounts and times. */
const PLAIN = /^(?:[0-9a-f]{24}|-?\d[\d.:TZ -]*)$/;

/** Codes, statuses, events and paths: one word says nothing to anybody in the middle of a line. */
const MAX_WORD = 100;
const WORD = /^\/?[\w.-]+(?:\/[\w.-]+)*$/;

/**
 * A line of the tool's own words; a string in it is quoted unless it is an id, a time or, after the beginning, one word. The
 * build leaves the letters of a tagged template as they are: those beyond ASCII are escape sequences.
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

/** A text of this package: of its guides, its operations, its event catalogue. */
export const own = (text: string): Line => new Line(text);

/** Line breaks that JSON leaves as they are. */
const json = (value: unknown): string =>
  (JSON.stringify(value) ?? 'null').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

const shortened = (text: string, length: number) =>
  text.length <= length ? text : `${text.slice(0, length)}…`;

/** A text that others wrote, as data: it is quoted, and has an end. */
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

/** A sentence of the service, which may repeat what others wrote; operations that the tools do not call are named as tools. */
export const sentence = (text: string): Line =>
  quoted(
    text.replace(
      /[A-Z]+ \/sandbox\/\w+(?:\/next)?(?![\w/])/g,
      (operation) => byTools[operation] ?? operation,
    ),
    800,
  );

/** A body or a rule as JSON: an object as it is, of which the beginning is shown, any other text quoted. */
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

/** Lines of an answer, of which the first ones are shown, and a hint what comes next. */
export function page(lines: readonly Line[], next: Line, { skip = 0, take = 25, more = '' } = {}): Answer {
  const shown = lines.slice(skip, skip + take).map(({ text }) => shortened(text, MAX_LINE));
  const left = lines.length - skip - shown.length;
  const rest = left > 0 ? [`… ${left} more${more === '' ? '' : `: ${more}`}`] : [];
  return [...(shown.length === 0 ? ['Nothing.'] : shown), ...rest, `Next: ${next.text}`].join('\n') as Answer;
}

/** A text of this package, or one that quotes what others wrote in a language of its own, such as a test. */
export const asAnswer = (text: string): Answer => text as Answer;

/** A text that is cut where an answer ends. */
export function cut(text: string, length: number, hint: string): Answer {
  return asAnswer(
    text.length <= length
      ? text
      : `${text.slice(0, length)}\n… cut after ${length} of ${text.length} characters: ${hint}`,
  );
}

/** `2026-01-15 10:00` */
export const shortTime = (timestamp: string): string => timestamp.slice(0, 16).replace('T', ' ');
