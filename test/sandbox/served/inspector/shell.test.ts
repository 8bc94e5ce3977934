// @vitest-environment happy-dom
// The frame around all views: navigation, title, what an address without a view says, the control token, and keys.
import { screen } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { fill, openInspector, press } from './mounted.ts';
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
