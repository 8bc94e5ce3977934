// @vitest-environment happy-dom
// The search of everything: what it finds, and that the keyboard is enough for it.
import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { draw, load, newPage } from './drawn.ts';
import { fill, openInspector, press, signUp } from './mounted.ts';
import { often } from './outline.ts';
import { reads } from './reads.ts';

const palette = 'dialog.palette';
const field = () => screen.getByLabelText<HTMLInputElement>('Search everything', { selector: 'input' });
const key = (name: string) => {
  const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true });
  field().dispatchEvent(event);
  return event.defaultPrevented;
};
/** The chosen option, by what the field and the list say. */
const chosen = () => {
  const id = field().getAttribute('aria-activedescendant') ?? '';
  const selected = [...document.querySelectorAll(`${palette} [aria-selected=true]`)];
  return [id, ...selected.map((option) => option.id)];
};
const isGone = () => document.querySelector(palette) === null;

test('views and documents are found while typing, chosen by arrows, and opened by Enter', async () => {
  const { api } = await openInspector('faults');
  const { ReferenceCode: reference } = await signUp(api);
  press(screen.getByText('Search', { exact: false, selector: 'nav button' }));
  await reads(
    `
    <Search everything: >
    ViewOverviewg h
    ViewActivityg a
    ViewContractsg c
    ViewCustomersg u
    ViewOrdersg o
    ViewInvoicesg i
    ViewPaymentsg p
    ViewMailsg m
    ViewWebhooksg w
    ViewCatalogueg t
    ViewFaultsg f
    ViewPlaygroundg y
  `,
    palette,
  );
  // Fewer results have no third one: their last one is chosen.
  for (const at of [1, 2]) {
    key('ArrowDown');
    await expect.poll(chosen, { interval: 1 }).toEqual([`hit-${at}`, `hit-${at}`]);
  }
  await fill(field(), '  Ov ');
  expect(chosen()).toEqual(['hit-0', 'hit-0']);
  await reads(
    `
    <Search everything: Ov >
    ViewOverviewg h
  `,
    palette,
  );
  // Only their beginning counts, whatever its case.
  await fill(field(), 'C');
  const viewsShown = () =>
    [...document.querySelectorAll(`${palette} .title`)].map((title) => title.textContent);
  await expect.poll(viewsShown).toEqual(['Contracts', 'Customers', 'Catalogue']);
  await fill(field(), 'Lovelace');
  await reads(
    `
    <Search everything: Lovelace>
    Contract{reference} · Ada LovelaceActive
    CustomerAda Lovelaceada@example.com
    OrderSignup order, 11.78 EURCompleted
    Invoice2026-000001 · Ada Lovelace11.78 EUR
  `,
    palette,
    { reference },
  );
  expect([field().getAttribute('aria-expanded'), ...chosen()]).toEqual(['true', 'hit-0', 'hit-0']);
  for (const [name, at] of [
    ['ArrowUp', 0],
    ['ArrowDown', 1],
    ['ArrowDown', 2],
    ['ArrowUp', 1],
    ...Array.from({ length: 6 }, () => ['ArrowDown', undefined] as const),
    ['ArrowUp', 2],
  ] as const) {
    expect([name, key(name)]).toEqual([name, true]);
    if (at !== undefined) await expect.poll(chosen, { interval: 1 }).toEqual([`hit-${at}`, `hit-${at}`]);
    else await new Promise((resolve) => setTimeout(resolve));
  }
  await fill(field(), 'nothing of the kind');
  await reads(
    `
    <Search everything: nothing of the kind>
    No results for “nothing of the kind”
  `,
    palette,
  );
  expect([field().getAttribute('aria-expanded'), ...chosen()]).toEqual(['false', '']);
  expect(key('Enter')).toBe(true);
  expect(isGone()).toBe(false);
  await fill(field(), 'mail');
  await expect.poll(() => chosen()[0]).toBe('hit-0');
  expect(key('Enter')).toBe(true);
  await expect.poll(() => [location.hash, isGone()]).toEqual(['#/mails', true]);
});

test('the search is closed by Escape, begins anew, and opens what is pressed', async () => {
  const { api } = await openInspector('faults');
  const { Id } = await signUp(api);
  const open = async () => {
    press(screen.getByText('Search', { exact: false, selector: 'nav button' }));
    await expect.poll(isGone).toBe(false);
  };
  await open();
  await fill(field(), 'mail');
  expect(key('a')).toBe(false);
  expect(key('Escape')).toBe(true);
  await expect.poll(isGone).toBe(true);
  expect(location.hash).toBe('#/faults');
  await open();
  expect(field().value).toBe('');
  await fill(field(), 'Lovelace');
  press(await screen.findByText('Contract', { selector: `${palette} .kind` }));
  await expect.poll(() => [location.hash, isGone()]).toEqual([`#/contracts/${Id}`, true]);
});

test('what was found before is not shown under what is typed now, however late it comes', async () => {
  const customer = (Id: string, CustomerName: string) => ({ Id, CustomerName, EmailAddress: '' });
  const both = [customer('1', 'Grace'), customer('2', 'Grace too')];
  let arrive = (_: object): void => {};
  const found = (path: string) => {
    if (path.includes('search=Grace')) return both;
    return path.includes('search=Ada') ? new Promise((resolve) => (arrive = resolve)) : [];
  };
  const { asked } = newPage('#/faults', { '/api/v1/': [], '/sandbox/mails': [], '/api/v1/customers': found });
  const { Palette, isSearching } = await load('palette.tsx');
  draw(Palette);
  isSearching.set(true);
  await expect.poll(isGone, often).toBe(false);
  const hits = () =>
    [...document.querySelectorAll(`${palette} .title`)].map(({ textContent }) => textContent);
  const search = async (text: string) => {
    await fill(field(), text);
    await expect
      .poll(() => asked.filter((line) => line.includes(`search=${text.replace(' ', '+')}&`)).length, often)
      .toBeGreaterThan(4);
  };
  await search('Ada');
  // Until it is known, nobody is told that there is nothing.
  expect(document.querySelector(`${palette} [role=status]`)).toBeNull();
  await search('Grace');
  await expect.poll(hits, often).toEqual(['Grace', 'Grace too']);
  key('ArrowDown');
  await expect.poll(chosen, often).toEqual(['hit-1', 'hit-1']);
  await search('Grace too');
  await expect.poll(chosen, often).toEqual(['hit-0', 'hit-0']);
  arrive([customer('3', 'Ada')]);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(hits()).toEqual(['Grace', 'Grace too']);
  // Nothing is found without a word.
  await fill(field(), '');
  await expect.poll(hits, often).not.toContain('Grace');
});
