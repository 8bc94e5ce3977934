// @vitest-environment happy-dom
// Customers, orders, invoices and the catalogue: what their dialogs say and send, and what is said while something is missing.
import { expect, test, vi } from 'vitest';
import { type Answers, draw, load, newPage } from './drawn.ts';
import { lines, often, outlineOf, placesOf, section, without } from './outline.ts';

const empty = { OAuthClients: [{ ClientId: 'c', ClientSecret: 's' }], PlanVariants: [] };
const order = {
  Id: 'o1',
  OrderType: 'Signup',
  Status: 'InProgress',
  Currency: 'EUR',
  CreatedAt: '2026-03-15T09:00:00Z',
};
const invoice = {
  ...{
    Id: 'i1',
    InvoiceNumber: 'N-1',
    IsInvoice: true,
    RecipientName: 'Ada',
    CustomerId: 'k1',
    ContractId: 'c1',
  },
  ...{ Currency: 'EUR', TotalGross: 11.9, TotalNet: 10, TotalVat: 1.9 },
  ...{ Created: '2026-03-15T09:00:00Z', DueDate: '2026-03-29T09:00:00Z' },
};
const customer = {
  ...{
    Id: 'k1',
    CustomerName: 'Ada',
    CustomerSubName: '',
    EmailAddress: 'ada@x',
    Address: {},
    IsLocked: false,
  },
  CreatedAt: '2026-03-15T09:00:00Z',
};
const stored: Answers = {
  '/api/v1/customers?': [],
  '/api/v1/customers/k1': customer,
  '/api/v1/contracts?': [],
  '/api/v1/orders?': [],
  '/api/v1/orders/o1': order,
  '/sandbox/invoices?': [],
  '/api/v1/invoices/i1': invoice,
  '/api/v1/invoices/i1/download': new Response('pdf'),
  '/api/v1/paymentTransactions?': [],
};
const parts: Readonly<Record<string, readonly [file: string, part: string]>> = {
  customers: ['views/customers.tsx', 'CustomersView'],
  orders: ['views/orders.tsx', 'OrdersView'],
  invoices: ['views/invoices.tsx', 'InvoicesView'],
  catalogue: ['views/catalogue.tsx', 'CatalogueView'],
};

async function newView(address: string, answers: Answers = {}) {
  const page = newPage(`#/${address}`, { ...stored, ...answers });
  vi.spyOn(console, 'error').mockReturnValue();
  const [file, part] = parts[address.split('/')[0] ?? ''] ?? ['', ''];
  const { [part]: View } = await load(file);
  const { Dialog } = await load('parts/action.tsx');
  const { place } = draw(View);
  const { place: dialogs } = draw(Dialog);
  await page.begin();
  const button = (text: string) =>
    [...place.querySelectorAll('button')].find(({ textContent }) => textContent === text);
  return {
    ...page,
    place,
    button,
    detail: () => outlineOf(place.querySelector('.detail')),
    dialog: async (action: string) => {
      await expect.poll(() => button(`${action}…`), often).toBeDefined();
      button(`${action}…`)?.click();
      await expect
        .poll(() => dialogs.querySelector('dialog')?.getAttribute('aria-label'), often)
        .toBe(action);
      return dialogs.querySelector('dialog') as HTMLDialogElement;
    },
  };
}

/** By view: the action, what the API says of the document, the words of the dialog with its fields and its request. */
const dialogs: readonly (readonly [
  view: string,
  action: string,
  answers: Answers,
  shown: string,
  kind?: string,
])[] = [
  [
    'customers',
    'New customer',
    {},
    `Creates a customer without a contract.
    First name<First name: Ada>
    Last name<Last name: Lovelace>
    E-mail<E-mail: ada@example.com>
    Country<Country: DE>
    POST /api/v1/customers
    { "FirstName": "Ada", "LastName": "Lovelace", "EmailAddress": "ada@example.com", "Address": { "Country": "DE" } }`,
  ],
  [
    'customers/k1',
    'Lock',
    {},
    `A locked customer is not charged. In self-service, they can only read and cancel.
    PATCH /api/v1/customers/k1
    { "IsLocked": true }`,
  ],
  [
    'customers/k1',
    'Unlock',
    { '/api/v1/customers/k1': { ...customer, IsLocked: true } },
    `Charges the open balance, and allows full self-service again.
    PATCH /api/v1/customers/k1
    { "IsLocked": false }`,
  ],
  [
    'customers/k1',
    'Change e-mail',
    {},
    `Mails and invoices go to the new address from now on.
    E-mail<E-mail: ada@x>
    PATCH /api/v1/customers/k1
    { "EmailAddress": "ada@x" }`,
  ],
  [
    'customers/k1',
    'Delete',
    {},
    `Deletes the customer. A customer with a contract that has not ended cannot be deleted.
    DELETE /api/v1/customers/k1`,
    'danger',
  ],
  [
    'orders/o1',
    'Commit',
    {},
    `Completes the order without a payment. The customer pays on account, by bank transfer.
    POST /api/v1/orders/o1/commit
    { "PaymentMethod": "InvoicePayment" }`,
  ],
  [
    'orders/o1',
    'Approve',
    { '/api/v1/orders/o1': { ...order, Status: 'ApprovalPending' } },
    `Completes the order: its contract starts, and the payment is collected.
    POST /api/v1/orders/o1/approve
    {}`,
  ],
  [
    'orders/o1',
    'Decline',
    { '/api/v1/orders/o1': { ...order, Status: 'ApprovalPending' } },
    `Rejects the order. No contract starts, and a reserved amount is released.
    POST /api/v1/orders/o1/decline
    {}`,
    'danger',
  ],
  [
    'invoices/i1',
    'Issue credit note',
    {},
    `Credits an amount to the contract. No money is refunded.
    Amount (gross)<Amount (gross) (number): 11.9>
    Reason<Reason: Goodwill>
    POST /api/v1/invoices/i1/creditNote
    { "Amount": 11.9, "Reason": "Goodwill" }`,
  ],
  [
    'invoices/i1',
    'Create download link',
    {},
    `Creates a link to the PDF that works without a token until it expires.
    POST /api/v1/invoices/i1/downloadLink
    {}`,
  ],
];

const cases = dialogs.map((one) => [one[0], one[1], one] as const);

test.each(cases)(
  '%s: "%s" says what it does and sends',
  async (view, action, [, , answers, shown, kind = 'main']) => {
    const { dialog } = await newView(view, answers);
    expect(outlineOf(await dialog(action)).slice(1)).toEqual([
      ...lines(shown),
      '{Copy as curl}{Copy as test code}{Copy as Playwright}{Copy as fetch}',
      `{Back}{${action} "${kind}"}`,
    ]);
  },
);

test.each([
  ['customers', 'New customer', '/api/v1/customers', { Id: 'k9' }, '#/customers/k9'],
  ['orders/o1', 'Commit', '/api/v1/orders/o1/commit', { Id: 'c9' }, '#/contracts/c9'],
])('%s: what "%s" makes is opened', async (view, action, path, made, hash) => {
  const { dialog } = await newView(view, { [path]: made });
  (await dialog(action)).querySelector('form')?.requestSubmit();
  await expect.poll(() => location.hash, often).toBe(hash);
});

test.each([
  ['customers/k1', '/api/v1/customers/k1', 'Customer'],
  ['orders/o1', '/api/v1/orders/o1', 'Order'],
  ['invoices/i1', '/api/v1/invoices/i1', 'Invoice'],
])('%s that is not there says so', async (view, path, title) => {
  const { detail, place } = await newView(view, {
    [path]: Response.json({ Message: 'Not there.' }, { status: 404 }),
  });
  await expect.poll(() => detail()[2], often).toBe('✗ Not there.');
  expect(placesOf(place)).toEqual(['Details']);
  expect(detail()[0]).toBe(`# ${title}`);
});

const line = { Description: 'Pro', Quantity: 1, VatPercentage: 19, TotalGross: 1 };

test.each([
  [
    'customers/k1',
    {
      '/api/v1/contracts?': [
        { Id: 'c1', ReferenceCode: 'R1', LifecycleStatus: 'Active', Balance: 1, Currency: 'CHF' },
      ],
    },
    1,
  ],
  ['orders/o1', { '/api/v1/orders/o1': { ...order, TotalGross: 1, LineItems: [line], Currency: 'CHF' } }, 2],
  ['invoices/i1', { '/api/v1/invoices/i1': { ...invoice, ItemList: [line], Currency: 'CHF' } }, 4],
])('%s has its amounts in their own currency', async (view, answers, count) => {
  const { place } = await newView(view, answers);
  const amounts = () => [...place.querySelectorAll('.detail .amount')].map(({ textContent }) => textContent);
  await expect.poll(() => amounts().filter((text) => text?.endsWith(' CHF')).length, often).toBe(count);
  expect(amounts()).toHaveLength(count);
});

test('an order is committed while it is open, decided while it waits, and otherwise closed', async () => {
  const { answers, detail } = await newView('orders/o1');
  const { revisions } = await load('session.ts');
  for (const [at, [Status, offered]] of [
    ['InProgress', '{Commit… "main"}'],
    ['Failed', '{Commit… "main"}'],
    ['ApprovalPending', '{Approve…}{Decline… "danger"}'],
    ['Expired', 'The order is closed.'],
  ].entries()) {
    answers['/api/v1/orders/o1'] = { ...order, Status };
    revisions.set({ orders: at + 1 });
    await expect.poll(() => section(detail(), 'Actions').at(-1), often).toBe(offered);
    expect(detail()).toContain('No lines.');
  }
});

const status = (more: object) => ({ ...invoice, PaymentStatus: 'Open', Open: 11.9, ...more });

test.each([
  [status({}), '…Open, due in 14 days'],
  [status({ Open: 1.9 }), '…Open, due in 14 days, 1.90 EUR left'],
  [status({ PaymentStatus: 'Paid', Open: 0 }), '✓Paid'],
  [status({ PaymentStatus: 'Overdue', DueDate: '2026-03-12T09:00:00Z' }), '✗3 days overdue'],
  [
    status({ PaymentStatus: 'Overdue', DueDate: '2026-03-12T09:00:00Z', Open: 5 }),
    '✗3 days overdue, 5.00 EUR left',
  ],
  [status({ PaymentStatus: 'Credit', Open: 0 }), 'Credit note'],
])('an invoice, %o, is "%s"', async (row, text) => {
  const { asked, detail } = await newView('invoices/i1', {
    '/sandbox/invoices?contractId=c1': [status({ Id: 'i0', PaymentStatus: 'Paid' }), row],
  });
  await expect.poll(() => detail()[3], often).toBe(text);
  expect(asked).toContain('GET /sandbox/invoices?contractId=c1&take=500');
});

test('an invoice is refunded by the payment that paid it', async () => {
  const payment = (Id: string, InvoiceId: string, Status: string) => ({
    ...{ Id, InvoiceId, Status: { Status }, Amount: 3, Currency: 'EUR' },
  });
  const { answers, asked, button, detail, dialog } = await newView('invoices/i1', {
    '/api/v1/paymentTransactions?': [payment('p1', 'i2', 'Succeeded'), payment('p2', 'i1', 'Failed')],
  });
  const { revisions } = await load('session.ts');
  await expect.poll(() => asked.some((line) => line.includes('paymentTransactions')), often).toBe(true);
  await expect.poll(() => detail()[0], often).toBe('# Invoice N-1');
  expect(button('Refund…')).toBeUndefined();
  answers['/api/v1/paymentTransactions?'] = [
    payment('p2', 'i1', 'Failed'),
    payment('p3', 'i1', 'PartiallyRefunded'),
  ];
  revisions.set({ paymentRefunds: 1 });
  expect(outlineOf(await dialog('Refund')).join()).toContain('POST /api/v1/paymentTransactions/p3/refund');
  expect(asked).toContain('GET /api/v1/paymentTransactions?contractId=c1&take=500');
});

test('a link to a PDF is shown to be copied', async () => {
  const { dialog } = await newView('invoices/i1', {
    '/api/v1/invoices/i1/downloadLink': { Url: 'https://x/pdf' },
  });
  const open = await dialog('Create download link');
  open.querySelector('form')?.requestSubmit();
  await expect.poll(() => outlineOf(open).join(), often).toContain('✓ https://x/pdf {Copy}');
});

test('a credit note has no refund and no other credit note', async () => {
  const { detail } = await newView('invoices/i1', {
    '/api/v1/invoices/i1': { ...invoice, IsInvoice: false, ItemList: undefined },
  });
  await expect.poll(() => detail()[0], often).toBe('# Credit note N-1');
  expect(section(detail(), 'Actions')).toEqual(['## Actions', '{Create download link…}']);
  expect(detail()).toContain('No lines.');
});

/** By view: what is read again when documents of a collection change. */
const readAgain: readonly (readonly [view: string, path: string, collections: readonly string[]])[] = [
  ['customers/k1', '/api/v1/customers/k1', ['customers']],
  ['customers/k1', '/api/v1/contracts?customerId=k1&take=500', ['contracts']],
  ['orders/o1', '/api/v1/orders/o1', ['orders']],
  ['invoices/i1', '/api/v1/invoices/i1', ['invoices']],
  ['invoices/i1', '/sandbox/invoices?contractId=c1&take=500', ['invoices', 'ledgerEntries', 'clock']],
  [
    'invoices/i1',
    '/api/v1/paymentTransactions?contractId=c1&take=500',
    ['paymentTransactions', 'paymentRefunds'],
  ],
];

test.each(readAgain)('%s reads %s again when it may have changed', async (view, path, collections) => {
  const { asked } = await newView(view);
  const { revisions } = await load('session.ts');
  const times = () => asked.filter((line) => line === `GET ${path}`).length;
  await expect.poll(times, often).toBe(1);
  for (const [at, name] of collections.entries()) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    revisions.set({ ...revisions.get(), [name]: 1 });
    await expect.poll(times, often).toBe(at + 2);
  }
});

const catalog = {
  ...empty,
  ...{ BaseUrl: 'http://x', PublicApiKey: 'key', ServiceUsers: [{ Username: 'user', Password: 'hush' }] },
  OAuthClients: [{ Name: 'Back', ClientId: 'id7', ClientSecret: 'hush' }],
  Coupons: [
    { Codes: ['ONE', 'TWO'], Name: 'Both', Outcome: '20 % off', Active: true },
    { Codes: ['OLD'], Name: 'Gone', Outcome: 'expired', Active: false },
  ],
  Providers: [{ Name: 'Alpha', Bearers: [{ Bearer: 'Debit:Alpha', Kind: 'Redirect' }] }],
  TestData: [
    { Kind: 'Iban', Value: 'DE1', Outcome: 'works' },
    { Kind: 'Card', Value: '4111', Outcome: 'is declined' },
    { Kind: 'Iban', Value: 'DE2', Outcome: 'is closed' },
    { Kind: 'Account', Value: '99', Outcome: 'too' },
  ],
  PlanVariants: [
    {
      Id: 'v1',
      Name: 'Yearly',
      RecurringFee: 100,
      SetupFee: 0,
      Currency: 'CHF',
      FeePeriod: { Quantity: 2, Unit: 'Year' },
    },
  ],
  Components: [
    { Id: 'd1', Name: 'Scaled', ComponentType: 'Metered', Currency: 'CHF' },
    {
      Id: 'd2',
      ComponentType: 'OnOff',
      PricePerUnit: 0,
      FeePeriod: { Quantity: 1, Unit: 'Month' },
      Currency: 'CHF',
    },
    { Id: 'd3', Name: 'Once', ComponentType: 'Metered', PricePerUnit: 2, Currency: 'CHF' },
  ],
  Receipts: [{ Name: 'Bought', Type: 'AppleIap', Expect: 'accepted', Request: { A: 1 } }],
};

test('the catalogue says what each price is for, and is read again when it changes', async () => {
  const { answers, place } = await newView('catalogue', {
    '/sandbox/catalog': catalog,
    '/sandbox/stores/': [],
  });
  const shown = () => outlineOf(place);
  await expect.poll(() => shown().length, often).toBeGreaterThan(10);
  expect(without(shown(), 'App stores')).toEqual(
    lines(`
      # Catalogue and test data
      <Filter: >
      ## Test data: IBAN
      Value | Outcome
      DE1 {Copy} | works
      DE2 {Copy} | is closed
      ## Test data: Card
      Value | Outcome
      4111 {Copy} | is declined
      ## Test data: Bank account
      Value | Outcome
      99 {Copy} | too
      ## Access
      What | Value
      Base URL | http://x {Copy}
      Public API key | key {Copy}
      OAuth client “Back” | id7 {Copy}
      Secret of “Back” | hush {Copy}
      Service user | user {Copy}
      Password of the service user | hush {Copy}
      ## Plans
      Plan | Fee | Id
      Yearly | 100.00 CHF every 2 years | v1 {Copy}
      ## Components
      Component | Type | Price | Id
      Scaled | Metered | price scale | d1 {Copy}
      OnOff | 0.00 CHF a month | d2 {Copy}
      Once | Metered | 2.00 CHF | d3 {Copy}
      ## Coupons
      Code | Discount
      ONE {Copy}TWO {Copy} | 20 % off
      OLD {Copy} | …expired
      ## Payment methods
      Bearer | Provider | Flow
      Debit:Alpha {Copy} | Alpha | Redirect`),
  );
  expect(placesOf(place)).toEqual([
    ...['Test data: IBAN', 'Test data: Card', 'Test data: Bank account'],
    ...['Access', 'Plans', 'Components', 'Coupons', 'Payment methods', 'App stores'],
  ]);
  // Each is found by what it is called, what is copied and what comes of it, but not by secrets.
  const filter = () => place.querySelector<HTMLInputElement>('[aria-label=Filter]');
  for (const [words, count] of Object.entries({
    ...{ 'http://x': 1, KEY: 1, back: 2, id7: 2, user: 2, hush: 0, 'public api': 1, 'base url': 1 },
    ...{
      yearly: 1,
      v1: 1,
      scaled: 1,
      d2: 1,
      two: 1,
      both: 1,
      gone: 1,
      '20 %': 0,
      alpha: 1,
      debit: 1,
      redirect: 1,
    },
    ...{ de2: 1, declined: 1, 'is ': 2 },
  })) {
    location.hash = `#/catalogue?q=${encodeURIComponent(words)}`;
    await expect
      .poll(() => [filter()?.value, place.querySelectorAll('tbody tr').length], often)
      .toEqual([words, count]);
  }
  location.hash = '#/catalogue';
  const { revisions } = await load('session.ts');
  for (const [at, name] of ['planVariants', 'components', 'coupons', 'discounts'].entries()) {
    answers['/sandbox/catalog'] = { ...catalog, BaseUrl: `http://${at}` };
    revisions.set({ ...revisions.get(), [name]: 1 });
    await expect.poll(() => shown().join(), often).toContain(`http://${at} {Copy}`);
  }
});

test('a receipt of a store is copied, bought, and its subscription changed', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const { asked, button, dialog, place } = await newView('catalogue', {
    '/sandbox/catalog': catalog,
    '/sandbox/stores/AppleIap/subscriptions': [],
    '/sandbox/stores/GoogleIap/subscriptions': [
      { Id: 'sub/123456789', Status: 'Active', ProductId: 'pro', ExpiryDate: '2026-04-14T23:00:00Z' },
    ],
    '/sandbox/stores/AmazonIap/subscriptions': [],
    '/sandbox/stores/AppleIap/receipts': { Receipt: 'r1' },
  });
  const stores = () => section(outlineOf(place), 'App stores');
  await expect.poll(stores, often).toEqual(
    lines(`
      ## App stores
      Receipts to send to POST /api/v1/ExternalSubscriptions/check.
      - AppleIap: Bought accepted{Copy Bought}
      {Buy in AppleIap…}{Buy in GoogleIap…}{Buy in AmazonIap…}
      ### GoogleIap
      - Active pro, until 2026-04-15{Change 456789…}`),
  );
  expect(asked.filter((line) => line.includes('subscriptions'))).toEqual(
    ['AppleIap', 'GoogleIap', 'AmazonIap'].map(
      (type) => `GET /sandbox/stores/${type}/subscriptions?take=100`,
    ),
  );
  button('Copy Bought')?.click();
  expect(JSON.parse(copied.mock.lastCall?.[0] ?? '')).toEqual({ A: 1 });
  const buy = await dialog('Buy in AppleIap');
  expect(outlineOf(buy).slice(1, 5)).toEqual(
    lines(`
      Creates a receipt to paste into a check or an order.
      State<State: Trial / *Active / Canceled / Expired / Refunded>
      POST /sandbox/stores/AppleIap/receipts
      { "Status": "Active" }`),
  );
  buy.querySelector('form')?.requestSubmit();
  await expect.poll(() => button('Copy receipt') !== undefined, often).toBe(true);
  button('Copy receipt')?.click();
  expect(JSON.parse(copied.mock.lastCall?.[0] ?? '')).toEqual({ Receipt: 'r1' });
  expect(stores()).toContain('{ "Receipt": "r1" }');
  expect(outlineOf(await dialog('Change 456789')).slice(1, 5)).toEqual(
    lines(`
      Changes the subscription in the store, and notifies the sandbox as the store would.
      State<State: Active / *Canceled / Expired / Refunded>
      PATCH /sandbox/stores/GoogleIap/subscriptions/sub%2F123456789
      { "Status": "Canceled" }`),
  );
});
