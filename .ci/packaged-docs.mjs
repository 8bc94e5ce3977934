// The pages of docs/ as they are in a package: plain Markdown, which agents and people read.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A link or picture in Markdown: its text, and where it leads. */
const markdownLink = /!?\[([^\]]*)\]\(([^)\s]+)\)/g;

/** A page without links to what is not there (an example, a test, a picture, another page): each becomes its text. */
export function packagedPage(page, names) {
  const isPackaged = (target) =>
    /^(https?:|#)/.test(target) || names.some((name) => target.split('#')[0] === `${name}.md`);
  return page.replace(markdownLink, (link, text, target) => (isPackaged(target) ? link : text));
}

/** Pages that types and messages point to, so that they reach anyone who installs the package. */
export function packagedDocs(names) {
  return {
    name: 'packaged-docs',
    async writeBundle({ dir, file }) {
      const folder = join(dir ?? dirname(file), 'docs');
      await mkdir(folder, { recursive: true });
      for (const name of names) {
        const page = await readFile(`docs/${name}.md`, 'utf8');
        await writeFile(join(folder, `${name}.md`), packagedPage(page, names));
      }
    },
  };
}
