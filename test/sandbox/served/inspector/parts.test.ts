// @vitest-environment happy-dom
// The parts that views are made of, each with every kind of thing that it may be given.
import { describe, expect, it, vi } from 'vitest';
import {
  lifecycleStatuses,
  orderStatuses,
  paymentTransactionStatuses,
} from '../../../../sandbox/src/service/model/statuses.ts';
import { draw, load, newPage } from './drawn.ts';
import { lines, often, outlineOf } from './outline.ts';

const c1 = '0123456789abcdef01234567';
const html = (place: Element) => place.innerHTML;
const labelled = (place: Element, label: string) =>
  place.querySelector<HTMLInputElement>(`[aria-label="${label}"]`);

describe('a status', () => {
  it('is marked as good, under way or bad, each one of the API', async () => {
    newPage('#/');
    const { Status } = await load('parts/basic.tsx');
    const marks = Object.fromEntries(
      [...lifecycleStatuses, ...orderStatuses, ...paymentTransactionStatuses].map((value) => [
        value,
        draw(Status, { value }).place.firstElementChild?.className.replace('mark ', ''),
      ]),
    );
    const of = (meaning: string) => Object.keys(marks).filter((value) => marks[value] === meaning);
    expect({ ok: of('ok'), wait: of('wait'), fail: of('fail'), plain: of('plain') }).toEqual({
      ok: ['InTrial', 'Active', 'Completed', 'PreliminarySucceeded', 'Succeeded'],
      wait: [
        'Draft',
        'Paused',
        'InProgress',
        'PaymentPending',
        'ApprovalPending',
        'Created',
        'RedirectUrlPrepared',
        'ThreeDSecurePending',
        'Pending',
      ],
      fail: ['Failed', 'Declined', 'PartialChargeback', 'Chargeback'],
      plain: expect.arrayContaining(['Ended', 'Aborted', 'Expired', 'Canceled', 'Refunded']),
    });
  });
});

describe('a value', () => {
  it.each([
    ['Time', { at: undefined }, '<span class="quiet">–</span>'],
    ['Time', { at: '' }, '<span class="quiet">–</span>'],
    [
      'Time',
      { at: '2026-03-17T09:00:00Z' },
      '<time datetime="2026-03-17T09:00:00Z" title="2026-03-17T09:00:00Z, in 2 days">2026-03-17 10:00</time>',
    ],
    [
      'Time',
      { at: '2026-03-14T23:30:00Z', isDay: true },
      '<time datetime="2026-03-14T23:30:00Z" title="2026-03-14T23:30:00Z, 10 hours ago">2026-03-15</time>',
    ],
    ['Money', { amount: undefined }, '<span class="quiet">–</span>'],
    ['Money', { amount: 0 }, '<span class="amount">0.00 EUR</span>'],
    ['Money', { amount: -5, currency: 'CHF' }, '<span class="amount">−5.00 CHF</span>'],
    ['Json', { value: '{"a":1}' }, '<pre class="json" tabindex="0">{\n  "a": 1\n}</pre>'],
    ['Json', { value: 'no {json' }, '<pre class="json" tabindex="0">no {json</pre>'],
    ['Json', { value: { a: [] } }, '<pre class="json" tabindex="0">{\n  "a": []\n}</pre>'],
    ['Mark', { meaning: 'none', children: 'x' }, '<span class="plain">x</span>'],
    ['Mark', { meaning: 'fail', children: 'x' }, '<span class="mark fail">x</span>'],
    [
      'Facts',
      { facts: [false, { name: 'A', value: 1 }, undefined] },
      '<dl class="facts"><div><dt>A</dt><dd>1</dd></div></dl>',
    ],
    ['Failure', { error: new Error('No.') }, '<p class="message fail" role="alert">No.</p>'],
  ])('%s of %o is %s', async (part, props, shown) => {
    newPage('#/');
    const parts = await load('parts/basic.tsx');
    expect(html(draw(parts[part], props).place)).toBe(shown);
  });

  it('that the browser does not let copy is not said to be copied', async () => {
    newPage('#/');
    const refused = vi.fn();
    vi.spyOn(navigator.clipboard, 'writeText').mockReturnValue({
      // biome-ignore lint/suspicious/noThenProperty: a promise that is refused, and by nobody else
      then: (_done: unknown, fail: (why: Error) => void) => refused(fail),
    } as unknown as Promise<void>);
    const { CopyButton } = await load('parts/basic.tsx');
    const { place } = draw(CopyButton, { text: 'the text', label: 'Copy it' });
    place.querySelector('button')?.click();
    await expect.poll(() => refused.mock.calls.length, often).toBe(1);
    expect(place.textContent).toBe('Copy it');
  });

  it('is copied with a press, which says so for a moment', async () => {
    newPage('#/');
    vi.useFakeTimers();
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const { CopyButton } = await load('parts/basic.tsx');
    const { place } = draw(CopyButton, { text: 'the text', label: 'Copy it' });
    const button = place.querySelector('button');
    button?.click();
    await vi.advanceTimersByTimeAsync(1_400);
    expect([copied.mock.lastCall, button?.textContent]).toEqual([['the text'], 'Copied']);
    await vi.advanceTimersByTimeAsync(200);
    expect(button?.textContent).toBe('Copy it');
  });
});

describe('a link to a document', () => {
  const views = {
    contracts: 'contracts',
    customers: 'customers',
    orders: 'orders',
    invoices: 'invoices',
    paymentTransactions: 'payments',
    webhooks: 'webhooks',
    mails: 'mails',
  };

  it('leads to the view of its collection, with a text of its own; others are copied', async () => {
    newPage('#/');
    const { DocumentLink } = await load('parts/basic.tsx');
    for (const [collection, view] of Object.entries(views))
      expect(html(draw(DocumentLink, { collection, id: 'x/1', children: 'It' }).place)).toBe(
        `<a href="#/${view}/x%2F1" title="x/1">It</a>`,
      );
    expect(outlineOf(draw(DocumentLink, { collection: 'ledgerEntries', id: 'x1' }).place)).toEqual([
      'x1 {Copy}',
    ]);
  });

  it('is the short id until the name is known, and no link if there is no such document', async () => {
    const { answers } = newPage('#/', { '/api/v1/customers': [{ Id: c1, CustomerName: 'Ada' }] });
    const { DocumentLink } = await load('parts/basic.tsx');
    const known = draw(DocumentLink, { collection: 'customers', id: c1 });
    expect(html(known.place)).toBe(`<a class="link-id" href="#/customers/${c1}" title="${c1}">…234567</a>`);
    await expect
      .poll(() => html(known.place), often)
      .toBe(`<a href="#/customers/${c1}" title="${c1}">Ada</a>`);
    answers['/api/v1/orders'] = [];
    const missing = draw(DocumentLink, { collection: 'orders', id: c1 });
    await expect
      .poll(() => html(missing.place), often)
      .toBe(`<span class="quiet" title="${c1}">not found</span>`);
  });
});

describe('a name', () => {
  it.each([
    ['contracts', { ReferenceCode: 'AB', CustomerName: 'Ada' }, 'AB · Ada'],
    ['customers', { CustomerName: 'Ada' }, 'Ada'],
    ['orders', { PlanVariantName: 'Pro', Customer: { FirstName: 'Ada', LastName: 'L' } }, 'Pro · Ada L'],
    ['orders', {}, 'Order'],
    ['plans', { PlanVariantName: 'Pro' }, 'Pro'],
    ['plans', {}, ''],
    ['paymentTransactions', { Amount: 3, Currency: 'EUR', CustomerName: 'Ada' }, '3.00 EUR · Ada'],
    ['failures', { Status: { Status: 'Failed', ErrorCode: 'BearerExpired' } }, 'declined: bearer expired'],
    ['failures', { Status: { Status: 'Chargeback' } }, 'charged back'],
    ['failures', { Status: { Status: 'InProgress' } }, 'in progress'],
    ['planVariants', { InternalName: 'Pro monthly' }, 'Pro monthly'],
    ['webhooks', { Url: 'https://x/' }, 'https://x/'],
    ['invoices', { InvoiceNumber: '2026-1' }, '2026-1'],
  ])('of %s, %o, is "%s"', async (collection, document, name) => {
    const { asked } = newPage('#/', { '/api/v1/': [{ Id: c1.replace('0', 'f') }, { Id: c1, ...document }] });
    const { useName } = await load('names.ts');
    const { place, again } = draw(({ id }: { id: string }) => useName(collection, id) ?? 'unknown', {
      id: c1,
    });
    expect(html(place)).toBe('unknown');
    await expect.poll(() => html(place), often).toBe(name);
    await again({ id: c1 });
    const paths = { plans: 'orders', failures: 'paymentTransactions' } as Readonly<Record<string, string>>;
    expect(asked).toEqual([`GET /api/v1/${paths[collection] ?? collection}?search=${c1}&take=5`]);
  });

  it.each([
    ['{"Advance":"P1D"}', '+1 day'],
    ['{"Advance":"P2W"}', '+2 weeks'],
    ['{"Advance":"P12M"}', '+12 months'],
    ['{"Advance":"P1Y"}', '+1 year'],
    ['{"Advance":"PT3H"}', '+PT3H'],
    ['{"Now":"2026-03-15T09:00:00Z"}', 'Clock moved to 2026-03-15 10:00'],
    ['{"Mode":"Manual"}', 'Clock stopped'],
    ['{"Mode":"WallClock"}', 'Clock follows real time'],
  ])('of the move %s is "%s"', async (RequestBody, name) => {
    const { asked } = newPage('#/', { '/sandbox/requests/7': { Id: 7, RequestBody } });
    const { useName } = await load('names.ts');
    const { place } = draw(() => useName('moves', '7'));
    await expect.poll(() => html(place), often).toBe(name);
    expect(asked).toEqual(['GET /sandbox/requests/7']);
  });

  it('stays unknown if it cannot be read, and is not asked for again', async () => {
    const { asked } = newPage('#/', { '/api/v1/customers': Response.json({}, { status: 500 }) });
    const { useName } = await load('names.ts');
    const { place, again } = draw(() => useName('customers', c1) ?? 'unknown');
    await expect.poll(() => asked.length, often).toBe(1);
    await again({ other: 1 });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([html(place), asked.length]).toEqual(['unknown', 1]);
  });

  it('is asked for only if it can be known, and again once names are forgotten', async () => {
    const { asked, answers } = newPage('#/', { '/api/v1/customers': [{ Id: c1, CustomerName: 'Ada' }] });
    const { useName, forgetNames } = await load('names.ts');
    for (const at of [
      ['nothing', c1],
      ['customers', undefined],
      ['customers', 'short'],
    ])
      expect(html(draw(() => useName(...at) ?? 'unknown').place)).toBe('unknown');
    expect(asked).toEqual([]);
    const { place, again } = draw(() => useName('customers', c1) ?? 'unknown');
    await expect.poll(() => html(place), often).toBe('Ada');
    answers['/api/v1/customers'] = [{ Id: c1, CustomerName: 'Grace' }];
    forgetNames();
    await again({ other: 1 });
    await expect.poll(() => html(place), often).toBe('Grace');
    expect(asked).toHaveLength(2);
  });
});

describe('lines of an order or invoice', () => {
  const line = { Description: 'Pro', Quantity: 2, VatPercentage: 19, TotalGross: 9.9 };

  it('have their period if it has a begin and an end', async () => {
    newPage('#/');
    const { LineItems } = await load('parts/line-items.tsx');
    const [PeriodStart, PeriodEnd] = ['2026-03-14T23:30:00Z', '2026-04-15T08:00:00Z'];
    const items = [
      line,
      { ...line, PeriodStart, PeriodEnd },
      { ...line, PeriodStart },
      { ...line, PeriodEnd },
    ];
    expect(outlineOf(draw(LineItems, { items, currency: 'CHF' }).place)).toEqual(
      lines(`
        Lines
        What | Quantity (number) | VAT (number) | Gross (number)
        Pro | 2 | 19 % | 9.90 CHF
        Pro 2026-03-15 to 2026-04-15 | 2 | 19 % | 9.90 CHF
        Pro | 2 | 19 % | 9.90 CHF
        Pro | 2 | 19 % | 9.90 CHF`),
    );
    expect(outlineOf(draw(LineItems, { items: [], currency: 'CHF' }).place)).toEqual(['No lines.']);
  });
});

describe('a field of a dialog', () => {
  const field = { name: 'A', label: 'Its label' };
  const options = [
    ['x', 'Ex'],
    ['y', 'Why'],
  ];

  it.each([
    [{ kind: 'text' }, 'v', '<input id="own" name="A" type="text" value="v">', 'w'],
    [
      { kind: 'number', isRequired: true },
      '1',
      '<input id="own" name="A" type="number" step="any" required="" value="1">',
      '2',
    ],
    [
      { kind: 'select', options },
      'y',
      '<select id="own" name="A"><option value="x">Ex</option><option value="y" selected="">Why</option></select>',
      'x',
    ],
    [{ kind: 'textarea' }, 'v', '<textarea id="own" name="A" rows="8">v</textarea>', 'w'],
  ])('%o is labelled, shows its value, and tells what is put in', async (more, value, control, next) => {
    newPage('#/');
    const { FieldInput } = await load('parts/fields.tsx');
    const onInput = vi.fn();
    const { place } = draw(FieldInput, { field: { ...field, ...more, hint: 'So.' }, value, onInput });
    const id = place.querySelector('label')?.htmlFor ?? '';
    expect(html(place).replaceAll(id, 'own')).toBe(
      `<div class="field"><label for="own">Its label</label>${control}<p class="hint">So.</p></div>`,
    );
    const input = place.querySelector<HTMLInputElement>('[name=A]');
    expect(input?.value).toBe(value);
    Object.assign(input ?? {}, { value: next });
    for (const name of ['input', 'change']) input?.dispatchEvent(new Event(name, { bubbles: true }));
    expect(onInput.mock.calls).toEqual([[next]]);
  });

  it.each([
    ['true', true, 'false'],
    ['', false, 'true'],
    ['false', false, 'true'],
  ])('that is ticked has its value as a word: "%s"', async (value, isChecked, told) => {
    newPage('#/');
    const { FieldInput } = await load('parts/fields.tsx');
    const onInput = vi.fn();
    const { place } = draw(FieldInput, { field: { ...field, kind: 'checkbox' }, value, onInput });
    const box = place.querySelector<HTMLInputElement>('label.check input[name=A]');
    expect([box?.checked, place.textContent]).toEqual([isChecked, 'Its label']);
    box?.click();
    expect(onInput.mock.calls).toEqual([[told]]);
  });
});

describe('a request', () => {
  const path = '/api/v1/orders';

  it.each([
    [{ method: 'GET', path }, `GET ${path}`, [`GET ${path}`]],
    [{ method: 'POST', path, body: { a: 1 } }, `POST ${path} {"a":1}`, [`POST ${path}`, '{ "a": 1 }']],
    [{ method: 'POST', path, body: '{"b":2}' }, `POST ${path} {"b":2}`, [`POST ${path}`, '{ "b": 2 }']],
    [{ method: 'PUT', path, body: 'x', file: 'a.json' }, `PUT ${path} < a.json`, [`PUT ${path}`, 'a.json']],
  ])('%o is one line, and shown with its body or file before it is sent', async (request, line, shown) => {
    newPage('#/');
    const { RequestView, requestLine } = await load('parts/request-view.tsx');
    expect(requestLine(request)).toBe(line);
    expect(outlineOf(draw(RequestView, { request }).place)).toEqual([
      ...shown,
      '{Copy as curl}{Copy as test code}{Copy as Playwright}{Copy as fetch}',
    ]);
  });

  it('that was sent stays in the strip with its outcome until it is dismissed, three at most', async () => {
    newPage('#/');
    const { SentRequests } = await load('parts/request-view.tsx');
    const { sent } = await load('session.ts');
    const request = { method: 'POST', path, body: {} };
    sent.set([
      { key: 4, label: 'Fourth', request, state: 'sending' },
      { key: 3, label: 'Third', request, state: 'done', status: 201 },
      { key: 2, label: 'Second', request, state: 'failed', status: 0, message: 'Nobody answered.' },
      { key: 1, label: 'First', request, state: 'done', status: 200 },
    ]);
    const { place } = draw(SentRequests);
    const codes = '{Copy as curl}{Copy as test code}{Copy as Playwright}{Copy as fetch}';
    const strip = () => outlineOf(place).filter((line) => line !== codes);
    expect(strip()).toEqual([
      `…Fourth sendingPOST ${path} {} "POST ${path} {}"`,
      '{× "× dismiss Fourth"}',
      `✓Third 201POST ${path} {} "POST ${path} {}"`,
      '{× "× dismiss Third"}',
      '✗Second failed',
      'Nobody answered.',
      '{× "× dismiss Second"}',
    ]);
    labelled(place, '× dismiss Third')?.click();
    await expect.poll(() => strip().at(-2), often).toBe(`✓First 200POST ${path} {} "POST ${path} {}"`);
  });
});

describe('a table', () => {
  const columns = [
    { title: 'A', cell: ({ a }: { a: number }) => a, sortBy: ({ a }: { a: number }) => a, isNumber: true },
    { title: 'B', cell: () => 'b', isMinor: true, isLong: true },
    { title: 'C', cell: () => 'c', sortBy: () => 1 },
  ];
  const props = {
    caption: 'Things',
    rows: [{ a: 1 }, { a: 2 }],
    columns,
    rowKey: ({ a }: { a: number }) => `r${a}`,
  };

  it('sorts by its heads, shows the order, and links its rows', async () => {
    newPage('#/');
    const { Table } = await load('parts/table.tsx');
    const onSort = vi.fn();
    const rowHref = ({ a }: { a: number }) => `#/things/${a}`;
    const sorting = { column: 'A', isDescending: true };
    const { place, again } = draw(Table, { ...props, rowHref, selected: 'r2', sorting, onSort });
    const heads = () =>
      [...place.querySelectorAll('th')].map((head) => [
        head.textContent,
        head.getAttribute('aria-sort'),
        head.className,
      ]);
    expect(heads()).toEqual([
      ['A ↓', 'descending', 'number'],
      ['B', null, 'minor long'],
      ['C', null, ''],
    ]);
    const rows = [...place.querySelectorAll('tbody tr')].map((row) => [
      row.getAttribute('data-row'),
      row.className,
      row.getAttribute('aria-current'),
      ...[...row.children].map(
        (cell) => `${cell.getAttribute('data-title')} ${cell.className}: ${cell.innerHTML}`,
      ),
    ]);
    expect(rows).toEqual([
      ['r1', 'opens', null, 'A number: <a href="#/things/1">1</a>', 'B minor long: b', 'C : c'],
      ['r2', 'opens', 'true', 'A number: <a href="#/things/2">2</a>', 'B minor long: b', 'C : c'],
    ]);
    for (const button of place.querySelectorAll('button')) button.click();
    expect(onSort.mock.calls).toEqual([['A'], ['C']]);
    await again({ ...props, rowHref, sorting: { column: 'C', isDescending: false }, onSort });
    expect(heads().map(([text, order]) => [text, order])).toEqual([
      ['A', null],
      ['B', null],
      ['C ↑', 'ascending'],
    ]);
    await again(props);
    expect([
      place.querySelectorAll('button, a, .opens').length,
      place.querySelector('caption')?.textContent,
    ]).toEqual([0, 'Things']);
  });
});

describe('a choice', () => {
  it('shows which one is taken, and tells another', async () => {
    newPage('#/');
    const { Choices } = await load('parts/choices.tsx');
    const onChoose = vi.fn();
    const choices = [
      ['', 'All'],
      ['x', 'Ex'],
    ];
    const { place } = draw(Choices, { label: 'Zoom', choices, value: 'x', onChoose });
    expect(outlineOf(place)).toEqual(['{All}{Ex "pressed true"}']);
    expect(labelled(place, 'Zoom')).not.toBeNull();
    place.querySelector('button')?.click();
    expect(onChoose.mock.calls).toEqual([['']]);
  });
});

describe('a list of any length', () => {
  it('renders what can be seen and a few more, in its whole height, and tells whether its top is seen', async () => {
    newPage('#/');
    let measured = () => {};
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(listener: () => void) {
          measured = listener;
        }
        observe(): void {}
        disconnect(): void {}
      },
    );
    const { Windowed } = await load('parts/windowed.tsx');
    const { jsx } = await import('hono/jsx/dom/jsx-runtime');
    const onScroll = vi.fn();
    const props = {
      rowHeight: 10,
      label: 'Rows',
      onScroll,
      row: (at: number) => jsx('li', { children: String(at) }),
    };
    const { place, again } = draw(Windowed, { ...props, count: 200 });
    const box = place.querySelector<HTMLElement>('.windowed');
    const shown = () => {
      const rows = [...place.querySelectorAll('li')].map(({ textContent }) => Number(textContent));
      const { paddingTop, paddingBottom } = (place.querySelector('ol') as HTMLElement).style;
      return [rows[0], rows.at(-1), rows.length, paddingTop, paddingBottom];
    };
    expect(shown()).toEqual([0, 87, 88, '0px', '1120px']);
    const scroll = async (scrollTop: number, clientHeight: number) => {
      for (const [name, value] of Object.entries({ scrollTop, clientHeight }))
        Object.defineProperty(box, name, { configurable: true, value });
      box?.dispatchEvent(new Event('scroll'));
      await new Promise((resolve) => setTimeout(resolve));
    };
    await scroll(500, 100);
    expect(shown()).toEqual([42, 67, 26, '420px', '1320px']);
    await scroll(1_900, 100);
    expect(shown()).toEqual([182, 199, 18, '1820px', '0px']);
    await scroll(9, 100);
    expect(shown()).toEqual([0, 18, 19, '0px', '1810px']);
    await scroll(10, 100);
    expect(onScroll.mock.calls).toEqual([[false], [false], [true], [false]]);
    Object.defineProperty(box, 'clientHeight', { configurable: true, value: 200 });
    await vi.waitFor(() => {
      measured();
      expect(shown()).toEqual([0, 28, 29, '0px', '1710px']);
    });
    await again({ ...props, count: 0 });
    expect([place.querySelectorAll('li').length, place.querySelector('ol')?.style.paddingBottom]).toEqual([
      0,
      '0px',
    ]);
    expect([box?.tabIndex, labelled(place, 'Rows')?.tagName]).toEqual([0, 'OL']);
  });
});

describe('a PDF', () => {
  it('is shown and saved by its name, and given back when another one is shown', async () => {
    const { asked, answers } = newPage('#/', { '/api/v1/invoices/i1': new Response('pdf') });
    let made = 0;
    vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
      made += 1;
      return `blob:${made}`;
    });
    const revoked = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
    vi.spyOn(console, 'error').mockReturnValue();
    const { Pdf } = await load('parts/pdf.tsx');
    const { place, again, gone } = draw(Pdf, { path: '/api/v1/invoices/i1/download', name: 'N-1' });
    await expect.poll(() => place.querySelector('iframe')?.getAttribute('src'), often).toBe('blob:1');
    expect(outlineOf(place).slice(0, 2)).toEqual(['## PDF', '[Save N-1.pdf](blob:{id})']);
    expect([place.querySelector('a')?.download, place.querySelector('iframe')?.title]).toEqual([
      'N-1.pdf',
      'PDF of N-1',
    ]);
    expect(asked).toEqual(['GET /api/v1/invoices/i1/download']);
    answers['/api/v1/invoices/i2'] = Response.json({ Message: 'It is a draft.' }, { status: 409 });
    await again({ path: '/api/v1/invoices/i2/download', name: 'N-2' });
    await expect.poll(() => place.querySelector('[role=alert]')?.textContent, often).toBe('It is a draft.');
    expect(revoked.mock.calls).toEqual([['blob:1']]);
    expect(place.querySelector('iframe')).toBeNull();
    gone();
  });
});

describe('an editor of code', () => {
  it('colors what it shows, and tells what is typed unless it is only to be read', async () => {
    newPage('#/');
    const { CodeEditor } = await load('parts/code-editor.tsx');
    const onInput = vi.fn();
    const { place, again } = draw(CodeEditor, { value: 'await x', isReadOnly: false, onInput });
    const field = () => labelled(place, 'Code') as HTMLInputElement;
    expect(place.querySelector('pre')?.innerHTML).toBe('<span class="keyword">await</span> x ');
    expect([field().value, field().hasAttribute('readonly')]).toEqual(['await x', false]);
    field().value = 'await y';
    field().dispatchEvent(new Event('input', { bubbles: true }));
    expect(onInput.mock.calls).toEqual([['await y']]);
    await again({ value: 'await y', isReadOnly: true, onInput });
    expect([field().value, field().hasAttribute('readonly')]).toEqual(['await y', true]);
  });
});
