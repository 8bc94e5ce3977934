import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, it } from 'vitest';

/*
 * Who opens a file of the SDK should understand it at first reading: long functions are rare, and each says why it is long.
 */

const folder = 'sdk/src';
const MAX_LINES = 40;

interface LongFunction {
  readonly name: string;
  readonly lines: number;
  /** The comment above it. */
  readonly comment: string;
}

function longFunctions(file: string, source: string): LongFunction[] {
  const { program, comments } = parseSync(file, source);
  const lineOf = (position: number) => source.slice(0, position).split('\n').length;
  const found: LongFunction[] = [];
  const look = (node: { start: number; end: number; id?: { name: string } | null }): void => {
    const lines = lineOf(node.end) - lineOf(node.start) + 1;
    if (lines <= MAX_LINES) return;
    const above = comments.filter(({ end }) => {
      const between = source.slice(end, node.start).replace(/export|default|async|const \w+ =/g, '');
      return end <= node.start && between.trim() === '';
    });
    const comment = above.map(({ value }) => value).join('\n');
    found.push({ name: `${file}: ${node.id?.name ?? 'a function'}`, lines, comment });
  };
  new Visitor({
    FunctionDeclaration: look,
    FunctionExpression: look,
    ArrowFunctionExpression: look,
  }).visit(program);
  return found;
}

it('functions of more than 40 lines say why they are long', async () => {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(80);
  const long: LongFunction[] = [];
  for (const file of files) long.push(...longFunctions(file, await readFile(join(folder, file), 'utf8')));
  expect(long.map(({ name }) => name).sort()).toEqual([
    'calls/run.ts: runLimited',
    'elements/external.ts: embedForm',
    'elements/frame.ts: openFrame',
  ]);
  for (const { name, comment } of long) expect(comment, name).toMatch(/closure|long/i);
});
