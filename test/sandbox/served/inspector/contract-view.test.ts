// @vitest-environment happy-dom
// A contract in states that a sandbox takes long to come to: what is asked, shown and offered in each.
import { expect, test, vi } from 'vitest';
import { type Answers, draw, load, newPage } from './drawn.ts';
import { lines, often, outlineOf, placesOf, section } from './outline.ts';

const contract = {
  Id: 'c1',
  ReferenceCode: 'R1',
  CustomerId: 'k1',
  CustomerName: 'Ada Lovelace',
  LifecycleStatus: 'Active',
  Phases: [],
  StartDate: '2026-01-15T09:00:00Z',
  Balance: 0,
  Currency: 'EUR',
};
const path = '/api/v1/contracts/c1';
const variants = [
  { Id: 'v1', Name: 'Basic' },
  { Id: 'v2', Name: 'Pro' },
];

async function newContract(more: object = {}, answers: Answers = {}, query = '') {
  const page = newPage(`#/contracts/c1${query}`, {
    '/api/v1/contracts?': [],
    '/sandbox/attention': { FailedPayments: [], OverdueInvoices: [], Endpoints: [] },
    '/sandbox/catalog': { OAuthClients: [{ ClientId: 'c', ClientSecret: 's' }], PlanVariants: variants },
    [path]: { ...contract, ...more },
    [`${path}/ledgerEntries`]: [],
    [`${path}/cancellationPreview`]: {},
    [`${path}/previewNextRecurring`]: {},
    '/api/v1/paymentTransactions': [],
    '/sandbox/tasks': [],
    '/sandbox/invoices': [],
    '/sandbox/payments/next': [],
    ...answers,
  });
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
  const session = await load('session.ts');
  const { ContractsView } = await load('views/contracts.tsx');
  const { Dialog } = await load('parts/action.tsx');
  const { place } = draw(ContractsView);
  const { place: dialogs } = draw(Dialog);
  await page.begin();
  const detail = () => outlineOf(place.querySelector('.detail'));
  const press = (text: string, root: Element = place) =>
    [...root.querySelectorAll('button')].find(({ textContent }) => textContent === text)?.click();
  return {
    ...page,
    place,
    session,
    detail,
    press,
    part: (title: string) => section(detail(), title),
    dialog: async (action: string) => {
      press(`${action}…`);
      await expect
        .poll(() => dialogs.querySelector('dialog')?.getAttribute('aria-label'), often)
        .toBe(action);
      return dialogs.querySelector('dialog') as HTMLDialogElement;
    },
  };
}

test('a contract asks for all that it shows, and again when one of it changes', async () => {
  const { asked, detail, session } = await newContract();
  await expect.poll(() => detail()[0], often).toBe('# R1 · Ada Lovelace');
  await expect
    .poll(() => asked.filter((line) => line.includes('cancellationPreview')), often)
    .toHaveLength(1);
  const own = () => [...asked].filter((line) => /c1/.test(line)).sort();
  const all = [
    `GET ${path}`,
    `GET ${path}/cancellationPreview`,
    `GET ${path}/ledgerEntries?take=500`,
    `GET ${path}/previewNextRecurring`,
    'GET /api/v1/paymentTransactions?contractId=c1&take=500',
    'GET /sandbox/invoices?contractId=c1&items=true&take=500',
    'GET /sandbox/payments/next?contractId=c1',
    'GET /sandbox/tasks?contractId=c1&take=10',
  ];
  const known = new Set(own());
  expect(all.filter((line) => !known.has(line) && !line.includes('payments/next'))).toEqual([]);
  const shared = all.filter((line) => !/payments\/next|tasks/.test(line));
  for (const name of ['contracts', 'invoices', 'paymentTransactions', 'ledgerEntries', 'clock']) {
    asked.length = 0;
    session.revisions.set({ ...session.revisions.get(), [name]: 1 });
    await expect.poll(() => shared.filter((line) => !asked.includes(line)), often).toEqual([]);
    const isOfTasks = ['contracts', 'paymentTransactions', 'clock'].includes(name);
    expect(asked.some((line) => line.startsWith('GET /sandbox/tasks'))).toBe(isOfTasks);
  }
});

test.each([
  ['runs', {}, true],
  ['ends', { EndDate: '2026-05-01T09:00:00Z' }, false],
  ['is annulled', { LifecycleStatus: 'Annulled' }, false],
])('a contract that %s is asked when it may be canceled: %o, %s', async (_, more, isAsked) => {
  const { asked, detail } = await newContract(more);
  await expect.poll(() => detail()[0], often).toBe('# R1 · Ada Lovelace');
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(asked.some((line) => line.includes('cancellationPreview'))).toBe(isAsked);
});

test('a contract that is not there says so', async () => {
  const { detail } = await newContract(
    {},
    { [path]: Response.json({ Message: 'There is no contract "c1".' }, { status: 404 }) },
  );
  await expect.poll(detail, often).toEqual(
    lines(`
      # Contract
      [× "× close details"](#/contracts)
      ✗ There is no contract "c1".`),
  );
});

test('a contract without documents, tasks and an end in sight says so', async () => {
  const { part, detail } = await newContract({ CurrentPhase: { PlanVariantId: 'v2' }, PaymentProvider: 'P' });
  await expect.poll(() => part('Next'), often).toEqual(['## Next', 'Nothing is due for this contract.']);
  expect(part('Documents')).toEqual(['## Documents', 'No invoices or payments yet.']);
  await expect
    .poll(() => part('Details'), often)
    .toEqual(
      lines(`
      ## Details
      Id: c1 {Copy}
      Customer: [Ada Lovelace](#/customers/k1)
      Plan: Pro
      Start: 2026-01-15 10:00
      Next billing: –
      Payment method: None
      Provider: P`),
    );
  expect(detail()).toContain('✓Active 0.00 EURsettled');
});

const many = (count: number, of: (at: number) => object) => Array.from({ length: count }, (_, at) => of(at));

test('a contract shows twelve invoices and twelve payments, and all of them on request', async () => {
  const { part, place, press } = await newContract(
    {},
    {
      '/sandbox/invoices': many(3, (at) => ({
        ...{ Id: `i${at}`, InvoiceNumber: `N${at}`, PaymentStatus: 'Paid', DocumentDate: '2026-02-01' },
        ...{ DueDate: '2026-02-01T09:00:00Z', Open: 0, TotalGross: 1, Currency: 'EUR' },
      })),
      '/api/v1/paymentTransactions': many(13, (at) => ({
        ...{ Id: `p${at}`, Status: { Status: 'Failed' }, StatusHistory: [], Type: 'Payment', Amount: at },
        StatusTimestamp: '2026-02-01T09:00:00Z',
      })),
    },
  );
  const links = () =>
    [...place.querySelectorAll('.detail .part li a')].map((link) => link.getAttribute('href'));
  await expect.poll(() => links().filter((href) => href?.startsWith('#/payments')).length, often).toBe(12);
  await expect.poll(() => part('Documents').at(-1), often).toBe('{All 3 invoices and 13 payments}');
  press('All 3 invoices and 13 payments');
  await expect.poll(() => links().at(-1), often).toBe('#/payments/p12');
  expect(part('Documents').at(-1)).toBe('- [✗Failed](#/payments/p12)2026-02-0112.00 EUR');
});

test('the next five tasks of a contract are listed, and the first one is gone to', async () => {
  const { part } = await newContract(
    {},
    {
      '/sandbox/tasks': many(6, (at) => ({
        ...{ Type: at === 0 ? 'payment-retry' : 'collect', Key: 'c1', DueAt: `2026-03-2${at}T09:00:00Z` },
        ...(at === 0 ? { Attempt: 1, Of: 3 } : {}),
      })),
    },
  );
  await expect
    .poll(() => part('Next'), often)
    .toEqual(
      lines(`
      ## Next
      - Payment retry 1 of 3 in 5 days2026-03-20 10:00
      - Payment in 6 days2026-03-21 10:00
      - Payment in 7 days2026-03-22 10:00
      - Payment in 8 days2026-03-23 10:00
      - Payment in 9 days2026-03-24 10:00
      {Go to this contract’s next task "POST /sandbox/clock {"Now":"2026-03-20T09:00:00Z"}, main"}`),
    );
});

test('a picture of a contract shows its tasks besides the renewal, and until when notice is given', async () => {
  const { place } = await newContract(
    { NextBillingDate: '2026-04-15T09:00:00Z', Phases: [{ Type: 'Normal', StartDate: contract.StartDate }] },
    {
      '/sandbox/tasks': [
        { Type: 'lifecycle', Key: 'c1', DueAt: '2026-03-20T09:00:00Z' },
        { Type: 'approaching', Key: 'c1', DueAt: '2026-03-21T09:00:00Z' },
      ],
      [`${path}/cancellationPreview`]: { NextPossibleCancellationDate: '2026-03-22T09:00:00Z' },
      [`${path}/previewNextRecurring`]: { Invoice: { TotalGross: 11.9 } },
      [`${path}/ledgerEntries`]: [
        {
          Type: 'Payment',
          Timestamp: '2026-02-01T09:00:00Z',
          Amount: 3,
          Balance: -3,
          Description: 'By card',
        },
      ],
    },
  );
  const marks = () =>
    [...place.querySelectorAll('.life svg[role] title')].map(({ textContent }) => textContent);
  await expect
    .poll(marks, often)
    .toEqual([
      'Balance, now −3.00 EUR',
      'Normal – 2026-01-15 to 2026-05-21',
      'Next: 11.90 EUR – 2026-04-15 to 2026-05-15',
      'Payment 3.00 EUR: By card – 2026-02-01 10:00',
      'Renewal – 2026-04-15 11:00',
      'Last day of notice for the next end – 2026-03-22 10:00',
      'Renewal notice – 2026-03-21 10:00',
    ]);
});

test('a contract is canceled only if and when it can be, as the dialog says', async () => {
  const { answers, dialog, detail, place, session } = await newContract();
  const cancel = () =>
    [...place.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith('Cancel'));
  await expect.poll(() => detail()[0], often).toBe('# R1 · Ada Lovelace');
  expect(cancel()?.disabled).toBe(true);
  answers[`${path}/cancellationPreview`] = { EndDate: '2026-04-14T23:00:00Z' };
  session.revisions.set({ contracts: 1 });
  await expect.poll(() => cancel()?.disabled, often).toBe(false);
  const shown = outlineOf(await dialog('Cancel the contract'));
  expect(shown.slice(1, 4)).toEqual([
    'The contract is canceled with notice and ends on 2026-04-15. The cancellation can be revoked until then.',
    'POST /api/v1/contracts/c1/end',
    '{ "EndDate": "2026-04-14T23:00:00Z" }',
  ]);
});

/** Each dialog with its sentence, its fields and its request. */
const dialogs: readonly (readonly [action: string, contract: object, shown: string])[] = [
  [
    'End the contract',
    {},
    `Ends the contract on a date, without notice. Amounts paid for the time after it are credited.
    End (Europe/Berlin)<End (Europe/Berlin): 2026-03-15 10:00:00>
    POST ${path}/end
    { "EndDate": "2026-03-15T09:00:00.000Z" }`,
  ],
  [
    'Revoke cancellation',
    { EndDate: '2026-05-01T09:00:00Z' },
    `The contract continues as if it had not been canceled.
    POST ${path}/revokeCancellation
    {}`,
  ],
  ['Pause', {}, `Nothing is billed until the contract is resumed.\nPOST ${path}/pause\n{}`],
  ['Resume', { LifecycleStatus: 'Paused' }, `Billing starts again now.\nPOST ${path}/resume\n{}`],
  [
    'Preview a change',
    {},
    `Shows the price of a change to another plan. Nothing changes.
    Plan<Plan: *Basic / Pro>
    POST /api/v1/orders/preview
    { "ContractId": "c1", "Cart": { "PlanVariantId": "v1" } }`,
  ],
  [
    'Book a payment',
    { Balance: 3 },
    `Books a payment made outside a provider, such as a bank transfer.
    Amount<Amount (number, required): 3>
    Description<Description: Bank transfer>
    POST ${path}/payment
    { "Amount": 3, "Description": "Bank transfer" }`,
  ],
  [
    'Bill now',
    {},
    `Bills usage and rated items now, instead of with the next invoice.\nPOST ${path}/bill\n{}`,
  ],
  [
    'New self-service token',
    {},
    `For ClientLib.Portal. It gives access to this contract and its customer only.\nGET ${path}/selfServiceToken`,
  ],
  [
    'New order',
    {},
    `Orders a plan for a new customer. Commit the order to make its contract.
    First name<First name: Ada>
    Last name<Last name: Lovelace>
    E-mail<E-mail: ada@example.com>
    Plan<Plan: *Basic / Pro>
    POST /api/v1/orders
    { "Customer": { "FirstName": "Ada", "LastName": "Lovelace", "EmailAddress": "ada@example.com", "Address": { "Country": "DE" } }, "Cart": { "PlanVariantId": "v1" } }`,
  ],
];

test.each(dialogs)('"%s" of %o says what it does and sends', async (action, more, shown) => {
  const { detail, dialog } = await newContract(more);
  await expect.poll(() => detail().join(), often).toContain('Preview a change…');
  const said = outlineOf(await dialog(action));
  const isDanger = action === 'End the contract';
  expect(said.slice(1)).toEqual([
    ...lines(shown),
    '{Copy as curl}{Copy as test code}{Copy as Playwright}{Copy as fetch}',
    `{Back}{${action} "${isDanger ? 'danger' : 'main'}"}`,
  ]);
});

test('a new order is opened when it is made', async () => {
  const { dialog, detail } = await newContract({}, { '/api/v1/orders': { Id: 'o1' } });
  await expect.poll(() => detail()[0], often).toBe('# R1 · Ada Lovelace');
  (await dialog('New order')).querySelector('form')?.requestSubmit();
  await expect.poll(() => location.hash, often).toBe('#/orders/o1');
});

test('a token for self-service is copied, and opens the portal', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const { dialog, detail, place, press } = await newContract(
    {},
    { [`${path}/selfServiceToken`]: { Token: 'secret', Url: 'https://portal.test/#secret' } },
  );
  await expect.poll(() => detail()[0], often).toBe('# R1 · Ada Lovelace');
  expect(detail().join()).not.toContain('Copy token');
  (await dialog('New self-service token')).querySelector('form')?.requestSubmit();
  const link = () =>
    [...place.querySelectorAll('a')].find(
      ({ textContent }) => textContent === 'Open the portal as this customer',
    );
  await expect.poll(() => link()?.getAttribute('href'), often).toBe('https://portal.test/#secret');
  expect([link()?.target, link()?.rel]).toEqual(['_blank', 'noopener']);
  press('Copy token');
  expect(copied.mock.lastCall).toEqual(['secret']);
});

test('what a contract will be billed is computed on request: its own invoices, none, or why not', async () => {
  const of = (ContractId: string, day: string) => ({
    ContractId,
    Date: day,
    TotalGross: 1.19,
    Currency: 'EUR',
  });
  let arrive = (_: unknown): void => {};
  const { answers, asked, detail, part, place, press } = await newContract(
    {},
    { '/sandbox/forecast': () => new Promise((resolve) => (arrive = resolve)) },
  );
  const shown = () => part('What will be billed').slice(2);
  await expect.poll(() => detail()[0], often).toBe('# R1 · Ada Lovelace');
  press('Next three months');
  const button = () =>
    [...place.querySelectorAll('button')].find(({ textContent }) => textContent === 'Next three months');
  await expect.poll(() => button()?.disabled, often).toBe(true);
  arrive({ Invoices: [of('c1', '2026-04-15'), of('c2', '2026-04-15'), of('c1', '2026-05-15')] });
  await expect.poll(shown, often).toEqual(['- 2026-04-151.19 EUR', '- 2026-05-151.19 EUR']);
  expect(placesOf(place).slice(0, 5)).toEqual(['Details', 'Life', 'Zoom', 'Legend', 'What will be billed']);
  expect(button()?.disabled).toBe(false);
  answers['/sandbox/forecast'] = { Invoices: [of('c2', '2026-04-15')] };
  press('Next three months');
  await expect.poll(shown, often).toEqual(['Nothing in the next three months.']);
  answers['/sandbox/forecast'] = Response.json({ Message: 'Too much.' }, { status: 422 });
  press('Next three months');
  await expect.poll(shown, often).toEqual(['✗ Too much.']);
  expect(asked.filter((line) => line.includes('forecast'))[0]).toBe('POST /sandbox/forecast {"Months":3}');
});

test('a payment that failed for good is resumed in a dialog, for its contract', async () => {
  const failed = { ContractId: 'c1', PaymentTransactionId: 'p1', Amount: 3, Currency: 'EUR' };
  const { detail, dialog } = await newContract(
    {},
    { '/sandbox/attention': { FailedPayments: [failed], OverdueInvoices: [], Endpoints: [] } },
  );
  await expect
    .poll(() => detail()[3], often)
    .toBe(
      '✗ 3.00 EUR open: payment failed, no retry planned. [Show the payment](#/payments/p1) {Resume payments…}',
    );
  expect(outlineOf(await dialog('Resume payments')).slice(1, 4)).toEqual([
    'All retries have failed. Charges the open balance again, and later renewals too.',
    'PATCH /api/v1/contracts/c1',
    '{ "RecurringPaymentsPaused": false }',
  ]);
});

test('a contract has every amount in its own currency, and none in that of the account', async () => {
  const Timestamp = '2026-02-15T09:00:00Z';
  const entry = { Type: 'Payment', Timestamp, Amount: 900, Description: 'Bank transfer' };
  const answers = { [`${path}/ledgerEntries`]: [entry] };
  const { place, press } = await newContract({ Currency: 'JPY', Balance: 1200 }, answers);
  const text = () => place.querySelector('.detail')?.textContent ?? '';
  await expect.poll(text, often).toContain('JPY');
  press('Show as table');
  await expect.poll(text, often).toContain('Payment 900 JPY: Bank transfer');
  expect(text()).toContain('1,200 JPY');
  expect(text()).not.toContain('EUR');
});
