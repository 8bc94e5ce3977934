// The table of docs/reliability.md: how many changes of the code the tests notice, by folder. A row says how many files of
// the folder it stands for, and stays until as many have been measured again.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const store = '.cache/mutation/scores.json';
const page = 'docs/reliability.md';
const [begin, end] = ['<!-- mutation scores -->', '<!-- end of mutation scores -->'];

/** The folder that a row stands for: two levels of the domain and of HTTP, one of anything else. */
const folderOf = (file) => {
  const parts = dirname(file).split('/');
  return parts
    .slice(0, parts[3] === 'domain' || parts[3] === 'http' ? 5 : parts[2] === 'service' ? 4 : 3)
    .join('/');
};

function rowOf(folder, files, scores) {
  const measured = files.filter((file) => file in scores).map((file) => scores[file]);
  const noticed = measured.reduce((sum, one) => sum + one.noticed, 0);
  const all = noticed + measured.reduce((sum, one) => sum + one.missed, 0);
  const score = all === 0 ? '–' : `${((100 * noticed) / all).toFixed(1)} %`;
  return `| \`${folder}\` | ${measured.length} of ${files.length} | ${all} | ${noticed} | ${score} |`;
}

/** @param {Record<string, string>} rows by folder */
const table = (rows) =>
  [
    begin,
    '| Folder | Files measured | Changes | Noticed | Score |',
    '|---|---|---|---|---|',
    ...Object.keys(rows)
      .sort()
      .map((folder) => rows[folder]),
    end,
  ].join('\n');

/**
 * @param {Record<string, { noticed: number, missed: number }>} fresh by file
 * @param {string[]} sources every source file there is
 */
export function updateScores(fresh, sources) {
  const known = { ...(existsSync(store) && JSON.parse(readFileSync(store, 'utf8'))), ...fresh };
  const scores = Object.fromEntries(
    sources.filter((file) => file in known).map((file) => [file, known[file]]),
  );
  mkdirSync(dirname(store), { recursive: true });
  writeFileSync(store, JSON.stringify(scores, undefined, 1));

  const text = readFileSync(page, 'utf8');
  const [before, , after] = text.split(new RegExp(`(${begin}[^]*${end})`));
  const written = [...text.matchAll(/^\| `([^`]+)` \| (\d+) of .*$/gm)];
  const rows = {};
  for (const folder of new Set(sources.map(folderOf))) {
    const files = sources.filter((file) => folderOf(file) === folder);
    const [row, , before = 0] = written.find(([, name]) => name === folder) ?? [];
    const measured = files.filter((file) => file in scores).length;
    const line = measured > 0 && measured >= Number(before) ? rowOf(folder, files, scores) : row;
    if (line !== undefined) rows[folder] = line;
  }
  writeFileSync(page, `${before}${table(rows)}${after}`);
}
