// @vitest-environment happy-dom
// The frame around all views: navigation, title, what an address without a view says, the control token, and keys.
import { screen } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { fill, openInspector, press, signUp } from './mounted.ts';
import { reads } from './reads.ts';

test('the navigation leads to each view, and the page has its title', async () => {
  const { visit } = await openInspector('');
  await reads(
    `
    {Search /}
    - [Overview "current page"](#/overview)
    - [Activity](#/activity)
    - [Contracts](#/contracts)
    - [Customers](#/customers)
    - [Orders](#/orders)
    - [Invoices](#/invoices)
    - [Payments](#/payments)
    - [Mails](#/mails)
    - [Webhooks](#/webhooks)
    - [Catalogue](#/catalogue)
    - [Faults](#/faults)
    - [Playground](#/playground)
    - [API](http://sandbox.test/docs)
    Sandbox Merchant GmbH · {version} · ? keys
  `,
    'nav',
    { version: document.body.dataset['version'] ?? '' },
  );
  await expect.poll(() => document.title).toBe('Overview – sandbox');
  const keys = [...document.querySelectorAll('nav [data-key]')].map((link) => link.getAttribute('data-key'));
  expect(keys.join(', ')).toBe('g h, g a, g c, g u, g o, g i, g p, g m, g w, g t, g f, g y');
  await visit('faults');
  await expect.poll(() => document.title).toBe('Faults – sandbox');
  press(screen.getByText('Skip to content'));
  expect(document.activeElement?.id).toBe('content');
  location.hash = '#/nowhere';
  await reads(`
    # Not found
    ## There is no view “nowhere”
    The address is wrong, or belongs to another version. Go to the [overview](#/overview).
  `);
  await expect.poll(() => document.title).toBe('Not found – sandbox');
  expect(document.querySelector('nav [aria-current]')).toBeNull();
});

test('a sandbox that is guarded asks for its token, and keeps it for the tab', async () => {
  sessionStorage.clear();
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  await openInspector('', { controlToken: 'secret' });
  await reads(`
    # Control token
    This sandbox was started with a control token. Enter it to continue; it is stored for this tab only.
    Control token<Control token: >
    {Open the inspector "main"}
  `);
  await fill(screen.getByLabelText('Control token', { selector: 'input' }), 'secret');
  press(screen.getByText('Open the inspector'));
  expect([...Object.values(sessionStorage)]).toEqual(['secret']);
  expect(reload).toHaveBeenCalledTimes(1);
});

/** Presses a key, at a field or at the page. @returns whether the page has taken it */
function key(name: string, more: KeyboardEventInit = {}, at: Element = document.body): boolean {
  const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...more });
  at.dispatchEvent(event);
  return event.defaultPrevented;
}

test('keys open the search, their list and each view; fields and other shortcuts are left alone', async () => {
  await openInspector('faults');
  const palette = () => document.querySelector('dialog.palette');
  for (const [name, more] of [
    ['/', {}],
    ['k', { ctrlKey: true }],
    ['K', { metaKey: true }],
  ] as const) {
    expect([name, key(name, more)]).toEqual([name, true]);
    await expect.poll(() => palette() !== null).toBe(true);
    key('Escape', {}, palette()?.querySelector('input') as Element);
    await expect.poll(palette).toBeNull();
  }
  const help = () => document.querySelector<HTMLDialogElement>('dialog.keys');
  key('?');
  expect(help()?.open).toBe(true);
  await reads(
    `
    ## Keys
    /: Search everything; also Ctrl K
    j, k: Next, previous row
    Enter: Open the row
    t: A contract as picture or table
    Esc: Close a dialog
    g h: Overview
    g a: Activity
    g c: Contracts
    g u: Customers
    g o: Orders
    g i: Invoices
    g p: Payments
    g m: Mails
    g w: Webhooks
    g t: Catalogue
    g f: Faults
    g y: Playground
    {Close}
  `,
    'dialog.keys',
  );
  press(screen.getByText('Close', { selector: 'dialog.keys button' }));
  expect(help()?.open).toBe(false);
  for (const link of document.querySelectorAll('nav [data-key]')) {
    const [first = '', second = ''] = link.getAttribute('data-key')?.split(' ') ?? [];
    key(first);
    key(second);
    await expect.poll(() => location.hash).toBe(link.getAttribute('href'));
  }
  location.hash = '#/faults';
  await screen.findByText('No fault rules');
  // Not the second key alone, not after another one, and not twice.
  for (const keys of ['a', 'gxa', 'gga']) for (const name of keys) key(name);
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey']) {
    key('g', { [modifier]: true });
    key('a', { [modifier]: true });
  }
  await screen.findByText('Add rule…', { selector: '.heading button' }).then(press);
  await screen.findByLabelText('Add rule', { selector: 'dialog[open]' });
  const input = screen.getByLabelText('Path');
  key('g', {}, input);
  key('a', {}, input);
  expect([location.hash, key('/', {}, input), key('k', { ctrlKey: true })]).toEqual([
    '#/faults',
    false,
    false,
  ]);
  expect(document.querySelector('dialog.palette')).toBeNull();
});

test('the rows of a list are walked by j and k, and a contract is shown as a table by t', async () => {
  const { api, visit } = await openInspector('contracts');
  for (const name of ['One', 'Two', 'Three']) await signUp(api, name);
  await visit('contracts');
  await expect.poll(() => document.querySelectorAll('main tbody tr').length).toBe(3);
  const rows = [...document.querySelectorAll('main tbody tr a')];
  const at = () => rows.indexOf(document.activeElement as Element);
  const walked = [...'jjjjkkkk'].map((name) => {
    key(name);
    return at();
  });
  expect(walked).toEqual([0, 1, 2, 2, 1, 0, 0, 0]);
  const [{ Id }] = await api('GET', '/api/v1/contracts');
  await visit(`contracts/${Id}`);
  const table = await screen.findByText('Show as table');
  expect(table.hasAttribute('data-table-key')).toBe(true);
  key('t');
  await screen.findByText('Show as picture');
});
