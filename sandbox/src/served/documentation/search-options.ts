import type { Options } from 'minisearch';

/** Indexing and searching must use the same options. */
export const searchOptions: Options = {
  fields: ['heading', 'page', 'text'],
  storeFields: ['page', 'heading'],
  searchOptions: { boost: { heading: 4, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
};
