// Plain English, as far as a machine sees it: words and turns that readers have to translate, British spellings of words
// that the API spells otherwise, and sentences that nobody reads to their end. `npm run check` runs it.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Longest sentence of a page, in words. */
const MAX_WORDS = 40;

/** What is searched for, and what to write instead. */
const turns = [
  [/\b(?:tells|told|telling)\b/i, 'says, reports, shows, notifies, or the event that is sent'],
  [/\bgives? back\b|\bgave back\b|\bgiven back\b|\bgiving back\b/i, 'credits, refunds, returns'],
  [/\band its kin\b/i, 'and similar'],
  [/\bwho wonders\b/i, 'if you see'],
  [/\b(?:could|can) not be had\b/i, 'could not be loaded'],
  [/\bis no JSON\b/i, 'invalid JSON'],
  [/\bfor who\b/i, 'for users who'],
  [/\bbecomes of\b/i, 'what happens to'],
  [/\bgoes? its own way\b|\bsays? goodbye\b/i, 'name what happens'],
  [/\bcancell(?:ed|ing)\b/i, 'canceled, canceling'],
  [/\bcome in any case\b/i, 'are case-insensitive'],
  [/\bstrayed\b/i, 'name what happened'],
  [/\bwhoever\b/i, 'anyone who'],
];

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);

/** Pages that people read. The specification's own words are quoted where they are generated. */
const pages = () =>
  git('ls-files', '--cached', '--others', '--exclude-standard', '*.md').filter(
    (file) => !/^(?:\.changeset|\.github|test)\//.test(file) && file !== 'docs/spec-coverage.md',
  );

/** Comments and texts of the packages. */
const sources = () =>
  git('ls-files', '--cached', '--others', '--exclude-standard', 'sdk/src', 'sandbox/src', 'examples').filter(
    (file) => /\.(?:tsx?|js|html)$/.test(file),
  );

const tests = () =>
  git('ls-files', '--cached', '--others', '--exclude-standard', 'test').filter((file) =>
    file.endsWith('.ts'),
  );

/** Titles that begin on the line of their `it` or `describe`, or on the line after a table of cases. */
const title = /(?:\b(?:it|test|describe)(?:\.\w+)*\(|\]\)\()\s*(['"`])(?<words>.*?)\1/;

/** What readers see of a test that fails: its title. Comments and texts of a test belong to its case. */
const titlesOf = (text) =>
  text
    .split('\n')
    .map((line) => title.exec(line)?.groups?.['words'] ?? '')
    .join('\n');

/** The prose of a page: no code, no tables, no links' targets; paragraphs by the line on which they begin. */
function paragraphsOf(text) {
  const found = [];
  let isCode = false;
  let paragraph;
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trimStart().startsWith('```')) isCode = !isCode;
    const isProse = !isCode && !/^\s*(?:```|\||#|<|\[[^\]]+\]:)/.test(line) && line.trim() !== '';
    if (!isProse) paragraph = undefined;
    else if (paragraph === undefined || /^\s*(?:[-*]|\d+\.)\s/.test(line)) {
      paragraph = { line: at + 1, text: line };
      found.push(paragraph);
    } else paragraph.text += ` ${line.trim()}`;
  }
  return found;
}

function longSentences(file, text) {
  return paragraphsOf(text).flatMap(({ line, text: prose }) =>
    prose
      .replace(/`[^`]*`/g, 'code')
      .replace(/(?:\[[^\]]*\]\([^)]*\)(?:, )?){3,}/g, 'links')
      .replace(/\]\([^)]*\)/g, ']')
      .split(/[.!?:;](?=\s|$)/)
      .map((sentence) => sentence.split(/\s+/).filter((word) => /\w/.test(word)))
      .filter((words) => words.length > MAX_WORDS)
      .map(
        (words) => `${file}:${line}: a sentence of ${words.length} words: "${words.slice(0, 8).join(' ')} …"`,
      ),
  );
}

function foundTurns(file, text) {
  return text
    .split('\n')
    .flatMap((line, at) =>
      turns
        .filter(([turn]) => turn.test(line))
        .map(([turn, instead]) => `${file}:${at + 1}: "${turn.exec(line)?.[0]}": write ${instead}`),
    );
}

/**
 * What readers have to translate or read twice in a file, each with its place. Sentences are measured in pages only, and of
 * tests the titles are read.
 */
export function languageProblems(file, text) {
  const found = foundTurns(file, file.startsWith('test/') ? titlesOf(text) : text);
  return file.endsWith('.md') ? [...found, ...longSentences(file, text)] : found;
}

/** The files that are read. */
export const filesRead = () => [...pages(), ...sources(), ...tests()];

export async function checkLanguage() {
  const files = filesRead();
  const problems = files.flatMap((file) => languageProblems(file, readFileSync(file, 'utf8')));
  return { summary: `${files.length} files`, problems };
}
