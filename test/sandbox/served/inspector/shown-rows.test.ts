// @vitest-environment happy-dom
// The rows of what the inspector lists beside documents: the catalogue, what needs attention, and deliveries.
import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { fill, newReceiver, openInspector, signUp } from './mounted.ts';

const textOf = (element: Element | null | undefined) =>
  element?.textContent?.replace(/\s+/g, ' ').trim() ?? '';

const rows = (place: Element | null | undefined) =>
  [...(place?.querySelectorAll('tbody tr') ?? [])].map((row) => [...row.children].map(textOf).join(' | '));

/** By title of a group, without the ids and the buttons that copy them. */
const catalogue: { readonly [title: string]: readonly string[] } = {
  Access: [
    'Base URL | http://sandbox.test',
    'Public API key | a00000000000000000000001',
    'OAuth client “Back end” | c00000000000000000000001',
    'Secret of “Back end” | sandbox-secret',
    'OAuth client “App” | c00000000000000000000002',
    'Secret of “App” | None (public client)',
    'Service user | api@merchant.test',
    'Password of the service user | sandbox-password',
  ],
  Plans: [
    'Basic monthly | 9.90 EUR a month | b00000000000000000000001',
    'Basic yearly | 99.00 EUR every 12 months | b00000000000000000000002',
    'Pro monthly | 29.00 EUR a month + 49.00 EUR setup | b00000000000000000000003',
  ],
  Components: [
    'Seat | QuantityBased | 4.50 EUR a month | d00000000000000000000001',
    'Priority support | OnOff | 15.00 EUR a month | d00000000000000000000002',
    'API calls | Metered | 0.01 EUR | d00000000000000000000003',
  ],
  Coupons: [
    'WELCOME20 | 20 % off for 3 months',
    'HALF1 | 50 % off for 1 month',
    'SINGLE10 | 10 % off for good; each code can be used once',
    'EXPIRED | 20 % off for 3 months; cannot be used now: InvalidCouponCode',
  ],
  'Payment methods': [
    'CreditCard:FakePSP | FakePSP | Token',
    'Debit:FakePSP | FakePSP | Token',
    'FakePSP | FakePSP | Redirect',
  ],
};

const group = (title: string) =>
  [...document.querySelectorAll('main section')].find((one) => textOf(one.querySelector('h2')) === title);

const shownGroups = () =>
  [...document.querySelectorAll('main section h2')].map(textOf).filter((title) => title !== 'App stores');

test('the catalogue says what each thing costs and whether a coupon works, and finds it by name, id and outcome', async () => {
  await openInspector('catalogue');
  await screen.findByText('Plans', { selector: 'h2' });
  for (const [title, expected] of Object.entries(catalogue)) {
    const shown = rows(group(title)).map((row) => row.replaceAll(' Copy', ''));
    expect([title, ...shown.slice(0, expected.length)]).toEqual([title, ...expected]);
  }
  const marked = [...(group('Coupons')?.querySelectorAll('.mark') ?? [])].map(textOf);
  expect(marked).toEqual(['20 % off for 3 months; cannot be used now: InvalidCouponCode']);
  const filter = screen.getByLabelText('Filter');
  for (const [words, titles] of [
    ['d00000000000000000000003', ['Components']],
    ['basic MONTHLY', ['Plans']],
    ['closed account', ['Test data: IBAN', 'Test data: Bank account']],
    ['nothing of the kind', []],
  ] as const) {
    await fill(filter, words);
    await expect.poll(() => [words, ...shownGroups()]).toEqual([words, ...titles]);
  }
});

test('what needs attention is counted, named and linked; deliveries are found by all that their rows say', async () => {
  const receiver = newReceiver();
  const { api, visit } = await openInspector('overview', {
    webhooks: [receiver.url],
    deliver: receiver.deliver,
  });
  const { ReferenceCode } = await signUp(api);
  await api('POST', '/sandbox/deliveries/settle');
  receiver.status = 500;
  for (const Event of ['PlanCreated', 'CustomerChanged']) await api('POST', '/sandbox/events', { Event });
  await api('POST', '/sandbox/deliveries/settle');
  await api('POST', '/sandbox/clock', { Advance: 'P16D' });
  await api('POST', '/sandbox/deliveries/settle');
  await api('GET', '/api/v1/contracts/nowhere');
  const address = (element: Element) =>
    element
      .closest('a')
      ?.getAttribute('href')
      ?.replace(/[0-9a-f]{24}/, '{id}');
  const attention = () =>
    [...document.querySelectorAll('.attention h3 a, .attention li a')].map((link) => [
      textOf(link.closest('li') ?? link),
      address(link),
    ]);
  await expect.poll(attention).toEqual([
    ['1 overdue invoice', '#/invoices?paymentStatus=Overdue'],
    ['2026-000001 · Ada Lovelace11.78 EUR, 2 days overdue', '#/invoices/{id}'],
    ['2 undelivered webhooks', '#/webhooks?status=Failed'],
    ['https://shop.test/webhooks2 given up', '#/webhooks/{id}?status=Failed'],
    ['1 rejected request', '#/activity?kind=request&failures=yes&reads=yes'],
    ['GET /api/v1/contracts/nowhere404 NotFound', expect.stringMatching(/^#\/activity\/request-\d+$/)],
  ]);

  await visit('webhooks');
  const endpoints = () => rows(document.querySelector('.list > .scroll, .list table'));
  await expect.poll(endpoints).toEqual(['https://shop.test/webhooks | all | 2 given up | 0']);
  const events = () =>
    rows(document.querySelector('.deliveries')).map((row) => row.split(' | ').slice(0, 2).join(' '));
  const failed = ['CustomerChanged Failed, 500 {"taken":false}', 'PlanCreated Failed, 500 {"taken":false}'];
  await expect.poll(events).toHaveLength(8);
  expect(events().slice(0, 2)).toEqual(failed);
  const filter = screen.getByLabelText('Filter deliveries');
  for (const [words, count] of [
    ['taken', 2],
    ['ada lovelace', 7],
    [ReferenceCode.toLowerCase(), 5],
    ['succeeded shop.test', 6],
    ['plancreated succeeded', 0],
  ] as const) {
    await fill(filter, words);
    await expect
      .poll(() => [words, events().length, textOf(document.querySelector('.deliveries [role=status]'))])
      .toEqual([words, count, `${count} deliveries`]);
  }
  await fill(filter, '');
  await fill(screen.getByLabelText('Status of deliveries'), 'Failed');
  await expect.poll(events).toEqual(failed);
});

/** Rejected requests with the group of the API reference that the page links to. */
const references: readonly (readonly [path: string, tag: string])[] = [
  ['/api/v1/CustomerSelfService/nowhere', 'ClientLib'],
  ['/api/v1/orders/nowhere', 'Orders'],
  ['/api/v1/customers/nowhere', 'Customers'],
  ['/api/v1/contracts/nowhere', 'Contracts'],
  ['/api/v1/invoices/nowhere', 'Invoices'],
  ['/api/v1/paymentTransactions/nowhere', 'Payments'],
  ['/api/v1/webhooks/nowhere', 'Webhooks'],
  ['/sandbox/nowhere', 'Control'],
  ['/api/v1/plans/nowhere', ''],
];

test('a rejected request links to the API reference of its path', async () => {
  const { api } = await openInspector('activity');
  for (const [path] of references) await api('GET', path);
  const requests = await api('GET', '/sandbox/requests?take=50');
  for (const [path, tag] of references) {
    const { Id } = requests.find(({ Path }: { Path: string }) => Path === path);
    location.hash = `#/activity/request-${Id}`;
    const link = () => document.querySelector('.detail .message a')?.getAttribute('href');
    const subject = () => textOf(document.querySelector('.detail dd code'));
    await expect
      .poll(() => [subject(), link()])
      .toEqual([`GET ${path}`, `http://sandbox.test/docs?tag=${tag}`]);
  }
});
