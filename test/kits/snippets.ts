import { readFile } from 'node:fs/promises';

/** The code below a heading of a page. */
export async function snippets(heading: string, path: string): Promise<string[]> {
  const page = await readFile(path, 'utf8');
  const [, rest = ''] = page.split(new RegExp(`^#+ ${heading}$`, 'm'));
  return [...(rest.split(/^#+ /m)[0] ?? '').matchAll(/```(?:js|ts)\n([\s\S]*?)```/g)].map(
    ([, code = '']) => code,
  );
}

/** The files of a snippet that begins each with its name, `// jest.config.mjs`. */
export function filesOf(snippet: string): { readonly [name: string]: string } {
  const parts = snippet.split(/^\/\/ (\S+\.m?js)$/m).slice(1);
  return Object.fromEntries(parts.flatMap((name, at) => (at % 2 === 0 ? [[name, parts[at + 1] ?? '']] : [])));
}
