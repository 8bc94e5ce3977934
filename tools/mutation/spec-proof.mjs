// `npm run spec-proof -- [rules]`: shows that the tests of a rule notice when its code changes. test/spec/implementations.json
// names the function that implements each rule. It is changed in one place after another, and a test that names the rule
// must fail. First what decides whether a line runs, then every other change for the rules that are still open. Without
// rules all are tried: once for a release. Results go to test/spec/proofs.json.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { implementations, linesOf, proofsFile, readProofs } from '../../.ci/spec-implementations.mjs';
import { readRules, rulesNamedBy } from '../../.ci/spec-rules.mjs';
import { mutationsOf } from './mutation.mjs';

const rules = readRules();

/** The titles that name rules, as far as they are fixed text, with their files. */
function titlesByRule() {
  const titles = new Map(rules.map(({ id }) => [id, []]));
  const files = execFileSync('git', ['ls-files', 'test/**/*.test.ts', 'test/*/*.ts'], { encoding: 'utf8' });
  for (const file of new Set(files.split('\n').filter((name) => name.endsWith('.test.ts')))) {
    for (const [, title] of readFileSync(file, 'utf8').matchAll(/['"`](spec: [^'"`$%]+)/g)) {
      try {
        for (const id of rulesNamedBy(title, rules)) titles.get(id)?.push({ file, title });
      } catch {
        // A test about titles has some that name nothing.
      }
    }
  }
  return titles;
}

const titles = titlesByRule();
const wanted = process.argv.slice(2);
const chosen = rules.map(({ id }) => id).filter((id) => wanted.length === 0 || wanted.includes(id));
if (chosen.length === 0) {
  console.error(`No rule is named ${wanted.join(', ')}; test/spec/rules.json has them all.`);
  process.exit(1);
}

const places = new Map(chosen.map((id) => [id, linesOf(implementations[id])]));

/** What decides whether a line runs at all: most tests notice it, and there are few of them. */
const coarse = ['BlockStatement', 'ConditionalExpression', 'ArrowFunction', 'BooleanLiteral'];
const fine = [
  'ArithmeticOperator',
  'ArrayDeclaration',
  'AssignmentOperator',
  'EqualityOperator',
  'LogicalOperator',
  'MethodExpression',
  'ObjectLiteral',
  'OptionalChaining',
  'Regex',
  'StringLiteral',
  'UnaryOperator',
  'UpdateOperator',
];

/** Changes the functions of these rules, and keeps which of the changes their own tests notice. */
async function prove(ids, excludedMutations) {
  const lines = ids.map((id) => places.get(id)).map(({ file, first, last }) => `${file}:${first}-${last}`);
  const results = await mutationsOf([...new Set(lines)], {
    testFiles: [...new Set(ids.flatMap((id) => titles.get(id).map(({ file }) => file)))],
    mutator: { excludedMutations },
    disableBail: true,
    incremental: false,
  });
  const proofs = readProofs();
  for (const id of ids) {
    const { file, first, last } = places.get(id);
    const tried = results.filter(
      ({ fileName, location, status }) =>
        status !== 'Ignored' &&
        relative(process.cwd(), fileName) === file &&
        location.start.line >= first &&
        location.end.line <= last,
    );
    const noticed = tried.filter(
      ({ status, killedBy = [] }) =>
        status === 'Killed' &&
        titles.get(id).some(({ title }) => killedBy.some((test) => test.includes(title.trim()))),
    );
    console.log(
      `${noticed.length > 0 ? 'proved' : 'open  '}  ${id}  (${noticed.length} of ${tried.length} in ${implementations[id]})`,
    );
    if (noticed.length > 0) proofs[id] = `${noticed.length} of ${tried.length}`;
    else delete proofs[id];
  }
  const inOrder = rules.map(({ id }) => id).filter((id) => id in proofs);
  const kept = Object.fromEntries(inOrder.map((id) => [id, proofs[id]]));
  writeFileSync(proofsFile, `${JSON.stringify(kept, undefined, 2)}\n`);
  return ids.filter((id) => !(id in kept));
}

const rest = await prove(chosen, fine);
const open = rest.length > 0 ? await prove(rest, coarse) : [];
console.log(
  `${chosen.length - open.length} of ${chosen.length} rules are proved by a change that their own test notices.`,
);
process.exitCode = open.length > 0 ? 1 : 0;
