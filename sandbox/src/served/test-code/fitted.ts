/** Maximum length of a line. */
export const WIDTH = 120;

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Breaks a long statement within its outermost object or list, like a formatter. */
export function fitted(line: string, indent = ''): string[] {
  if (indent.length + line.length <= WIDTH) return [indent + line];
  const groups = findGroups(line).filter(({ open }) => open !== '(');
  const depth = Math.min(...groups.map((one) => one.depth));
  const [group] = groups.filter((one) => one.depth === depth).sort(longest);
  if (group === undefined || group.end - group.start <= 1) return brokenText(line, indent);
  const bounds = [group.start, ...group.commas, group.end];
  const parts = bounds.slice(1).map((end, at) => line.slice((bounds[at] ?? 0) + 1, end).trim());
  return [
    indent + line.slice(0, group.start + 1),
    ...parts.filter((part) => part !== '').flatMap((part) => fitted(`${part},`, `${indent}  `)),
    indent + line.slice(group.end),
  ];
}

/** A long text of a field, item or argument as a concatenation of parts. */
function brokenText(line: string, indent: string): string[] {
  const [, name = '', text = '', comma = ''] = /^((?:[\w$]+: )?)'((?:[^'\\]|\\.)*)'(,?)$/.exec(line) ?? [];
  if (text === '') return [indent + line];
  const inner = name === '' ? indent : `${indent}  `;
  const room = WIDTH - inner.length - "'' +".length;
  const parts = [''];
  // An escape sequence is not split.
  for (const unit of text.match(/\\u.{4}|\\?./gsu) ?? []) {
    if ((parts.at(-1) ?? '').length + unit.length > room) parts.push('');
    parts[parts.length - 1] += unit;
  }
  const lines = parts.map((part, at) => `${inner}'${part}'${at < parts.length - 1 ? ' +' : comma}`);
  return name === '' ? lines : [`${indent}${name.trimEnd()}`, ...lines];
}

/** A pair of brackets of a line. */
interface Group {
  readonly open: string;
  readonly depth: number;
  readonly start: number;
  end: number;
  readonly commas: number[];
}

const longest = (one: Group, other: Group) => other.end - other.start - (one.end - one.start);

/** Returns the brackets of a line and the commas directly within, ignoring strings and comments. */
function findGroups(line: string): Group[] {
  const groups: Group[] = [];
  const open: Group[] = [];
  let quote = '';
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (quote !== '') {
      if (character === '\\') at += 1;
      else if (character === quote) quote = '';
    } else if (/['"`]/.test(character)) quote = character;
    else if (line.startsWith('//', at)) break;
    else if (character in CLOSING) {
      const group = { open: character, depth: open.length, start: at, end: at, commas: [] };
      groups.push(group);
      open.push(group);
    } else if (character === CLOSING[open.at(-1)?.open ?? '']) {
      const group = open.pop();
      if (group !== undefined) group.end = at;
    } else if (character === ',') open.at(-1)?.commas.push(at);
  }
  return groups;
}
