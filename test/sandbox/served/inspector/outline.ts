/*
 * What a person gets from a part of the page, as text: a line for each block. `# ` and `## ` are headings, `[text](#/address)`
 * links, `{text}` buttons with their state, `<label: value>` fields, and ✓ … ✗ marks of what is good, waits or has failed.
 */

const blocks = new Set(
  'ARTICLE CAPTION DETAILS DIV DL FIELDSET FORM H1 H2 H3 HEADER LI OL P PRE SECTION SUMMARY TABLE TR UL'.split(
    ' ',
  ),
);
const begins: { readonly [tag: string]: string } = { H1: '# ', H2: '## ', H3: '### ', LI: '- ' };
const marks: { readonly [meaning: string]: string } = { ok: '✓', wait: '…', fail: '✗' };

const spaced = (text: string) => text.replace(/\s+/g, ' ');

/** What a reader with a screen reader, or with the mouse over it, gets besides the text. */
function stateOf(element: Element): string {
  const said: string[] = [];
  for (const name of [
    'aria-label',
    'title',
    'aria-pressed',
    'aria-expanded',
    'aria-current',
    'aria-sort',
    'role',
  ]) {
    const value = element.getAttribute(name);
    if (value === null || value === 'false') continue;
    said.push(
      name === 'aria-label' || name === 'title'
        ? value
        : name === 'role'
          ? value
          : `${name.slice(5)} ${value}`,
    );
  }
  if (element.hasAttribute('disabled')) said.push('disabled');
  for (const name of ['main', 'danger', 'number', 'minor', 'long', 'message'])
    if (element.classList.contains(name)) said.push(name);
  return said.filter(Boolean).join(', ');
}

function field(element: Element): string {
  const { type, value, checked } = element as HTMLInputElement;
  const label =
    element.getAttribute('aria-label') ??
    (element as HTMLInputElement).labels?.[0]?.textContent?.trim() ??
    '';
  if (element.tagName === 'SELECT') {
    const options = [...(element as HTMLSelectElement).options];
    return `<${label}: ${options.map(({ text, selected }) => `${selected ? '*' : ''}${text}`).join(' / ')}>`;
  }
  if (type === 'checkbox') return `<${checked ? '☑' : '☐'}>`;
  const kinds = [
    type === 'number' ? type : '',
    (element as HTMLInputElement).required ? 'required' : '',
  ].filter(Boolean);
  return `<${label}${kinds.length === 0 ? '' : ` (${kinds.join(', ')})`}: ${value}>`;
}

function inline(element: Element, text: string): string {
  const { tagName } = element;
  const state = stateOf(element);
  const told = state === '' ? '' : ` "${state}"`;
  if (tagName === 'A') {
    const href = element.getAttribute('href') ?? '';
    return `[${text}${href.includes(state) ? '' : told}](${href})`;
  }
  if (tagName === 'BUTTON') return `{${text}${told}}`;
  if (tagName === 'TIME') return text;
  const mark = element.classList.contains('mark')
    ? Object.entries(marks).find(([meaning]) => element.classList.contains(meaning))?.[1]
    : undefined;
  return mark === undefined ? `${text}${told}` : `${mark}${text}${told}`;
}

function outline(root: Element): readonly string[] {
  const lines: string[] = [];
  let line = '';
  const flush = () => {
    const text = spaced(line).trim();
    if (text !== '' && text !== '-') lines.push(text);
    line = '';
  };
  const textOf = (element: Element): string => {
    const before = line;
    line = '';
    for (const child of element.childNodes) walk(child);
    const text = line;
    line = before;
    return spaced(text);
  };
  const walk = (node: ChildNode): void => {
    if (node.nodeType === 3) line += node.textContent ?? '';
    if (node.nodeType !== 1) return;
    const element = node as Element;
    const { tagName } = element;
    if (tagName === 'SELECT' || tagName === 'INPUT' || tagName === 'TEXTAREA') line += field(element);
    else if (tagName === 'svg' || tagName === 'SVG') {
      const label = element.getAttribute('aria-label');
      if (label !== null) line += `(picture: ${label})`;
    } else if (tagName === 'TD' || tagName === 'TH') {
      const state = stateOf(element);
      line += `${line === '' ? '' : ' | '}${textOf(element).trim()}${state === '' || tagName === 'TD' ? '' : ` (${state})`}`;
    } else if (tagName === 'DT') line += `${textOf(element)}: `;
    else if (blocks.has(tagName)) {
      flush();
      line =
        tagName === 'SUMMARY'
          ? (element.parentElement as HTMLDetailsElement).open
            ? '▾ '
            : '▸ '
          : (begins[tagName] ?? '');
      if (element.classList.contains('row')) line += `${element.className.replace(/row group ?|row /, '')} `;
      if (element.classList.contains('message'))
        line += `${Object.entries(marks).find(([meaning]) => element.classList.contains(meaning))?.[1]} `;
      for (const child of element.childNodes) walk(child);
      flush();
    } else line += inline(element, textOf(element));
  };
  for (const child of root.childNodes) walk(child);
  flush();
  return lines;
}

const unknown: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{24}\b/g, '{id}'],
  [/…[0-9a-f]{6}\b/g, '…{id}'],
  [/X-Request-Id: \d+/g, 'X-Request-Id: {number}'],
  // Random letters depend on whose request came first.
  [/\b[A-Z]{4}-[A-Z]{4}\b/g, '{reference}'],
  [/\b\d+(\.\d)? ms(?![a-z])/g, '{ms}'],
  [/\b(request|task)-\d+\b/g, '{$1}'],
  [/blob:[\w:-]+/g, 'blob:{id}'],
  [/"webhook-timestamp": "\d+", "webhook-signature": "[^"]*"/g, '{signed}'],
];

/** Characters of a line: whole documents as JSON say no more. */
const LONGEST = 360;

/** The outline with ids as `{names}`, and without what differs each time. */
export function outlineOf(
  root: Element | null,
  ids: Readonly<Record<string, string>> = {},
): readonly string[] {
  if (root === null) return [];
  const known = Object.entries(ids);
  return outline(root).map((line) => {
    const named = known.reduce((text, [name, id]) => text.replaceAll(id, `{${name}}`), line);
    return unknown
      .reduce((text, [what, name]) => text.replace(what, name), named)
      .slice(0, LONGEST)
      .trim();
  });
}

/** The lines of a section, with its heading. */
export function section(lines: readonly string[], title: string): readonly string[] {
  const from = lines.indexOf(`## ${title}`);
  const to = lines.findIndex((line, at) => at > from && line.startsWith('## '));
  return from < 0 ? [] : lines.slice(from, to < 0 ? undefined : to);
}

/** What a screen reader announces places as, in order; a label that refers to nothing is `?`. */
export const placesOf = (root: Element | null): readonly string[] =>
  [...(root?.querySelectorAll('section, ul, ol, fieldset, progress') ?? [])].flatMap((place) => {
    const by = place.getAttribute('aria-labelledby');
    const label = place.getAttribute('aria-label');
    return by === null ? (label ?? []) : (root?.querySelector(`#${by}`)?.textContent ?? '?');
  });

/** All lines but those of some sections. */
export const without = (lines: readonly string[], ...titles: readonly string[]): readonly string[] =>
  titles.reduce((left, title) => {
    const from = left.indexOf(`## ${title}`);
    return from < 0 ? left : [...left.slice(0, from), ...left.slice(from + section(left, title).length)];
  }, lines);

/** The lines of a table of expectations. */
export const lines = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** How a test waits for what a page shows: many short waits add up, and a busy machine takes its time. */
export const often = { interval: 10, timeout: 10_000 };
