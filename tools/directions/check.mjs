// The step `directions` of `npm run check`: imports go in the directions of rules.mjs, in no circle of files or folders.
// `node tools/directions/check.mjs` also writes the drawing of imports in docs/architecture.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { domain, forbidden, http, rooms, service } from './rules.mjs';

const page = 'docs/architecture.md';
const drawing = /(?<=<!-- imports: made by tools\/directions\/check\.mjs -->\n\n```\n)[\s\S]*?(?=```\n)/;

/** @param {string} baseDir has `sandbox/src` and `sdk/src` */
async function imports(baseDir) {
  const { output } = await cruise(
    ['sandbox/src', 'sdk/src'],
    {
      baseDir,
      validate: true,
      ruleSet: { forbidden },
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '^virtual:' },
    },
    { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
    { tsConfig: extractTSConfig(fileURLToPath(new URL('tsconfig.json', import.meta.url))) },
  );
  return output;
}

/** The imports and circles in a wrong direction, each with its rule. */
export const wrongDirections = async (baseDir) => violationsIn(await imports(baseDir));

const violationsIn = ({ summary }) =>
  summary.violations.map(({ rule, from, to, cycle }) => ({
    from,
    rule: rule.name,
    problem: `${from} → ${cycle ? cycle.map(({ name }) => name).join(' → ') : to}: ${comments.get(rule.name)}`,
  }));

const comments = new Map(forbidden.map(({ name, comment }) => [name, comment]));

/** Each room with the rooms that it imports, from the top down. */
function drawn(modules, folder, lines) {
  const names = lines.flatMap((line) => line.split(' '));
  const room = (path) => (path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split('/')[0] : '');
  const width = Math.max(...names.map((name) => name.length));
  const rows = names.map((name) => {
    const files = modules.filter(({ source }) => room(source) === name);
    const imported = new Set(
      files.flatMap(({ dependencies }) => dependencies.map((to) => room(to.resolved))),
    );
    const others = names.filter((other) => other !== name && imported.has(other));
    return `  ${name.padEnd(width)} ${others.length > 0 ? `─► ${others.join(' ')}` : ''}`.trimEnd();
  });
  return [folder, ...rows, ''].join('\n');
}

export async function checkDirections({ write = false } = {}) {
  const result = await imports(process.cwd());
  const text = readFileSync(page, 'utf8');
  const folders = { '': rooms, '/service': service, '/service/http': http, '/service/domain': domain };
  const sections = Object.entries(folders).map(([name, lines]) =>
    drawn(result.modules, `sandbox/src${name}`, lines),
  );
  const fresh = text.replace(drawing, () => sections.join('\n'));
  if (write) writeFileSync(page, fresh);
  const problems = violationsIn(result).map(({ problem }) => problem);
  if (fresh !== text && !write)
    problems.push(`${page}: run \`node tools/directions/check.mjs\` to draw the imports`);
  return { summary: `${result.summary.totalDependenciesCruised} imports`, problems };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { summary, problems } = await checkDirections({ write: true });
  console.log([summary, ...problems].join('\n'));
  if (problems.length > 0) process.exitCode = 1;
}
