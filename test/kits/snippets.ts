import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** A block of code of a page. */
export interface Sample {
  /** `docs/run.md`. */
  readonly page: string;
  /** Line of the page on which its code begins. */
  readonly line: number;
  /** `js`, `tsx`, `sh`. */
  readonly language: string;
  /** Whether its fence says that it shows a part: ```js fragment */
  readonly isFragment: boolean;
  readonly code: string;
}

/** Every block of code of a page, in its order; those in a list item without their indent. */
export function samplesOf(page: string): Sample[] {
  const text = readFileSync(page, 'utf8');
  return [...text.matchAll(/^( *)```(\w+)( fragment)?\n([\s\S]*?)^ *```$/gm)].map(
    ({ index, 1: indent = '', 2: language = '', 3: mark, 4: code = '' }) => ({
      page,
      line: text.slice(0, index).split('\n').length + 1,
      language,
      isFragment: mark !== undefined,
      code: code.replace(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  );
}

/** The pages that users read: the READMEs and docs/. */
export const pagesWithSamples: readonly string[] = [
  'README.md',
  'sdk/README.md',
  'sandbox/README.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** The code below a heading of a page. */
export async function snippets(heading: string, path: string): Promise<string[]> {
  const page = await readFile(path, 'utf8');
  const [, rest = ''] = page.split(new RegExp(`^#+ ${heading}$`, 'm'));
  return [...(rest.split(/^#+ /m)[0] ?? '').matchAll(/```(?:js|ts)\n([\s\S]*?)```/g)].map(
    ([, code = '']) => code,
  );
}

/** The file name in the first line of a sample: `// jest.config.mjs`, `<!-- src/Checkout.vue -->`. */
const fileName = /^(?:\/\/|<!--) ([\w./[\]-]+\.\w+)(?: -->)?\n/;

/** The samples of a page that are files, by their names. */
export function filesOf(page: string): { readonly [name: string]: string } {
  return Object.fromEntries(
    samplesOf(page).flatMap(({ code }) => {
      const name = fileName.exec(code)?.[1];
      return name === undefined ? [] : [[name, code.replace(fileName, '')]];
    }),
  );
}
