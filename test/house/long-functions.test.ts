import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, it } from 'vitest';

/*
 * Who opens a file should understand it at first reading: long functions are rare, and each of the SDK says why it is long.
 */

/** Lines of a function at most. */
const limits = { 'sdk/src': 40, 'sandbox/src': 60 };

interface LongFunction {
  readonly name: string;
  readonly lines: number;
  /** The comment above it. */
  readonly comment: string;
}

function longFunctions(file: string, source: string, limit: number): LongFunction[] {
  const { program, comments } = parseSync(file, source);
  const lineOf = (position: number) => source.slice(0, position).split('\n').length;
  const found: LongFunction[] = [];
  const look = (node: { start: number; end: number; id?: { name: string } | null }): void => {
    const lines = lineOf(node.end) - lineOf(node.start) + 1;
    if (lines <= limit) return;
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

async function longFunctionsIn(folder: keyof typeof limits): Promise<LongFunction[]> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(80);
  const found: LongFunction[] = [];
  for (const file of files)
    found.push(...longFunctions(file, await readFile(join(folder, file), 'utf8'), limits[folder]));
  return found.sort((one, other) => (one.name < other.name ? -1 : 1));
}

it('functions of the SDK of more than 40 lines say why they are long', async () => {
  const long = await longFunctionsIn('sdk/src');
  expect(long.map(({ name }) => name)).toEqual([
    'calls/run.ts: runLimited',
    'elements/external.ts: embedForm',
    'elements/frame.ts: openFrame',
  ]);
  for (const { name, comment } of long) expect(comment, name).toMatch(/closure|long/i);
});

it('functions of the sandbox of more than 60 lines are these', async () => {
  const long = await longFunctionsIn('sandbox/src');
  expect(long.map(({ name }) => name)).toEqual([
    'hosts/command/cli.ts: main',
    'hosts/command/cli.ts: runStart',
    'sandbox/sandbox.ts: replayingSandbox',
    'sandbox/workspace-view.ts: toWorkspace',
    'served/inspector/life.ts: toLife',
    'service/domain/catalogue/cart.ts: checkCart',
    'service/domain/contracts/signup.ts: cartSubscriptions',
    'service/domain/orders/order-creation.ts: createOrder',
    'service/domain/orders/order-preview.ts: presented',
    'service/http/middleware/validate-input.ts: check',
    'service/http/routes/control/control-stream.ts: readable',
    'service/http/routes/rest/catalogue-kind.ts: catalogueRoutes',
    'service/http/routes/rest/exports.ts: exportsAt',
    'service/simulation/stores/example-receipts.ts: exampleReceipts',
    'service/snapshot/parts.ts: readParts',
  ]);
});
