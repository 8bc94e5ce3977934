import MiniSearch from 'minisearch';
import { searchOptions } from './search-options.ts';

/** Set by `/docs/guides/search-index.js`. */
const { guideSections } = globalThis as { readonly guideSections?: readonly object[] };

const MAX_SECTIONS = 10;

/** Makes the sidebar searchable: sections of the guides by their text, operations by path and summary. */
export function addSearch(sidebar: HTMLElement): void {
  const input = sidebar.querySelector<HTMLInputElement>('input[type="search"]');
  const sections = sidebar.querySelector<HTMLElement>('#found-sections');
  const guides = sidebar.querySelector<HTMLElement>('#guides');
  const nothing = sidebar.querySelector<HTMLElement>('#nothing-found');
  if (!input || !sections || !nothing) return;
  let index: MiniSearch | undefined;

  const find = (query: string): void => {
    const isSearch = query.trim() !== '';
    const operations = filterOperations(sidebar, query);
    if (isSearch && guideSections !== undefined && index === undefined) {
      index = new MiniSearch(searchOptions);
      index.addAll(guideSections);
    }
    const found = isSearch ? (index?.search(query).slice(0, MAX_SECTIONS) ?? []) : [];
    const base = sidebar.dataset['guides'] ?? '';
    sections.replaceChildren(
      ...found.map(({ id, page, heading }) => item(`${base}/${id}`, String(heading), String(page))),
    );
    sections.hidden = found.length === 0;
    if (guides) guides.hidden = isSearch;
    nothing.hidden = found.length + operations > 0;
  };

  input.addEventListener('input', () => find(input.value));
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    const shown = [...sidebar.querySelectorAll<HTMLAnchorElement>('#found-sections a, .operations a')];
    shown.find((link) => link.offsetParent !== null)?.click();
  });
  document.addEventListener('keydown', (event) => {
    const { target } = event;
    const isTyping = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (event.key !== '/' || isTyping) return;
    event.preventDefault();
    const list = input.closest('details');
    if (list) list.open = true;
    input.focus();
  });
}

/** Hides operations that do not match. @returns how many are left */
function filterOperations(sidebar: HTMLElement, query: string): number {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  let left = 0;
  for (const group of sidebar.querySelectorAll<HTMLDetailsElement>('.operations')) {
    let inGroup = 0;
    const name = group.querySelector('summary')?.textContent ?? '';
    for (const entry of group.querySelectorAll('li')) {
      const text = `${name} ${entry.textContent}`.toLowerCase();
      entry.hidden = !words.every((word) => text.includes(word));
      if (!entry.hidden) inGroup += 1;
    }
    group.hidden = inGroup === 0;
    group.open = words.length > 0 ? inGroup > 0 : group.dataset['current'] !== undefined;
    left += inGroup;
  }
  return left;
}

function item(href: string, heading: string, page: string): HTMLLIElement {
  const entry = document.createElement('li');
  const link = document.createElement('a');
  link.href = href;
  const place = document.createElement('span');
  place.className = 'path';
  place.textContent = page;
  link.append(heading, place);
  entry.append(link);
  return entry;
}
