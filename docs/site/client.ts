import MiniSearch from 'minisearch';
import { addCopyButtons } from '../../sandbox/src/served/documentation/copy-buttons.ts';
import { searchOptions } from '../../sandbox/src/served/documentation/search-options.ts';

declare global {
  /** Written by the build into `assets/search-index.js`: a script, because pages opened from disk cannot fetch. */
  var searchIndex: string;
}

const MAX_RESULTS = 12;

function addSearch(input: HTMLInputElement, list: HTMLElement): void {
  let index: MiniSearch | undefined;
  let selected = -1;

  const show = (): void => {
    index ??= MiniSearch.loadJSON(globalThis.searchIndex, searchOptions);
    const found = index.search(input.value).slice(0, MAX_RESULTS);
    list.replaceChildren(...found.map(({ id, page, heading }) => resultLink(id, page, heading)));
    if (found.length === 0) list.append(`No results for “${input.value}”`);
    selected = -1;
    setOpen(input.value.trim() !== '');
  };
  const setOpen = (isOpen: boolean): void => {
    list.hidden = !isOpen;
    input.setAttribute('aria-expanded', String(isOpen));
  };
  const select = (step: number): void => {
    const links = [...list.querySelectorAll('a')];
    if (links.length === 0) return;
    selected = (selected + step + links.length) % links.length;
    for (const [at, link] of links.entries()) link.setAttribute('aria-selected', String(at === selected));
    links[selected]?.scrollIntoView({ block: 'nearest' });
  };

  input.addEventListener('input', show);
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') select(1);
    else if (event.key === 'ArrowUp') select(-1);
    else if (event.key === 'Escape') setOpen(false);
    else if (event.key === 'Enter') {
      const links = list.querySelectorAll('a');
      (links[selected] ?? links[0])?.click();
    } else return;
    event.preventDefault();
  });
  list.addEventListener('click', () => setOpen(false));
  document.addEventListener('click', ({ target }) => {
    if (target !== input && !list.contains(target as Node)) setOpen(false);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    input.focus();
  });
}

function resultLink(href: string, page: string, heading: string): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = href;
  link.role = 'option';
  const place = document.createElement('span');
  place.className = 'quiet';
  place.textContent = page;
  link.append(heading, place);
  return link;
}

/** Other releases stand in folders beside this one; `versions.js` names them. */
function addVersions(select: HTMLSelectElement): void {
  const script = document.createElement('script');
  script.src = '../versions.js';
  script.addEventListener('load', () => {
    const { versions } = globalThis as unknown as { versions: readonly string[] };
    const current = select.dataset['current'];
    select.replaceChildren(
      ...versions.map((version) => new Option(version, version, false, version === current)),
    );
  });
  document.head.append(script);
  select.addEventListener('change', () => {
    location.href = `../${select.value}/index.html`;
  });
}

/** The list of pages is folded on a phone. */
function foldPages(pages: HTMLDetailsElement): void {
  if (matchMedia('(max-width: 800px)').matches) pages.open = false;
}

const input = document.querySelector<HTMLInputElement>('#search');
const list = document.querySelector<HTMLElement>('#results');
if (input !== null && list !== null) addSearch(input, list);
addCopyButtons();
const versions = document.querySelector<HTMLSelectElement>('#version');
if (versions !== null) addVersions(versions);
const pages = document.querySelector<HTMLDetailsElement>('.pages details');
if (pages !== null) foldPages(pages);
