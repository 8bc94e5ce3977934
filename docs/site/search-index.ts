import MiniSearch from 'minisearch';
import { searchOptions } from '../../sandbox/src/served/documentation/search-options.ts';
import type { Page } from './markdown.ts';

/** Makes the search index: one document a section, so that a result leads to the place and not only to the page. */
export function searchIndex(
  pages: readonly Page[],
  hrefOf: (name: string) => string = (name) => `${name}.html`,
): string {
  const index = new MiniSearch(searchOptions);
  index.addAll(
    pages.flatMap((page) =>
      page.sections.map(({ heading, anchor, text }) => ({
        id: `${hrefOf(page.name)}${anchor === '' ? '' : `#${anchor}`}`,
        page: page.title,
        heading,
        text,
      })),
    ),
  );
  return JSON.stringify(index);
}
