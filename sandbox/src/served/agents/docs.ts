import MiniSearch from 'minisearch';
import { line, page } from './answer.ts';
import { searchWords } from './search-words.ts';
import type { Service } from './service.ts';

/** A part of a guide, below one heading. */
export interface Section {
  /** `errors#declined-payments` */
  readonly id: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
}

/** A section with the matching sentence. */
export interface FoundSection extends Section {
  readonly match: string;
}

/** The guides as text, with their search functions. */
export interface Docs {
  readonly sections: readonly Section[];
  readonly find: (query: string) => FoundSection[];
}

/** Shared by all workspaces of a process, because it only depends on the version. */
let loaded: Docs | undefined;

/** @returns the guides; without sections if this host has no texts */
export async function loadDocs(service: Service): Promise<Docs> {
  if (loaded !== undefined) return loaded;
  const [list = '', ...pages] = (await service.open('/llms-full.txt')).split(/\n\n---\n\n(?=# )/);
  const names = new Map(
    [...list.matchAll(/^- \[(.+)\]\(\S+\/docs\/guides\/([\w-]+)\.md\)/gm)].map(([, title, name]) => [
      title,
      name,
    ]),
  );
  const sections = pages.flatMap((page: string) =>
    splitSections(names.get(/^# (.+)/.exec(page)?.[1] ?? '') ?? '', page),
  );
  const docs = { sections, find: createFinder(sections) };
  if (sections.length > 0) loaded = docs;
  return docs;
}

/** Returns the anchor that GitHub generates for a heading. */
const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

function splitSections(page: string, text: string): Section[] {
  const sections: Section[] = [];
  let isCode = false;
  let heading = '';
  let lines: string[] = [];
  const end = () => {
    if (heading === '') return;
    const isTitle = sections.length === 0;
    sections.push({
      id: isTitle ? page : `${page}#${toAnchor(heading)}`,
      page,
      heading,
      text: lines.join('\n').trim(),
    });
  };
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    const found = isCode ? undefined : /^#{1,4} (.+)/.exec(line)?.[1];
    if (found === undefined) lines.push(line);
    else {
      end();
      heading = found;
      lines = [];
    }
  }
  end();
  return sections;
}

function createFinder(sections: readonly Section[]): Docs['find'] {
  const index = new MiniSearch<Section>({ fields: ['heading', 'text', 'page'] });
  index.addAll(sections.filter(({ id }, at) => sections.findIndex((one) => one.id === id) === at));
  const byId = new Map(sections.map((section) => [section.id, section]));
  return (query) => {
    const words = searchWords(query);
    const options = { boost: { heading: 3, page: 2 }, prefix: true, fuzzy: 0.1 } as const;
    // Sections with all words come first.
    const results = [
      ...index.search(words, { ...options, combineWith: 'AND' }),
      ...index.search(words, options),
    ];
    return [...new Map(results.map((one) => [one.id, one])).values()].flatMap(({ id, terms }) => {
      const section = byId.get(id);
      return section === undefined ? [] : [{ ...section, match: matchIn(section.text, terms) }];
    });
  };
}

/** Maximum characters of a sentence to show. */
const MAX_MATCH = 200;

/** The sentence of a text that contains the most words. */
function matchIn(text: string, words: readonly string[]): string {
  const sentences = text
    .split(/(?<=[.!?:])\s+(?=[A-Z`*|])|\n\n|\n(?=[|*-] )/)
    .map((one) => one.replace(/\s+/g, ' ').trim());
  const count = (sentence: string) => words.filter((word) => sentence.toLowerCase().includes(word)).length;
  const best = sentences.reduce(
    (one, other) => (count(other) > count(one) ? other : one),
    sentences[0] ?? '',
  );
  const first = Math.min(
    ...words.map((word) => best.toLowerCase().indexOf(word)).filter((at) => at >= 0),
    best.length,
  );
  const from = best.length <= MAX_MATCH ? 0 : Math.max(0, Math.min(first - 60, best.length - MAX_MATCH));
  return `${from > 0 ? '…' : ''}${best.slice(from, from + MAX_MATCH)}`;
}

/** Returned to agents if the guides are not served. */
export const NO_DOCS = page(
  [line`This host does not serve the guides. They are in node_modules/clientlib-sandbox/dist/docs.`],
  line`explain, find_operation.`,
);
