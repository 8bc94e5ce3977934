// The pages of docs/ as they are in a package: plain Markdown, which agents and people read, with the examples they link to.
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A link or picture in Markdown: its text, and where it leads. */
const markdownLink = /!?\[([^\]]*)\]\(([^)\s]+)\)/g;

/** An example that a page links to: it is beside the pages in the package, too. */
const example = /^\.\.\/(examples\/[\w-]+)(\/[\w./-]+)?$/;

/** The folders of the examples that a page links to. */
export const examplesOf = (page) =>
  [...page.matchAll(markdownLink)].flatMap(([, , target]) => example.exec(target)?.[1] ?? []);

/** A page without links to what is not there (a test, a picture, another page): each becomes its text. */
export function packagedPage(page, names) {
  const isPackaged = (target) =>
    /^(https?:|#)/.test(target) ||
    example.test(target) ||
    names.some((name) => target.split('#')[0] === `${name}.md`);
  return page.replace(markdownLink, (link, text, target) => (isPackaged(target) ? link : text));
}

const isSource = (path) => !/\/(node_modules|dist|build|\.cache)$|package-lock\.json$/.test(path);

/** Pages that types and messages point to, so that they reach anyone who installs the package. */
export function packagedDocs(names) {
  return {
    name: 'packaged-docs',
    async writeBundle({ dir, file }) {
      const dist = dir ?? dirname(file);
      const folder = join(dist, 'docs');
      await mkdir(folder, { recursive: true });
      for (const name of names) {
        const page = await readFile(`docs/${name}.md`, 'utf8');
        await writeFile(join(folder, `${name}.md`), packagedPage(page, names));
        for (const path of examplesOf(page))
          await cp(path, join(dist, path), { recursive: true, filter: isSource });
      }
    },
  };
}
