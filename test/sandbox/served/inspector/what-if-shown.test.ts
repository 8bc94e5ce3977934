// @vitest-environment happy-dom
// "What if" of a contract: what can be changed, the request of it, both futures side by side, and the kept one.
import { screen } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { fill, openInspector, paidSignup, press } from './mounted.ts';
import { reads, shown } from './reads.ts';

const whatIf = () =>
  [...document.querySelectorAll('.detail section.part')].find(
    (part) => part.querySelector('h2')?.textContent === 'What if',
  );

/** By its label: to look for a label in a whole page takes long. */
function field(label: string): HTMLElement {
  const labels = [...document.querySelectorAll<HTMLLabelElement>('form.what-if label')];
  const id = labels.find(({ textContent }) => textContent === label)?.htmlFor ?? '';
  return document.getElementById(id) as HTMLElement;
}

const mark = () => whatIf()?.setAttribute('data-what-if', '');

test('each change has its fields, and the request follows them', async () => {
  const mounted = await openInspector('overview');
  const contract = await paidSignup(mounted);
  await mounted.visit(`contracts/${contract}`);
  await expect.poll(() => document.querySelector('form.what-if')).not.toBeNull();
  mark();
  const place = '[data-what-if]';
  await reads(
    `
    ## What if
    Two copies of the state of now, of which one does something otherwise. Both clocks move. This state stays as it is, and no webhook is sent.
    Change<Change: *The next payment is declined / The contract is canceled / The plan is changed / The contract is paused>
    Code<Code: *InsufficientBalance / BearerInvalid / BearerExpired / BearerRejected / Rejected / AmountLimitExceeded / AuthorizationRejected / InternalProviderError>
    When<When: *Now / After 7 days / After a month>
    Look at<Look at: 1 month later / *3 months later / 1 year later>
    {Compare}
    ▸ Request
    POST /sandbox/what-if
    { "ContractId": "{contract}", "Requests": [ { "Method": "POST", "Path": "/sandbox/payments/next", "Body": { "ContractId": "{contract}", "Outcome": { "Code": "InsufficientBalance" } } } ], "Advance": "P3M" }
    {Copy as curl}{Copy as test code}{Copy as Playwright}{Copy as fetch}
  `,
    place,
    { contract },
  );
  const requests: string[] = [];
  for (const [what, more] of [
    ['plan', [['New plan', 'b00000000000000000000002']]],
    ['cancel', [['When', 'P7D']]],
    ['pause', [['Look at', 'P1Y']]],
    ['decline', [['Code', 'Rejected']]],
  ] as const) {
    await fill(field('Change'), what);
    for (const [label, value] of more) await fill(field(label), value);
    const fields = [...document.querySelectorAll(`${place} form label`)].map(
      ({ textContent }) => textContent,
    );
    const body = JSON.parse(document.querySelector(`${place} .request pre`)?.textContent ?? '');
    requests.push(`${fields.join(', ')}: ${JSON.stringify(body).replaceAll(contract, '{contract}')}`);
  }
  expect(requests).toMatchInlineSnapshot(`
    [
      "Change, New plan, When, Look at: {"ContractId":"{contract}","Requests":[{"Method":"POST","Path":"/api/v1/orders","Body":{"ContractId":"{contract}","Cart":{"PlanVariantId":"b00000000000000000000002"}}},{"Method":"POST","Path":"/api/v1/orders/{{1.Id}}/commit","Body":{}}],"Advance":"P3M"}",
      "Change, When, Look at: {"ContractId":"{contract}","Requests":[{"Method":"POST","Path":"/sandbox/clock","Body":{"Advance":"P7D"}},{"Method":"POST","Path":"/api/v1/contracts/{contract}/end","Body":{}}],"Advance":"P3M"}",
      "Change, When, Look at: {"ContractId":"{contract}","Requests":[{"Method":"POST","Path":"/sandbox/clock","Body":{"Advance":"P7D"}},{"Method":"POST","Path":"/api/v1/contracts/{contract}/pause","Body":{}}],"Advance":"P1Y"}",
      "Change, Code, When, Look at: {"ContractId":"{contract}","Requests":[{"Method":"POST","Path":"/sandbox/clock","Body":{"Advance":"P7D"}},{"Method":"POST","Path":"/sandbox/payments/next","Body":{"ContractId":"{contract}","Outcome":{"Code":"Rejected"}}}],"Advance":"P1Y"}",
    ]
  `);
  const ask = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) =>
    url.endsWith('/sandbox/what-if')
      ? Response.json({ Code: 'InvalidData', Message: 'Not now.' }, { status: 422 })
      : ask(url, init),
  );
  press(screen.getByText('Compare'));
  await screen.findByText('Not now.');
  expect(screen.getByText<HTMLButtonElement>('Compare').disabled).toBe(false);
});

test('both futures are compared, and the other one is kept as a workspace or a file', async () => {
  const mounted = await openInspector('overview');
  const { api, sandbox, sent } = mounted;
  const contract = await paidSignup(mounted);
  const [{ Id: row }] = await api('GET', '/sandbox/requests?take=1');
  location.hash = `#/contracts/${contract}?row=request-${row}`;
  await expect.poll(() => document.querySelector('form.what-if')).not.toBeNull();
  mark();
  const place = '[data-what-if]';
  expect(shown(place)[1]).toMatch(/^Two copies of the state after request \d+, of which one does something/);
  press(screen.getByText('Compare'));
  await expect.poll(() => screen.getByText<HTMLButtonElement>('Compare').disabled).toBe(true);
  await screen.findByText('With the change', { selector: 'h3, h4, h2, figcaption' }, { timeout: 20_000 });
  await reads(
    `
    ## As is
    {All "pressed true"}{10y}{1y}{3m}{1m}{1w}{1d}
    {Show as table}
    (picture: Life of the contract until 2026-05-15: 1 phase, 4 billed periods, 4 payments. The same facts are in the table.)
    - paid
    - pending
    - failed or charged back
    - refunded
    - owed
    - credit
    - billed period
    - planned
    ## With the change
    {All "pressed true"}{10y}{1y}{3m}{1m}{1w}{1d}
    {Show as table}
    (picture: Life of the contract until 2026-05-15: 1 phase, 4 billed periods, 5 payments. The same facts are in the table.)
    - paid
    - pending
    - failed or charged back
    - refunded
    - owed
    - credit
    - billed period
    - planned
    2 differences
    Both futures
    What | As is | With the change
    Status | Active | Active
    Balance | 0.00 EUR | 0.00 EUR
    Ends | – | –
    Next billing | 2026-06-15 | 2026-06-15
    Invoice of 2026-02-15 | 11.78 EUR | 11.78 EUR
    Invoice of 2026-03-15 | 11.78 EUR | 11.78 EUR
    Invoice of 2026-04-15 | 11.78 EUR | 11.78 EUR
    Invoice of 2026-05-15 | 11.78 EUR | 11.78 EUR
    Payment of 2026-02-15 | 11.78 EUR Succeeded | 11.78 EUR Succeeded
    Payment of 2026-03-15 | 11.78 EUR Succeeded | 11.78 EUR Failed, 11.78 EUR Succeeded
    Payment of 2026-04-15 | 11.78 EUR Succeeded | 11.78 EUR Succeeded
    Payment of 2026-05-15 | 11.78 EUR Succeeded | 11.78 EUR Succeeded
    Event PaymentSucceeded | 3 × | 3 ×
    Event InvoiceCreated | 3 × | 3 ×
    Event RecurringBillingApproaching | 3 × | 3 ×
    Event PaymentFailed | – | 1 ×
    {Keep as a workspace}{Download snapshot}
  `,
    '.futures',
    { contract },
  );
  press(screen.getByText('Keep as a workspace'));
  const link = await screen.findByText(/^Open the workspace what-if-/, {}, { timeout: 20_000 });
  const [workspace = ''] = sandbox.workspaces();
  expect(link.getAttribute('href')).toBe(`http://sandbox.test/w/${workspace}/`);
  expect(sandbox.workspace(workspace).clock.now().toISOString()).toMatchInlineSnapshot(
    `"2026-05-15T08:00:00.000Z"`,
  );
  expect(
    sent().map((line) => line.split(' ', 2).join(' ').replace(workspace, '{workspace}')),
  ).toMatchInlineSnapshot(`
    [
      "POST /sandbox/what-if",
      "POST /sandbox/what-if",
      "POST /sandbox/workspaces",
      "PUT /w/{workspace}/sandbox/snapshot",
    ]
  `);
  // What is kept is what was compared: from the same row.
  expect(sent()[1]).toContain(`"Row":"request-${row}"`);
});

test('in a workspace, the other future is kept as a file only', async () => {
  const mounted = await openInspector('contracts', {}, '/w/team');
  const contract = await paidSignup(mounted);
  await mounted.api('PUT', '/w/team/sandbox/snapshot', mounted.sandbox.snapshot());
  location.hash = `#/contracts/${contract}`;
  press(await screen.findByText('Compare'));
  const download = await screen.findByText('Download snapshot', {}, { timeout: 20_000 });
  expect(download.parentElement?.textContent).toBe('Download snapshot');
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:saved';
  });
  press(download);
  await expect.poll(() => click.mock.contexts.length, { timeout: 20_000 }).toBe(1);
  expect([(click.mock.contexts[0] as HTMLAnchorElement).download, saved[0]?.type]).toEqual([
    'what-if.json',
    'application/json',
  ]);
  expect(await saved[0]?.text()).toContain('2026-05-15');
});
