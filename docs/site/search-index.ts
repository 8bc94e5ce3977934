import MiniSearch from 'minisearch';
import type { Page } from './markdown.ts';
import { searchOptions } from './search-options.ts';

/** Makes the search index: one document a section, so that a result leads to the place and not only to the page. */
export function searchIndex(pages: readonly Page[]): string {
  const index = new MiniSearch(searchOptions);
  index.addAll(
    pages.flatMap((page) =>
      page.sections.map(({ heading, anchor, text }) => ({
        id: `${page.name}.html${anchor === '' ? '' : `#${anchor}`}`,
        page: page.title,
        heading,
        text,
      })),
    ),
  );
  return JSON.stringify(index);
}
