// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { newSandbox } from '../../service/http/service.ts';

const sections = [
  { id: 'payments#refunds', page: 'Payments', heading: 'Refunds', text: 'A refund opens the invoice again.' },
];

afterEach(() => {
  vi.unstubAllGlobals();
  // Nothing is laid out here: a test says what can be seen.
  Reflect.deleteProperty(HTMLElement.prototype, 'offsetParent');
});

/** The sidebar of the page of the customers, with its search. */
async function searchable() {
  const sandbox = newSandbox();
  const Accept = 'text/html';
  const page = await (
    await sandbox.fetch('http://sandbox/docs?tag=Customers', { headers: { Accept } })
  ).text();
  sandbox.close();
  document.body.innerHTML = /<nav id="sidebar"[\s\S]*?<\/nav>/.exec(page)?.[0] ?? '';
  vi.stubGlobal('guideSections', sections);
  const { addSearch } = await import('../../../../sandbox/src/served/documentation/sidebar-search.ts');
  const sidebar = document.querySelector('#sidebar') as HTMLElement;
  addSearch(sidebar);
  const input = sidebar.querySelector('input') as HTMLInputElement;
  return { sidebar, input };
}

it('the sidebar shows its guides, or what a search has found in their place', async () => {
  const { sidebar, input } = await searchable();
  const search = (query: string) => {
    input.value = query;
    input.dispatchEvent(new Event('input'));
    const found = [...sidebar.querySelectorAll('#found-sections a')].map((link) => link.getAttribute('href'));
    const isShown = (id: string) => (sidebar.querySelector(id) as HTMLElement).hidden === false;
    return [found, isShown('#guides'), isShown('#found-sections'), isShown('#nothing-found')];
  };
  expect(search('refunds')).toEqual([['http://sandbox/docs/guides/payments#refunds'], false, true, false]);
  expect(search('no such words')).toEqual([[], false, false, true]);
  expect(search(' ')).toEqual([[], true, false, false]);
  const open = () =>
    [...sidebar.querySelectorAll<HTMLDetailsElement>('.operations')]
      .filter((group) => group.open && !group.hidden)
      .map((group) => group.querySelector('summary')?.textContent);
  expect(open()).toEqual(['Customers']);
  search('webhooks');
  expect(open()).not.toContain('Customers');
  search('');
  expect(open()).toEqual(['Customers']);
});

it('a search finds the operations of a group by its name, alone and with words of their own', async () => {
  const { sidebar, input } = await searchable();
  const search = (query: string) => {
    input.value = query;
    input.dispatchEvent(new Event('input'));
    return [...sidebar.querySelectorAll<HTMLElement>('.operations:not([hidden])')].map((group) => [
      group.querySelector('summary')?.textContent,
      [...group.querySelectorAll('li')].filter(({ hidden }) => !hidden).length,
    ]);
  };
  const all = search('');
  expect(search('Catalogue')[0]).toEqual(all.find(([name]) => name === 'Catalogue'));
  expect(search('catalogue coupon')).toEqual([['Catalogue', expect.any(Number)]]);
  expect(search('catalogue coupon')).toEqual(search('coupon').filter(([name]) => name === 'Catalogue'));
  expect(search('payments coupon')).toEqual([]);
  expect(search('')).toEqual(all);
});

it('a slash goes to the search and is not typed into it, but belongs to a field that is being typed into', async () => {
  const { sidebar, input } = await searchable();
  const list = input.closest('details') as HTMLDetailsElement;
  const [area, field, button] = [
    document.createElement('textarea'),
    document.createElement('input'),
    document.createElement('button'),
  ];
  document.body.append(area, field, button);
  const press = (target: Element, key: string) => {
    list.open = false;
    (document.activeElement as HTMLElement | null)?.blur();
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    target.dispatchEvent(event);
    return [event.defaultPrevented, document.activeElement === input, list.open];
  };
  for (const target of [area, field, input]) expect(press(target, '/')).toEqual([false, false, false]);
  for (const target of [button, sidebar]) {
    expect(press(target, '/')).toEqual([true, true, true]);
    expect(press(target, 'a')).toEqual([false, false, false]);
  }
});

it('Enter opens the first entry that is found and can be seen', async () => {
  const { sidebar, input } = await searchable();
  const opened: string[] = [];
  sidebar.addEventListener('click', (event) => {
    event.preventDefault();
    opened.push((event.target as Element).closest('a')?.getAttribute('href') ?? '');
  });
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
    configurable: true,
    get(this: HTMLElement) {
      return this.closest('[hidden]') === null ? sidebar : null;
    },
  });
  for (const [query, key] of [
    ['refunds', 'Enter'],
    ['refunds', 'a'],
    ['post webhooks', 'Enter'],
    ['no such words', 'Enter'],
  ] as const) {
    input.value = query;
    input.dispatchEvent(new Event('input'));
    input.dispatchEvent(new KeyboardEvent('keydown', { key }));
  }
  expect(opened).toEqual([
    'http://sandbox/docs/guides/payments#refunds',
    expect.stringContaining('tag=Webhooks'),
  ]);
});
