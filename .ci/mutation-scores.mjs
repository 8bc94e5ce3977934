// The table of docs/reliability.md: how many changes of the code the tests notice, by folder. A row is written once every
// file of its folder has been measured, and stays until they all are again.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const store = '.cache/mutation/scores.json';
const page = 'docs/reliability.md';
const [begin, end] = ['<!-- mutation scores -->', '<!-- end of mutation scores -->'];

const read = (file, otherwise) => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return otherwise;
    throw error;
  }
};

/** The folder that a row stands for: two levels of the domain, one of anything else. */
const folderOf = (file) => {
  const parts = dirname(file).split('/');
  return parts.slice(0, parts[2] === 'domain' ? 4 : 3).join('/');
};

function rowOf(folder, scores) {
  const noticed = scores.reduce((sum, one) => sum + one.noticed, 0);
  const missed = scores.reduce((sum, one) => sum + one.missed, 0);
  const score = noticed + missed === 0 ? '–' : `${((100 * noticed) / (noticed + missed)).toFixed(1)} %`;
  return `| \`${folder}\` | ${noticed + missed} | ${noticed} | ${score} |`;
}

/** @param {Record<string, string>} rows by folder */
const table = (rows) =>
  [
    begin,
    '| Folder | Changes | Noticed | Score |',
    '|---|---|---|---|',
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
  const known = { ...JSON.parse(read(store, '{}')), ...fresh };
  const scores = Object.fromEntries(
    sources.filter((file) => file in known).map((file) => [file, known[file]]),
  );
  mkdirSync(dirname(store), { recursive: true });
  writeFileSync(store, JSON.stringify(scores, undefined, 1));

  const text = readFileSync(page, 'utf8');
  const [before, , after] = text.split(new RegExp(`(${begin}[^]*${end})`));
  const folders = new Set(sources.map(folderOf));
  const written = [...text.matchAll(/^\| `([^`]+)` .*$/gm)].map(([row, folder]) => [folder, row]);
  const rows = Object.fromEntries(written.filter(([folder]) => folders.has(folder)));
  for (const folder of new Set(Object.keys(fresh).map(folderOf))) {
    const files = sources.filter((file) => folderOf(file) === folder);
    if (files.every((file) => file in scores))
      rows[folder] = rowOf(
        folder,
        files.map((file) => scores[file]),
      );
  }
  writeFileSync(page, `${before}${table(rows)}${after}`);
}
