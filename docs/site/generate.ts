import { mkdir, writeFile } from 'node:fs/promises';
import { toSSG } from 'hono/ssg';
import { designTokens } from '../../sandbox/src/service/http/pages/design-tokens.ts';
import { renderPages, siteApp } from './app.tsx';
import { searchIndex } from './search-index.ts';

/** What {@link generate} needs. */
interface Input {
  /** Folder to write to. */
  readonly target: string;
  readonly version: string;
  /** Markdown by name of the page. */
  readonly sources: ReadonlyMap<string, string>;
}

/** Writes the pages, the stylesheet that the sandbox's own pages share, and the search index. */
export async function generate({ target, version, sources }: Input): Promise<void> {
  const pages = renderPages(sources);
  const result = await toSSG(siteApp({ version, pages }), { mkdir, writeFile }, { dir: target });
  if (result.error !== undefined) throw result.error;
  await writeFile(`${target}/assets/tokens.css`, designTokens);
  const index = JSON.stringify(searchIndex([...pages.values()]));
  await writeFile(`${target}/assets/search-index.js`, `globalThis.searchIndex = ${index};\n`);
}
