// @vitest-environment happy-dom
// How the lists of documents are asked for, filtered, sorted, paged and opened.
import { useState } from 'hono/jsx/dom';
import { jsx } from 'hono/jsx/dom/jsx-runtime';
import { expect, test, vi } from 'vitest';
import { type Answers, draw, load, newPage } from './drawn.ts';
import { often } from './outline.ts';

type Row = Readonly<Record<string, unknown>>;

/** Three rows, in the order that the API gives; each sortable column with the ids in ascending order. */
const lists: {
  readonly [view: string]: {
    readonly file: string;
    readonly part: string;
    readonly path: string;
    readonly rows: readonly Row[];
    readonly sorted: { readonly [column: string]: string };
    readonly choices: { readonly [label: string]: readonly [parameter: string, option: string] };
    readonly collections: readonly string[];
  };
} = {
  contracts: {
    file: 'views/contracts.tsx',
    part: 'ContractsView',
    path: '/api/v1/contracts',
    rows: [
      ['a', 'R3', 'Bea', 'Paused', '2026-02-01', undefined, 10],
      ['b', 'R1', 'Cleo', 'Active', '2026-01-01', '2026-05-01', 9],
      ['c', 'R2', 'Ada', 'Ended', '2026-03-01', '2026-04-01', -100],
    ].map(([Id, ReferenceCode, CustomerName, LifecycleStatus, StartDate, NextBillingDate, Balance]) => ({
      ...{ Id, ReferenceCode, CustomerName, LifecycleStatus, StartDate, NextBillingDate, Balance },
      Currency: 'CHF',
    })),
    sorted: {
      Reference: 'bca',
      Customer: 'cab',
      Status: 'bca',
      Start: 'bac',
      'Next billing': 'cba',
      Balance: 'cba',
    },
    choices: { Status: ['lifecycleStatus', 'InTrial'] },
    collections: ['contracts'],
  },
  customers: {
    file: 'views/customers.tsx',
    part: 'CustomersView',
    path: '/api/v1/customers',
    rows: [
      ['a', 'Bea', 'c@x', { Country: 'US' }, '2026-01-02'],
      ['b', 'Cleo', 'b@x', {}, '2026-01-03'],
      ['c', 'Ada', 'a@x', { Country: 'DE' }, '2026-01-01'],
    ].map(([Id, CustomerName, EmailAddress, Address, CreatedAt]) => ({
      ...{ Id, CustomerName, EmailAddress, Address, CreatedAt },
    })),
    sorted: { Name: 'cab', 'E-mail': 'cba', Country: 'bca', Created: 'cab' },
    choices: { Status: ['statusFilter', 'Deleted'] },
    collections: ['customers'],
  },
  orders: {
    file: 'views/orders.tsx',
    part: 'OrdersView',
    path: '/api/v1/orders',
    rows: [
      ['a', '2026-01-02', 'Upgrade', 'Failed', 'Bea', undefined],
      ['b', '2026-01-03', 'Signup', 'InProgress', 'Cleo', 10],
      ['c', '2026-01-01', 'Signup', 'Completed', 'Ada', 9],
    ].map(([Id, CreatedAt, OrderType, Status, LastName, TotalGross]) => ({
      ...{ Id, CreatedAt, OrderType, Status, TotalGross },
      Customer: { FirstName: '', LastName },
      Currency: 'CHF',
    })),
    sorted: { Created: 'cab', Type: 'bca', Status: 'cab', Customer: 'cab', Gross: 'cba' },
    choices: { Status: ['status', 'Declined'] },
    collections: ['orders'],
  },
  invoices: {
    file: 'views/invoices.tsx',
    part: 'InvoicesView',
    path: '/sandbox/invoices',
    rows: [
      ['a', 'N2', 'Bea', 'Paid', '2026-01-02', '2026-02-03', 10],
      ['b', 'N3', 'Cleo', 'Credit', '2026-01-03', '2026-02-01', 9],
      ['c', 'N1', 'Ada', 'Overdue', '2026-01-01', '2026-02-02', -1],
    ].map(([Id, InvoiceNumber, RecipientName, PaymentStatus, DocumentDate, DueDate, TotalGross]) => ({
      ...{ Id, InvoiceNumber, RecipientName, PaymentStatus, DocumentDate, DueDate, TotalGross },
      ...{ Open: TotalGross, Currency: 'CHF' },
    })),
    sorted: { Number: 'cab', Recipient: 'cab', Status: 'bca', Date: 'cab', Due: 'bca', Gross: 'cba' },
    choices: { Status: ['paymentStatus', 'Overdue'] },
    collections: ['invoices', 'ledgerEntries', 'clock'],
  },
  payments: {
    file: 'views/payments.tsx',
    part: 'PaymentsView',
    path: '/api/v1/paymentTransactions',
    rows: [
      ['a', '2026-01-02', 'Bea', 'Refunded', 100],
      ['b', '2026-01-03', 'Cleo', 'Chargeback', 9],
      ['c', '2026-01-01', 'Ada', 'Failed', 10],
    ].map(([Id, StatusTimestamp, CustomerName, Status, Amount]) => ({
      ...{ Id, StatusTimestamp, CustomerName, Status: { Status }, Amount, Currency: 'CHF' },
    })),
    sorted: { When: 'cab', Customer: 'cab', Status: 'bca', Amount: 'bca' },
    choices: { Status: ['status', 'Refunded'] },
    collections: ['paymentTransactions'],
  },
};

async function newList(view: string, answers: Answers = {}, query = '') {
  const { file, part, path, rows } = lists[view] as (typeof lists)[string];
  const page = newPage(`#/${view}${query}`, {
    [`${path}?`]: rows,
    '/sandbox/attention': { FailedPayments: [{ ContractId: 'b' }], OverdueInvoices: [], Endpoints: [] },
    ...answers,
  });
  const { [part]: View } = await load(file);
  const { place } = draw(View);
  await page.begin();
  const asked = () =>
    page.asked
      .filter((request) => request.startsWith(`GET ${path}?`))
      .map((request) => request.slice(path.length + 5));
  const ids = () =>
    [...place.querySelectorAll('tbody tr')].map((row) => row.getAttribute('data-row')).join('');
  const button = (text: string) =>
    [...place.querySelectorAll('button')].find(({ textContent }) => textContent === text);
  const head = (column: string) =>
    [...place.querySelectorAll<HTMLElement>('th button')].find(
      ({ textContent }) => textContent?.replace(/ [↑↓]$/, '') === column,
    );
  const field = async (label: string, value: string) => {
    const control = place.querySelector<HTMLInputElement>(`[aria-label="${label}"]`) as HTMLInputElement;
    control.value = value;
    control.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const total = () => place.querySelector('.count [role=status]')?.textContent;
  return { ...page, place, path, asked, ids, button, head, field, total };
}

const numbered = (count: number): Row[] =>
  Array.from({ length: count }, (_, at) => ({
    Id: `c${at}`,
    CustomerName: `Name ${String(count - at).padStart(4, '0')}`,
    EmailAddress: '',
    Address: {},
    CreatedAt: '2026-01-01',
  }));

const views = Object.keys(lists);

test.each(views)('the list of %s is sorted by each of its columns, up, down and not at all', async (view) => {
  const { ids, head, place } = await newList(view);
  await expect.poll(ids, often).toBe('abc');
  const { sorted } = lists[view] as (typeof lists)[string];
  expect([...place.querySelectorAll('th button')].map(({ textContent }) => textContent)).toEqual(
    Object.keys(sorted),
  );
  for (const [column, ascending] of Object.entries(sorted)) {
    const equal = ids();
    for (const [order, hash] of [
      [ascending, `?sort=${column.replaceAll(' ', '+')}`],
      [undefined, `?sort=-${column.replaceAll(' ', '+')}`],
      [equal, ''],
    ]) {
      head(column)?.click();
      await expect
        .poll(() => [column, location.hash, ...(order === undefined ? [] : [ids()])], often)
        .toEqual([column, `#/${view}${hash}`, ...(order === undefined ? [] : [order])]);
      if (order === undefined) expect(ids()[0]).not.toBe(ascending[0]);
    }
  }
});

test.each(views)('the list of %s asks the API for what is filtered and typed', async (view) => {
  const { asked, field, ids, place, total } = await newList(view);
  await expect.poll(ids, often).toBe('abc');
  expect([asked(), total()]).toEqual([['take=500&skip=0'], `3 ${view}`]);
  // No amount is in the currency of the account.
  for (const amount of place.querySelectorAll('.amount')) expect(amount.textContent).toMatch(/ CHF$/);
  const { choices } = lists[view] as (typeof lists)[string];
  for (const [label, [parameter, option]] of Object.entries(choices)) {
    await field(label, option);
    await expect.poll(() => asked().at(-1), often).toBe(`${parameter}=${option}&take=500&skip=0`);
    expect(location.hash).toBe(`#/${view}?${parameter}=${option}`);
    await field(label, '');
    await expect.poll(() => asked().at(-1), often).toBe('take=500&skip=0');
  }
  await field('Filter', 'a b');
  await expect.poll(() => asked().at(-1), often).toBe('search=a+b&take=500&skip=0');
  expect(location.hash).toBe(`#/${view}?q=a+b`);
});

test.each(views)('the list of %s is read again when its documents change', async (view) => {
  const { asked, ids } = await newList(view);
  await expect.poll(ids, often).toBe('abc');
  const { revisions } = await load('session.ts');
  const { collections } = lists[view] as (typeof lists)[string];
  for (const [at, name] of collections.entries()) {
    revisions.set({ ...revisions.get(), mails: at, [name]: 1 });
    await expect.poll(() => asked().length, often).toBe(at + 2);
  }
});

test('contracts whose payment failed are found without asking again, with those of the search', async () => {
  const { asked, field, ids, total, place } = await newList('contracts');
  await expect.poll(ids, often).toBe('abc');
  await field('Payments', 'failed');
  await expect.poll(ids, often).toBe('b');
  expect([location.hash, total(), asked()]).toEqual([
    '#/contracts?payments=failed',
    '1 contract',
    ['take=500&skip=0'],
  ]);
  expect(place.querySelector('tbody .mark')?.textContent).toBe('Active, payment failed, no retry planned');
});

test('a list links its rows with its filters, and marks the one that is open', async () => {
  const { ids, place } = await newList('customers', {}, '/b?q=x&sort=Name');
  await expect.poll(ids, often).toBe('cab');
  expect(place.querySelector('tbody a')?.getAttribute('href')).toBe('#/customers/c?q=x&sort=Name');
  expect(place.querySelector('tr[aria-current]')?.getAttribute('data-row')).toBe('b');
  expect([
    place.querySelector('.split.open') !== null,
    place.querySelector('.detail h1')?.textContent,
  ]).toEqual([true, 'Customer']);
  expect(place.querySelector('.detail header a')?.getAttribute('href')).toBe('#/customers?q=x&sort=Name');
});

test('a row that is opened is scrolled to, once the list is there', async () => {
  const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockReturnValue();
  const { ids, place } = await newList('customers', {}, '/b');
  await expect.poll(ids, often).toBe('abc');
  await expect.poll(() => scrolled.mock.contexts.length, often).toBeGreaterThan(0);
  expect(scrolled.mock.contexts.at(-1)).toBe(place.querySelector('tr[aria-current]'));
  expect(scrolled.mock.lastCall).toEqual([{ block: 'nearest' }]);
});

test('a long list has pages of a hundred, and asks for five of them at once', async () => {
  const all = numbered(1_120);
  const { asked, button, ids, place, total } = await newList('customers', {
    '/api/v1/customers?': (path: string) => {
      const skip = Number(/skip=(\d+)/.exec(path)?.[1]);
      return all.slice(skip, skip + 500);
    },
  });
  const first = () => /^c\d+?(?=c|$)/.exec(ids())?.[0];
  const range = () => [...place.querySelectorAll('.count > span')].at(-1)?.textContent;
  const controls = () => [...place.querySelectorAll('.count button')].map(({ textContent }) => textContent);
  await expect.poll(() => [first(), range()], often).toEqual(['c0', '1 to 100']);
  expect([total(), controls()]).toEqual(['more than 500 customers', ['Next', 'Export CSV']]);
  for (const [before, page, buttons, count] of [
    [undefined, 1, ['Previous', 'Next'], 'more than 500 customers'],
    [4, 5, ['Previous', 'Next'], 'more than 1,000 customers'],
    [10, 11, ['Previous'], '1,120 customers'],
  ] as const) {
    if (before !== undefined) location.hash = `#/customers?page=${before}`;
    if (before !== undefined) await expect.poll(first, often).toBe(`c${before * 100}`);
    button('Next')?.click();
    const last = Math.min(1_120, page * 100 + 100);
    await expect
      .poll(() => [location.hash, first(), range()], often)
      .toEqual([`#/customers?page=${page}`, `c${page * 100}`, `${page * 100 + 1} to ${last}`]);
    expect([total(), controls()]).toEqual([count, [...buttons, 'Export CSV']]);
  }
  expect(asked()).toEqual(['take=500&skip=0', 'take=500&skip=500', 'take=500&skip=1000']);
  button('Previous')?.click();
  await expect.poll(() => location.hash, often).toBe('#/customers?page=10');
  location.hash = '#/customers?page=1';
  await expect.poll(first, often).toBe('c100');
  button('Previous')?.click();
  await expect.poll(() => [location.hash, first()], often).toEqual(['#/customers', 'c0']);
});

test.each([
  ['sorted', async ({ head }: Awaited<ReturnType<typeof newList>>) => head('Name')?.click(), '?sort=Name'],
  [
    'filtered',
    ({ field }: Awaited<ReturnType<typeof newList>>) => field('Status', 'Normal'),
    '?statusFilter=Normal',
  ],
  ['searched', ({ field }: Awaited<ReturnType<typeof newList>>) => field('Filter', 'Name'), '?q=Name'],
])('a list that is %s begins with its first page again', async (_, change, query) => {
  const list = await newList('customers', { '/api/v1/customers?': numbered(150) }, '?page=1');
  await expect.poll(() => list.place.querySelectorAll('tbody tr').length, often).toBe(50);
  await change(list);
  await expect.poll(() => list.place.querySelectorAll('tbody tr').length, often).toBe(100);
  expect(location.hash).toBe(`#/customers${query}`);
});

test('a single row is counted as one', async () => {
  const { total } = await newList('customers', { '/api/v1/customers?': numbered(1) });
  await expect.poll(total, often).toBe('1 customer');
});

test('a page with exactly a hundred rows has no next one', async () => {
  const { place } = await newList('customers', { '/api/v1/customers?': numbered(100) });
  await expect.poll(() => place.querySelectorAll('tbody tr').length, often).toBe(100);
  expect([...place.querySelectorAll('.count button')].map(({ textContent }) => textContent)).toEqual([
    'Export CSV',
  ]);
});

test.each([
  ['?q=x', 'No results'],
  ['?page=3', 'No results'],
  ['?statusFilter=Normal', 'No results'],
  ['?sort=Name', 'No customers yet'],
  ['', 'No customers yet'],
])('an empty list at "%s" says "%s"', async (query, title) => {
  const { button, place, total } = await newList('customers', { '/api/v1/customers?': [] }, query);
  await expect.poll(() => place.querySelector('.empty h2')?.textContent, often).toBe(title);
  expect([button('Export CSV'), place.querySelector('table'), total()]).toEqual([
    undefined,
    null,
    '0 customers',
  ]);
  if (title === 'No results') {
    button('Clear the filters')?.click();
    await expect.poll(() => location.hash, often).toBe('#/customers');
  }
});

test('a list says that it loads, or why it could not be read', async () => {
  const { answers, place, total } = await newList('customers', { '/api/v1/customers?': undefined });
  expect([total(), place.querySelector('.empty')]).toEqual(['Loading', null]);
  answers['/api/v1/customers?'] = Response.json({ Message: 'Not now.' }, { status: 503 });
  location.hash = '#/customers?q=x';
  await expect.poll(() => place.querySelector('[role=alert]')?.textContent, often).toBe('Not now.');
  expect([total(), place.querySelector('.empty, table')]).toEqual(['', null]);
});

test('a list exports what its filters keep, whichever page is shown', async () => {
  const { asked, button, ids } = await newList('customers', {}, '?q=x&statusFilter=Normal');
  await expect.poll(ids, often).toBe('abc');
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  button('Export CSV')?.click();
  await expect
    .poll(() => saved.mock.contexts.map((link) => (link as HTMLAnchorElement).download), often)
    .toEqual(['customers.csv']);
  expect(asked().at(-1)).toBe('search=x&statusFilter=Normal&take=500');
});

function Own({ id }: { readonly id: string }) {
  const [first] = useState(id);
  return jsx('h2', { children: first });
}

test('an open row keeps nothing of the one before, as results and what is typed', async () => {
  newPage('#/customers/a', { '/api/v1/customers': [] });
  const { ListView } = await load('parts/list-view.tsx');
  const more = { title: 'Customers', path: '/api/v1/customers', collections: [], columns: [], empty: '' };
  const detail = (id: string) => jsx(Own as never, { id } as never);
  const { place } = draw(ListView, { name: 'customers', ...more, detail });
  const shown = () => place.querySelector('h2')?.textContent;
  await expect.poll(shown, often).toBe('a');
  location.hash = '#/customers/b';
  await expect.poll(shown, often).toBe('b');
});

test('an open row is another one as soon as its address is', async () => {
  const { asked, place } = await newList('customers', {
    '/api/v1/customers/b': { Id: 'b', CustomerName: 'Bea', Address: {} },
    '/api/v1/customers/c': { Id: 'c', CustomerName: 'Cleo', Address: {} },
  });
  const title = () => place.querySelector('.detail h1')?.textContent;
  for (const [id, name] of [
    ['b', 'Bea'],
    ['c', 'Cleo'],
  ]) {
    location.hash = `#/customers/${id}`;
    await expect.poll(title, often).toBe(name);
  }
  location.hash = '#/customers';
  await expect.poll(title, often).toBeUndefined();
  expect(asked()).toHaveLength(1);
});
