// @vitest-environment happy-dom
// All that the overview and the bar above every view show, while nothing has happened and after much has. See outline.ts.
import { expect, test } from 'vitest';
import { newReceiver, openInspector, paidSignup, signUp } from './mounted.ts';
import { lines, often, outlineOf, without } from './outline.ts';

const overview = (ids: Readonly<Record<string, string>>) =>
  without(outlineOf(document.querySelector('main'), ids), 'Snapshot', 'Session');
const bar = () => outlineOf(document.querySelector('header.bar'));

test('the overview says how to begin, and the bar moves the clock', async () => {
  await openInspector('overview');
  const ids = { plan: 'b00000000000000000000001', key: 'a00000000000000000000001' };
  await expect
    .poll(() => overview(ids), often)
    .toEqual(
      lines(`
        # Overview
        ## Needs attention
        ✓Nothing needs attention
        ## Forecast
        What will be billed if nothing else happens. The state does not change.
        <Months: 3 months / *12 months / 24 months>{Show forecast "POST /sandbox/forecast {"Months":12}"}
        ## Start here
        - Sign up a customer: [open the signup page](http://sandbox.test/portal/signup.html#/{plan}) and pay with the test card 4111 1111 1111 1111.
        - Move the clock with +1 month above: the contract is renewed, billed and charged.
        - Add ClientLib to your page: {Copy script tag}
        <script src="http://sandbox.test/clientlib.js"></script> <script> const payment = new ClientLib.Payment({ publicApiKey: '{key}' }); </script>
        - Test a declined renewal in Vitest: {Copy test}
        import { test } from 'clientlib-sandbox/vitest'; test('a declined renewal is reported', async ({ sandbox }) => { const { ContractId } = await sandbox.signUp(); sandbox.payments.next({ ContractId, Outcome: { Code: 'InsufficientBalance' } }); await sandbox.clock.advance('P1M'); await sandbox.webhooks.next('PaymentFailed', { ContractId }); });
        ## State
        - [0 Customers](#/customers)
        - [0 Contracts](#/contracts)
        - [0 Orders](#/orders)
        - [0 Invoices](#/invoices)
        - [0 Payments](#/payments)
        - [0 Mails](#/mails)
        - [0 Endpoints](#/webhooks)
        ✓All amounts are consistent
        ## Next seven days
        Nothing is due.
        ## [Activity](#/activity)
        ## Nothing has happened yet
        Each request, event and webhook appears here as it happens. Send one:
        curl http://sandbox.test/sandbox/catalog {Copy}
        ## Clock
        2026-02-15 10:00…paused until you move it
        Nothing is due.
        {Go to a date…}{Follow real time "POST /sandbox/clock {"Mode":"WallClock"}"}
        In a test: await sandbox.clock.advance('P1M') {Copy}
        ## Workspaces
        Each workspace has its own state and clock, at /w/<name>/.
        - [main "current true"](http://sandbox.test/)
        <Name of a workspace: >{Open workspace}`),
    );
  expect(bar()).toEqual(
    lines(`
      [sandbox](#/overview)<Workspace: *main>
      2026-02-15 10:00 "2026-02-15T09:00:00.000Z"Europe/Berlin…paused
      {+1 day "POST /sandbox/clock {"Advance":"P1D"}"}{+1 month "POST /sandbox/clock {"Advance":"P1M"}"}{+1 year "POST /sandbox/clock {"Advance":"P1Y"}"}`),
  );
});

test('workspaces that a program has made are offered when the window has the focus again', async () => {
  const { api } = await openInspector('overview');
  const panel = '[aria-labelledby=workspaces-heading] ul';
  const offered = () =>
    ['select.workspace', panel].map((place) => outlineOf(document.querySelector(place)).join());
  const main = '- [main "current true"](http://sandbox.test/)';
  await expect.poll(offered, often).toEqual(['main', main]);
  await api('POST', '/sandbox/workspaces', { Name: 'of-a-test' });
  window.dispatchEvent(new Event('focus'));
  await expect
    .poll(offered, often)
    .toEqual([
      'mainof-a-test',
      `${main},- [of-a-test](http://sandbox.test/w/of-a-test/) {Remove of-a-test… "danger"}`,
    ]);
});

test('the overview shows the worst and the latest first, a few of each, and counts all', async () => {
  const receiver = newReceiver();
  const mounted = await openInspector('faults', { webhooks: [receiver.url], deliver: receiver.deliver });
  const { api, visit } = mounted;
  for (const Name of ['second', 'third-one']) await api('POST', '/sandbox/workspaces', { Name });
  const ids: Record<string, string> = {};
  for (const name of ['Ada', 'Bea', 'Cora', 'Dora', 'Eve']) ids[name] = (await signUp(api, name)).Id;
  await api('POST', '/sandbox/deliveries/settle');
  receiver.status = 500;
  await api('POST', '/sandbox/events', { Event: 'PlanCreated' });
  await api('POST', '/sandbox/deliveries/settle');
  for (const Code of [
    'InsufficientBalance',
    'BearerInvalid',
    'Rejected',
    'BearerExpired',
    'BearerRejected',
  ]) {
    const ContractId = await paidSignup(mounted);
    ids[Code] = ContractId;
    await api('POST', '/sandbox/payments/next', { ContractId, Outcome: { Code } });
  }
  await api('POST', '/sandbox/clock', { Advance: 'P1M' });
  await api('POST', '/sandbox/deliveries/settle');
  for (const id of ['one', 'two', 'three', 'four']) await api('GET', `/api/v1/contracts/${id}`);
  await api('POST', '/sandbox/clock', { Advance: 'P20D' });
  await visit('overview');
  await expect
    .poll(() => overview(ids), often)
    .toEqual(
      lines(`
        # Overview
        ## Needs attention
        ### [✗4 failed payments](#/contracts?payments=failed)
        - [{reference} · Paid Lovelace](#/contracts/{BearerInvalid})11.78 EUR, payment failed, no retry planned
        - [{reference} · Paid Lovelace](#/contracts/{Rejected})11.78 EUR, payment failed, no retry planned
        - [{reference} · Paid Lovelace](#/contracts/{BearerExpired})11.78 EUR, payment failed, no retry planned
        ### [✗14 overdue invoices](#/invoices?paymentStatus=Overdue)
        - [2026-000001 · Ada Lovelace](#/invoices/{id})11.78 EUR, 34 days overdue
        - [2026-000002 · Bea Lovelace](#/invoices/{id})11.78 EUR, 34 days overdue
        - [2026-000003 · Cora Lovelace](#/invoices/{id})11.78 EUR, 34 days overdue
        ### [✗66 undelivered webhooks](#/webhooks?status=Failed)
        - [https://shop.test/webhooks](#/webhooks/{id}?status=Failed)66 given up
        ### [✗4 rejected requests](#/activity?kind=request&failures=yes&reads=yes)
        - [GET /api/v1/contracts/four "/api/v1/contracts/four"](#/activity/{request})404 NotFound
        - [GET /api/v1/contracts/three "/api/v1/contracts/three"](#/activity/{request})404 NotFound
        - [GET /api/v1/contracts/two "/api/v1/contracts/two"](#/activity/{request})404 NotFound
        ## Forecast
        What will be billed if nothing else happens. The state does not change.
        <Months: 3 months / *12 months / 24 months>{Show forecast "POST /sandbox/forecast {"Months":12}"}
        ## State
        - [10 Customers](#/customers)
        - [10 Contracts](#/contracts)
        - [10 Orders](#/orders)
        - [20 Invoices](#/invoices)
        - [11 Payments](#/payments)
        - [15 Mails](#/mails)
        - [1 Endpoints](#/webhooks)
        ✓All amounts are consistent
        ## Billed and paid
        Billed Paid
        ▸ As a table, EUR
        Month | Billed (number) | Paid (number)
        2026-01 | 0.00 EUR | 0.00 EUR
        2026-02 | 117.80 EUR | 58.90 EUR
        2026-03 | 117.80 EUR | 11.78 EUR
        2026-04 | 0.00 EUR | 0.00 EUR
        ## Next seven days
        - 2026-04-08 10:00[Renewal notice · {reference}, Ada Lovelace](#/contracts/{Ada})in 4 days
        - 2026-04-08 10:00[Renewal notice · {reference}, Bea Lovelace](#/contracts/{Bea})in 4 days
        - 2026-04-08 10:00[Renewal notice · {reference}, Cora Lovelace](#/contracts/{Cora})in 4 days
        - 2026-04-08 10:00[Renewal notice · {reference}, Dora Lovelace](#/contracts/{Dora})in 4 days
        - 2026-04-08 10:00[Renewal notice · {reference}, Eve Lovelace](#/contracts/{Eve})in 4 days
        - 2026-04-08 10:00[Renewal notice · {reference}, Paid Lovelace](#/contracts/{InsufficientBalance})in 4 days
        - 2026-04-08 10:00[Renewal notice · {reference}, Paid Lovelace](#/contracts/{BearerInvalid})in 4 days
        - 2026-04-08 10:00[Renewal notice · {reference}, Paid Lovelace](#/contracts/{Rejected})in 4 days
        and 2 more tasks.
        ## [Activity](#/activity)
        - 2026-04-04 10:00[+20 days: 1 task](#/activity/{request})✗200
        - 2026-03-15 10:00[GET /api/v1/contracts/four "/api/v1/contracts/four"](#/activity/{request})✗404
        - 2026-03-15 10:00[GET /api/v1/contracts/three "/api/v1/contracts/three"](#/activity/{request})✗404
        - 2026-03-15 10:00[GET /api/v1/contracts/two "/api/v1/contracts/two"](#/activity/{request})✗404
        - 2026-03-15 10:00[GET /api/v1/contracts/one "/api/v1/contracts/one"](#/activity/{request})✗404
        - 2026-03-15 10:00[POST /sandbox/deliveries/settle "/sandbox/deliveries/settle"](#/activity/{request})200
        ## Clock
        2026-04-04 10:00…paused until you move it
        Next: [Renewal notice](#/contracts/{Ada}) at 2026-04-08 10:00 (in 4 days)
        {Go to the next task "POST /sandbox/clock {"Now":"2026-04-08T08:00:00.0000000Z"}, main"}{Go to a date…}{Follow real time "POST /sandbox/clock {"Mode":"WallClock"}"}
        In a test: await sandbox.clock.advance('P1M') {Copy}
        ## Workspaces
        Each workspace has its own state and clock, at /w/<name>/.
        - [main "current true"](http://sandbox.test/)
        - [second](http://sandbox.test/w/second/) {Remove second… "danger"}
        - [third-one](http://sandbox.test/w/third-one/) {Remove third-one… "danger"}
        <Name of a workspace: >{Open workspace}`),
    );
  expect(bar().slice(1)).toEqual(
    lines(`
      2026-04-04 10:00 "2026-04-04T08:00:00.000Z"Europe/Berlin…paused
      {+1 day "POST /sandbox/clock {"Advance":"P1D"}"}{+1 month "POST /sandbox/clock {"Advance":"P1M"}"}{+1 year "POST /sandbox/clock {"Advance":"P1Y"}"}{next: Renewal notice in 4 days ▸ "next: Renewal notice in 4 days, POST /sandbox/clock {"Now":"2026-04-08T08:00:00.0000000Z"}: Renewal notice, 2026-04-08 10:00"}`),
  );
});
