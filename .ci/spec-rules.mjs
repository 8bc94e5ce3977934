// The rules of the specification (test/spec/rules.json) and the test titles that name them.
import { readFileSync } from 'node:fs';
import { closest } from 'fastest-levenshtein';

/** @typedef {{ id: string, section: string, text: string }} Rule */

/** @returns {Rule[]} */
export function readRules(file = 'test/spec/rules.json') {
  return JSON.parse(readFileSync(file, 'utf8')).flatMap(({ section, rules }) =>
    Object.entries(rules).map(([name, text]) => ({ id: `${section} ${name}`.trim(), section, text })),
  );
}

const key = (id) => id.trim().replace(/\s+/g, ' ').toLowerCase();

/**
 * The rules that a test title names: `spec: <id>[, <id> …] — what is shown`. In a list the section may be left out
 * (`spec: Behaviour rules 1, 2`). Titles that do not begin with `spec:` name none.
 *
 * @param {string} title of a test or of a `describe` around it
 * @param {Rule[]} rules
 * @returns {string[]} ids
 * @throws when the title names a rule that does not exist, with the nearest one
 */
export function rulesNamedBy(title, rules) {
  const named = /^spec:\s*(.*)$/i.exec(title)?.[1];
  if (named === undefined) return [];
  const byKey = new Map(rules.map((rule) => [key(rule.id), rule]));
  let section = '';
  return named
    .split(/\s+[—–-]\s+|:\s+/, 1)[0]
    .split(/,\s+/)
    .map((part) => {
      const rule = byKey.get(key(part)) ?? byKey.get(key(`${section} ${part}`));
      if (rule === undefined) {
        const meant = /^\d/.test(part) ? `${section} ${part}` : part;
        const nearest = byKey.get(closest(key(meant), [...byKey.keys()]))?.id;
        throw new Error(
          `'${title}' names no rule of test/spec/rules.json; the nearest to '${part}' is '${nearest}'`,
        );
      }
      section = rule.section;
      return rule.id;
    });
}
