import { readFile, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import {
  type StoreStateMeaning,
  storeStates,
} from '../../../../sandbox/src/service/domain/records/stores.ts';
import { stores } from './shop.ts';

const FILE = 'docs/in-app-purchase.md';
const MARKS = /<!-- states -->\n[\s\S]*<!-- \/states -->/;

/** The states and what they make of a contract, as the table of the documentation. */
function table(): string {
  const rows = Object.entries<StoreStateMeaning>(storeStates).map(([state, meaning]) => {
    const status = meaning.LifecycleStatus.map((one) => `\`${one}\``).join(', in a trial ');
    const said = stores.map((type) => meaning.Said[type] ?? '–');
    return `| ${[`\`${state}\``, meaning.Meaning, status, meaning.EndDate, ...said].join(' | ')} |`;
  });
  const head = ['State', 'Meaning', 'Contract', '`EndDate`', ...stores.map((type) => `${type} says`)];
  return [`| ${head.join(' | ')} |`, `|${head.map(() => '---|').join('')}`, ...rows].join('\n');
}

it('the table of states in docs/in-app-purchase.md matches the code', async () => {
  const before = await readFile(FILE, 'utf8');
  expect(before).toMatch(MARKS);
  const after = before.replace(MARKS, () => `<!-- states -->\n${table()}\n<!-- /states -->`);
  // Written here and checked in CI, as the coverage of the specification is.
  if (process.env['CI'] === undefined && after !== before) await writeFile(FILE, after);
  else expect(before).toBe(after);
});
