// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { newSandbox } from '../../service/http/service.ts';

const sections = [
  { id: 'payments#refunds', page: 'Payments', heading: 'Refunds', text: 'A refund opens the invoice again.' },
];

it('the sidebar shows its guides, or what a search has found in their place', async () => {
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
  vi.unstubAllGlobals();
});
