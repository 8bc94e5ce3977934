import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { type Path, written } from '../validation/mistakes.ts';
import { namedAsDefaults } from './any-case.ts';
import { mistakesIn } from './check.ts';
import type { Configuration } from './configuration.ts';

/** One mistake in a configuration file. */
export interface ConfigurationMistake {
  readonly line: number;
  readonly column: number;
  /** `Catalogue.PlanVariants[0].PlanId` */
  readonly path: string;
  readonly message: string;
}

/** A configuration file that cannot be used, with every mistake in it. */
export class ConfigurationError extends Error {
  readonly mistakes: readonly ConfigurationMistake[];

  constructor(file: string, mistakes: readonly ConfigurationMistake[]) {
    const lines = mistakes.map(
      ({ line, column, path, message }) =>
        `  ${file}:${line}:${column} ${path === '' ? '' : `${path}: `}${message}`,
    );
    super(
      [`${file} has ${mistakes.length === 1 ? 'a mistake' : `${mistakes.length} mistakes`}:`, ...lines].join(
        '\n',
      ),
    );
    this.name = 'ConfigurationError';
    this.mistakes = mistakes;
  }
}

/**
 * Reads a configuration file: JSON, in which comments are allowed.
 *
 * @param file its name, for messages
 * @throws ConfigurationError with line and path of every mistake
 */
export function readConfiguration(text: string, file: string): Configuration {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  if (errors.length > 0 || root === undefined) {
    const mistakes = (errors.length > 0 ? errors : [{ error: 4, offset: 0, length: 0 } as ParseError]).map(
      ({ error, offset }) => ({
        ...lineAndColumn(text, offset),
        path: '',
        message: `Invalid JSON: ${jsonProblem(printParseErrorCode(error))}`,
      }),
    );
    throw new ConfigurationError(file, mistakes.slice(0, 5));
  }
  const value: unknown = namedAsDefaults(getNodeValue(root));
  const found = [...mistakesIn(value)];
  if (found.length === 0) return value as Configuration;
  const placed = found.map((mistake) => ({ ...mistake, offset: findOffset(root, mistake.path) }));
  throw new ConfigurationError(
    file,
    placed
      .sort((a, b) => a.offset - b.offset)
      .map(({ path, message, offset }) => ({ ...lineAndColumn(text, offset), path: written(path), message })),
  );
}

const expectedTokens: { readonly [code: string]: string } = {
  PropertyNameExpected: 'a property name',
  ValueExpected: 'a value',
  ColonExpected: '":"',
  CommaExpected: '","',
  CloseBraceExpected: '"}"',
  CloseBracketExpected: '"]"',
  EndOfFileExpected: 'the end of the file',
};

/** Converts the parser's error code to words: `InvalidSymbol` is `invalid symbol`. */
function jsonProblem(code: string): string {
  const token = expectedTokens[code];
  if (token !== undefined) return `expected ${token}`;
  return code.replaceAll(/\B[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
}

/** Returns the position of a path from an error of the service: `Catalogue.PlanVariants[0].PlanId`. */
export function placeOfPath(text: string, path: string): { readonly line: number; readonly column: number } {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const parts = [...path.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map(([, name, at]) => name ?? Number(at));
  return lineAndColumn(text, root === undefined ? 0 : findOffset(root, parts));
}

/** Returns the offset of the value at a path, or of the object that lacks it. */
function findOffset(root: Node, path: Path): number {
  for (let length = path.length; length >= 0; length -= 1) {
    const node = findNodeAtLocation(root, [...path.slice(0, length)]);
    if (node !== undefined)
      return length === path.length && node.parent?.type === 'property' ? node.parent.offset : node.offset;
  }
  return 0;
}

function lineAndColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
