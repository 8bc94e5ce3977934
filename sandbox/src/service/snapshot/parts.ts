import { JSONParser, TokenType } from '@streamparser/json';
import { invalid, Problem } from '../domain/basics/problem.ts';
import { nextSlice } from '../state/time-slices.ts';

/** Maximum size of a part in bytes: the content of an export file is a single string. */
const MAX_BYTES = 10_000_000;

/** Maximum number of values in a part: properties, elements and their names. */
const MAX_VALUES = 200_000;

/** Maximum nesting depth of objects and lists. */
const MAX_DEPTH = 40;

/** Bytes read before yielding to the event loop. */
const SLICE = 65_536;

const OPENING: readonly TokenType[] = [TokenType.LEFT_BRACE, TokenType.LEFT_BRACKET];
const CLOSING: readonly TokenType[] = [TokenType.RIGHT_BRACE, TokenType.RIGHT_BRACKET];
const BETWEEN: readonly TokenType[] = [...CLOSING, TokenType.COLON, TokenType.COMMA, TokenType.SEPARATOR];

/** A value within a JSON text. */
export interface Part {
  /** The path to the value. */
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

/** The parts to read from a text, and the names for its errors. */
interface Reading {
  /** JSONPaths of the parts, such as `$.Collections.*.*`. */
  readonly paths: readonly string[];
  /** The separator between several texts. */
  readonly separator?: string;
  /** The field at which the reader stands. @param line number of the text, where there are several */
  readonly where: (line: number) => string;
  /** The error for a text that is not JSON. Default: a Problem 422. */
  readonly notJson?: Problem;
}

/**
 * Streams parts of JSON in slices, so that large input does not block the event loop; nothing is read after the first
 * mistake.
 *
 * @throws Problem 422 for invalid JSON, or a part that exceeds a limit
 */
export async function* readParts(
  chunks: AsyncIterable<Uint8Array>,
  { paths, separator, where, notJson }: Reading,
): AsyncGenerator<Part> {
  const parser = new JSONParser({
    paths: [...paths],
    keepStack: false,
    ...(separator === undefined ? {} : { separator }),
  });
  const parts: Part[] = [];
  // The start of the part, in bytes of the whole.
  let [start, last] = [0, 0];
  // Values of the part, and of what is no part: parts that have come count no more.
  let values = 0;
  // The number of values before each open object and list, and before the last value.
  const opened: number[] = [];
  let before = 0;
  let line = 1;
  const refuseLong = (end: number) => {
    if (end - start > MAX_BYTES) throw invalid(where(line), `has more than ${MAX_BYTES} characters`);
  };
  let text: unknown;
  parser.onToken = ({ token, value, offset }) => {
    refuseLong(offset);
    // The parser would replace the prototype of what it reads.
    if (token === TokenType.COLON && text === '__proto__')
      throw invalid(where(line), 'has a property "__proto__", which no sandbox writes');
    text = value;
    last = offset;
    if (token === TokenType.SEPARATOR) {
      start = offset + 1;
      line += 1;
    }
    if (CLOSING.includes(token)) before = opened.pop() ?? 0;
    else if (!BETWEEN.includes(token)) {
      before = values;
      values += 1;
      if (OPENING.includes(token)) opened.push(before);
    }
    if (values > MAX_VALUES) throw invalid(where(line), `has more than ${MAX_VALUES} values`);
    if (opened.length > MAX_DEPTH) throw invalid(where(line), `is nested deeper than ${MAX_DEPTH} levels`);
  };
  parser.onValue = ({ value, key, stack }) => {
    // The first entry of the stack is the text itself.
    const path = stack.length === 0 ? [] : [...stack.slice(1).map((outer) => outer.key), key];
    parts.push({ path: path as Part['path'], value });
    values = before;
    if (separator === undefined) start = last;
  };
  parser.onError = (error) => {
    throw error instanceof Problem ? error : (notJson ?? invalid(where(line), 'expected a JSON object'));
  };
  let read = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += SLICE) {
      // A text that does not end is no token yet.
      refuseLong(read - SLICE);
      const slice = chunk.subarray(at, at + SLICE);
      read += slice.length;
      parser.write(slice);
      yield* parts.splice(0);
      await nextSlice();
    }
  }
  if (!parser.isEnded) parser.end();
  yield* parts.splice(0);
}
