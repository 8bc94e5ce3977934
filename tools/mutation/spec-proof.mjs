// `npm run spec-proof -- [rules]`: shows that the tests of a rule notice when its code changes. test/spec/implementations.json
// names the places that implement each rule. They are changed in one spot after another, and a test that names the rule must
// fail. Results go to test/spec/proofs.json, and the survivors to .cache/spec-survivors.json.
//   npm run spec-proof                     all rules: once for a release
//   npm run spec-proof -- 'Errors 2'       one rule, or one section
//   npm run spec-proof -- --changed        rules whose places are not as they were when they were proved
//   npm run spec-proof -- --survivors cart what the last runs have left, without a run
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import {
  digestOf,
  originOf,
  placeOf,
  placesOf,
  positionOf,
  proofsFile,
  readProofs,
} from '../../.ci/spec-implementations.mjs';
import { readRules, rulesNamedBy } from '../../.ci/spec-rules.mjs';
import { mutationsOf } from './mutation.mjs';
import { removeProperties } from './removal.mjs';

const SURVIVORS = '.cache/spec-survivors.json';
const rules = readRules();

/** The titles that name rules, as far as they are fixed text, with their files. */
function titlesByRule() {
  const titles = new Map(rules.map(({ id }) => [id, []]));
  const files = execFileSync('git', ['ls-files', 'test/**/*.test.ts', 'test/*/*.ts'], { encoding: 'utf8' });
  for (const file of new Set(files.split('\n').filter((name) => name.endsWith('.test.ts')))) {
    for (const [, title] of readFileSync(file, 'utf8').matchAll(/['"`](spec: [^'"`$%]+)/g)) {
      try {
        for (const id of rulesNamedBy(title, rules)) titles.get(id)?.push({ file, title: title.trim() });
      } catch {
        // A test about titles has some that name nothing.
      }
    }
  }
  return titles;
}

const titles = titlesByRule();
const args = process.argv.slice(2);
const wanted = args.filter((arg) => !arg.startsWith('--'));
const proofs = readProofs();
const survivors = existsSync(SURVIVORS) ? JSON.parse(readFileSync(SURVIVORS, 'utf8')) : {};

const isWanted = ({ id, section }) =>
  (wanted.length === 0 || wanted.includes(id) || wanted.includes(section)) &&
  (!args.includes('--changed') || proofs[id]?.digest !== digestOf(placesOf(id)));

const chosen = rules.filter(isWanted).map(({ id }) => id);
if (chosen.length === 0) {
  console.log(
    args.includes('--changed')
      ? 'No rule has changed since it was proved.'
      : `No rule is named ${wanted.join(', ')}; test/spec/rules.json has them all.`,
  );
  process.exit(args.includes('--changed') ? 0 : 1);
}

/** Changes that leave everything as it was, with why. */
const equivalents = JSON.parse(readFileSync('test/spec/equivalent-changes.json', 'utf8')).map((one) => ({
  ...one,
  place: placeOf(one.in),
}));

const places = new Map(rules.map(({ id }) => [id, placesOf(id)]));

const offsetOf = ({ line, column }, text) =>
  text
    .split('\n')
    .slice(0, line - 1)
    .reduce((sum, one) => sum + one.length + 1, column - 1);

/** A change with its place as offsets, and the text that it replaces. */
function located({ fileName, location, mutatorName, replacement = '', status, killedBy = [] }) {
  const file = relative(process.cwd(), fileName);
  const content = readFileSync(file, 'utf8');
  const [start, end] = [offsetOf(location.start, content), offsetOf(location.end, content)];
  const was = content.slice(start, end);
  return { file, start, end, line: location.start.line, was, mutatorName, replacement, status, killedBy };
}

const isIn = (change) => (place) =>
  change.file === place.file && change.start >= place.start && change.end <= place.end;

const flat = (text) => text.replace(/\s+/g, ' ');

const isEquivalent = (change) =>
  equivalents.some(
    ({ place, was, becomes }) =>
      isIn(change)(place) && flat(change.was) === was && flat(change.replacement) === becomes,
  );

/** The rules of a table are its parts: what belongs to one of them belongs to the table, too. */
const isPartOf = (id, whole) => id !== whole && id.startsWith(`${whole} `);

/** Characters of the narrowest place of a rule that has the change in it. */
const widthOf = (id, change) =>
  Math.min(
    ...places
      .get(id)
      .filter(isIn(change))
      .map(({ start, end }) => end - start),
  );

/**
 * Whether the change belongs to this rule more than to any other: none counts it by a place that is as narrow, but tables
 * that this rule is a part of, and what says the same.
 */
const isOwn = (id, change) =>
  rules.every(
    (other) =>
      originOf(other.id) === originOf(id) ||
      isPartOf(id, other.id) ||
      isPartOf(other.id, id) ||
      widthOf(other.id, change) > widthOf(id, change),
  );

/** Changes the places of these rules, and keeps which of the changes their own tests notice. */
async function prove(ids) {
  removeProperties();
  const all = ids.flatMap((id) => places.get(id).map((place) => ({ id, place })));
  const range = (place) => [positionOf(place, place.start), positionOf(place, place.end)];
  const results = await mutationsOf(
    [
      ...new Set(
        all.map(({ place }) => {
          const [from, to] = range(place);
          return `${place.file}:${from.line}:${from.column}-${to.line}:${to.column}`;
        }),
      ),
    ],
    {
      testFiles: [...new Set(ids.flatMap((id) => titles.get(id).map(({ file }) => file)))],
      namedTests: all.map(({ id, place }) => {
        const [from, to] = range(place);
        return {
          file: place.file,
          from: { ...from, line: from.line - 1 },
          to: { ...to, line: to.line - 1 },
          titles: titles.get(id).map(({ title }) => title),
        };
      }),
      disableBail: true,
      ignoreStatic: false,
      incremental: false,
      concurrency: 1,
      warnings: { slow: false },
    },
  );
  const changes = results
    .filter(({ status }) => status !== 'Ignored')
    .map(located)
    .filter((change) => !isEquivalent(change));
  for (const id of ids) {
    const tried = changes.filter((change) => places.get(id).some(isIn(change)));
    const noticed = tried.filter(
      ({ status, killedBy }) =>
        status === 'Timeout' ||
        (status === 'Killed' &&
          titles.get(id).some(({ title }) => killedBy.some((test) => test.includes(title)))),
    );
    const own = noticed.filter((change) => isOwn(id, change)).length;
    const digest = digestOf(places.get(id));
    proofs[id] = { noticed: noticed.length, of: tried.length, own, digest };
    survivors[id] = tried
      .filter((change) => !noticed.includes(change))
      .map(({ file, line, was, mutatorName, replacement }) => [
        `${file}:${line}`,
        mutatorName,
        flat(was),
        flat(replacement),
      ]);
  }
  const inOrder = rules.map(({ id }) => id).filter((id) => id in proofs);
  writeFileSync(
    proofsFile,
    `${JSON.stringify(Object.fromEntries(inOrder.map((id) => [id, proofs[id]])), undefined, 2)}\n`,
  );
  execFileSync('node_modules/.bin/biome', ['format', '--write', proofsFile], { stdio: 'ignore' });
  mkdirSync('.cache', { recursive: true });
  writeFileSync(SURVIVORS, JSON.stringify(survivors, undefined, 1));
}

const cut = (text) => (text.length > 100 ? `${text.slice(0, 100)} …` : text);

if (!args.includes('--survivors')) await prove(chosen);
for (const id of chosen) {
  const { noticed = 0, of = 0, own = 0 } = proofs[id] ?? {};
  console.log(`${own > 0 ? 'proved' : 'open  '}  ${id}  (${noticed} of ${of} noticed, ${own} of its own)`);
  for (const [at, mutator, was, becomes] of survivors[id] ?? [])
    console.log(`          ${at}  ${mutator}: ${cut(was)}  →  ${cut(becomes)}`);
}
const sum = (key) => chosen.reduce((total, id) => total + (proofs[id]?.[key] ?? 0), 0);
const open = chosen.filter((id) => !(proofs[id]?.own > 0));
console.log(
  `${chosen.length - open.length} of ${chosen.length} rules are proved by a change of their own; ` +
    `${sum('noticed')} of ${sum('of')} changes are noticed.`,
);
process.exitCode = open.length > 0 ? 1 : 0;
