// @vitest-environment happy-dom
// All that the activity shows: its rows, folded and unfolded, and what each kind of row did. What each line means: outline.ts.
import { expect, test } from 'vitest';
import { newReceiver, openInspector, press, signUp } from './mounted.ts';
import { lines, often, outlineOf } from './outline.ts';

/** One of each: told and untold requests, a rejected and a dropped one, a webhook that fails, and an advance with its tasks. */
async function makeActivity() {
  const receiver = newReceiver();
  const mounted = await openInspector('activity', { webhooks: [receiver.url], deliver: receiver.deliver });
  const { api } = mounted;
  const { Id: contract, CustomerId: customer } = await signUp(api);
  await api('PATCH', `/api/v1/customers/${customer}?dry=1`, {
    ExternalCustomerId: 'K-7',
    Address: { City: 'Ulm' },
  });
  await api('GET', '/api/v1/contracts/nowhere');
  await api('POST', '/sandbox/faults', { Path: '/api/v1/orders', Times: 1, Fault: { Drop: true } });
  await api('POST', '/api/v1/orders', {}).catch(() => {});
  await api('POST', '/sandbox/clock', { Advance: 'P1M' });
  await api('POST', '/sandbox/deliveries/settle');
  receiver.status = 500;
  await api('POST', '/sandbox/events', { Event: 'PlanCreated' });
  await api('POST', '/sandbox/deliveries/settle');
  return { mounted, ids: { contract, customer } };
}

/** A retry comes after a random time; on a busy machine a request takes seconds. */
const soon = (line: string) =>
  line.replace(/\b10:0[1-9]\b/g, '10:0x').replace(/\b\d+\.\d s(?![a-z])/g, '{ms}');
const rows = (ids: Readonly<Record<string, string>>) =>
  outlineOf(document.querySelector('.windowed'), ids).map(soon);

/** By the text of its row. */
const details: { readonly [row: string]: string } = {
  'Customer changed': `
    # Customer changed Ada Lovelace
    [× "Close details"](#/activity)
    {Go back to here "POST /sandbox/session/rewind {"Row":"{request}"}"}
    ## What came in
    Request: PATCH /api/v1/customers/{customer}?dry=1
    X-Request-Id: {number} {Copy}
    Caller: OAuth client {id}
    At: 2026-02-15 10:00:00
    Status: ✓200
    Duration: {ms}
    … unknown query parameter dry
    ▸ Headers
    Content-Type: application/json
    ▾ Request body
    { "ExternalCustomerId": "K-7", "Address": { "City": "Ulm" } }
    ▾ Response
    { "Id": "{customer}", "CreatedAt": "2026-02-15T09:00:00.0000200Z", "IsDeletable": false, "IsLocked": false, "CustomFields": {}, "DefaultBearerMedium": "Email", "CustomerType": "Consumer", "Hidden": false, "CustomerName": "Ada Lovelace", "EmailAddress": "ada@example.com", "FirstName": "Ada", "LastName": "Lovelace", "ExternalCustomerId": "K-7", "Address": { "C
    {Copy as curl}{Copy as test code}{Copy as Playwright}{Copy as fetch}
    ## What it did
    Changed customers [Ada Lovelace](#/customers/{customer})
    Field | Before | After
    Address | {"Country":"DE"} | {"Country":"DE","City":"Ulm"}
    ExternalCustomerId | – | K-7
    ## What went out
    ▾ CustomerChanged 2026-02-15 10:00
    Id: {id} {Copy}
    EntityId: {id}
    CustomerId: [Ada Lovelace](#/customers/{customer})
    ✓Succeeded → https://shop.test/webhooks
    ▸ Attempt 1: ✓200 2026-02-15 10:00, {ms}
    { "Content-Type": "application/json; charset=utf-8", "User-Agent": "clientlib-sandbox", "webhook-id": "{id}", {signed} }
    { "Event": "CustomerChanged", "EntityId": "{id}", "CustomerId": "{customer}" }
    Response 200
    { "taken": true }
    {Resend "POST /sandbox/deliveries/{id}/resend"}{Copy body}`,
  'GET /api/v1/contracts/nowhere': `
    # GET /api/v1/contracts/nowhere "/api/v1/contracts/nowhere"
    [× "Close details"](#/activity)
    {Go back to here "POST /sandbox/session/rewind {"Row":"{request}"}"}
    ## What came in
    Request: GET /api/v1/contracts/nowhere
    X-Request-Id: {number} {Copy}
    Caller: OAuth client {id}
    At: 2026-02-15 10:00:00
    Status: ✗404
    Duration: {ms}
    ✗ There is no contract "nowhere" in this sandbox. Ids of the default account are listed at /sandbox/catalog. NotFound [API reference of this path](http://sandbox.test/docs?tag=Contracts)
    ▸ Headers
    ▸ Response
    { "type": "http://sandbox.test/docs/guides/rest#refusals", "title": "Not found", "status": 404, "detail": "There is no contract \\"nowhere\\" in this sandbox. Ids of the default account are listed at /sandbox/catalog.", "Message": "There is no contract \\"nowhere\\" in this sandbox. Ids of the default account are listed at /sandbox/catalog.", "Code": "NotFound"
    {Copy as curl}{Copy as test code}{Copy as Playwright}{Copy as fetch}
    ## What it did
    No document changed.
    ## What went out
    No events.`,
  'POST /api/v1/orders': `
    # POST /api/v1/orders "/api/v1/orders"
    [× "Close details"](#/activity)
    {Go back to here "POST /sandbox/session/rewind {"Row":"{request}"}"}
    ## What came in
    Request: POST /api/v1/orders
    X-Request-Id: {number} {Copy}
    Caller:
    At: 2026-02-15 10:00:00
    Status: ✗connection dropped
    Duration: {ms}
    ▸ Headers
    Content-Type: application/json
    {Copy as curl}{Copy as test code}{Copy as Playwright}{Copy as fetch}
    ## What it did
    No document changed.
    ## What went out
    No events.`,
  '+1 month': `
    # +1 month: 2 tasks
    [× "Close details"](#/activity)
    {Go back to here "POST /sandbox/session/rewind {"Row":"{request}"}"}
    ## What came in
    Request: POST /sandbox/clock
    X-Request-Id: {number} {Copy}
    Caller: Control API
    At: 2026-03-15 10:00:00
    Status: ✓200
    Duration: {ms}
    ▸ Headers
    Content-Type: application/json
    ▾ Request body
    { "Advance": "P1M" }
    ▾ Response
    { "Now": "2026-03-15T09:00:00.0000000Z", "Mode": "Manual", "Next": { "Type": "approaching", "Key": "{contract}", "DueAt": "2026-04-08T08:00:00.0000000Z" } }
    {Copy as curl}{Copy as test code}{Copy as Playwright}{Copy as fetch}
    ## What it did
    It ran 2 tasks, which are listed below its row.
    ## What went out
    No events.`,
  'Renewal billed': `
    # Renewal billed {reference} · Ada Lovelace
    [× "Close details"](#/activity)
    {Go back to here "POST /sandbox/session/rewind {"Row":"{task}"}"}[Try something else from here](#/contracts/{contract}?row={task})
    ## What was due
    Task: Renewal
    For: [{reference} · Ada Lovelace](#/contracts/{contract})
    At: 2026-03-15 10:00
    ## What it did
    Created invoices [2026-000002](#/invoices/{id})
    Created ledgerEntries {id} {Copy}
    Changed contracts [{reference} · Ada Lovelace](#/contracts/{contract})
    Field | Before | After
    Balance | 11.78 | 23.56
    BilledUntil | 2026-03-15T09:00:00.0000000Z | 2026-04-15T08:00:00.0000000Z
    NextBillingDate | 2026-03-15T09:00:00.0000000Z | 2026-04-15T08:00:00.0000000Z
    LastBillingDate | 2026-02-15T09:00:00.0000000Z | 2026-03-15T09:00:00.0000000Z
    ## What went out
    ▾ InvoiceCreated 2026-03-15 10:00
    Id: {id} {Copy}
    EntityId: {id}
    ContractId: [{reference} · Ada Lovelace](#/contracts/{contract})
    CustomerId: [Ada Lovelace](#/customers/{customer})
    InvoiceId: [2026-000002](#/invoices/{id})
    Mail to ada@example.com: [Rechnung 2026-000002](#/mails/{id})
    ✓Succeeded → https://shop.test/webhooks
    ▸ Attempt 1: ✓200 2026-03-15 10:00, {ms}
    { "Content-Type": "application/json; charset=utf-8", "User-Agent": "clientlib-sandbox", "webhook-id": "{id}", {signed} }
    { "Event": "InvoiceCreated", "EntityId": "{id}", "ContractId": "{contract}", "CustomerId": "{customer}", "InvoiceId": "{id}" }
    Response 200
    { "taken": true }
    {Resend "POST /sandbox/deliveries/{id}/resend"}{Copy body}`,
  'Plan created': `
    # Plan created
    [× "Close details"](#/activity)
    {Go back to here "POST /sandbox/session/rewind {"Row":"{request}"}"}
    ## What came in
    Request: POST /sandbox/events
    X-Request-Id: {number} {Copy}
    Caller: Control API
    At: 2026-03-15 10:00:00
    Status: ✓200
    Duration: {ms}
    ▸ Headers
    Content-Type: application/json
    ▾ Request body
    { "Event": "PlanCreated" }
    ▾ Response
    { "Id": "{id}", "At": "2026-03-15T09:00:00.0000000Z", "Event": "PlanCreated", "EntityId": "{id}", "PlanId": "{id}" }
    {Copy as curl}{Copy as test code}{Copy as Playwright}{Copy as fetch}
    ## What it did
    No document changed.
    ## What went out
    ▾ PlanCreated 2026-03-15 10:00
    Id: {id} {Copy}
    EntityId: {id}
    PlanId: {id}
    ✗Pending → https://shop.test/webhooks
    ✗ 500 {"taken":false}
    Next attempt at 2026-03-15 10:0x
    ▸ Attempt 1: ✗answered 500 2026-03-15 10:00, {ms}
    { "Content-Type": "application/json; charset=utf-8", "User-Agent": "clientlib-sandbox", "webhook-id": "{id}", {signed} }
    { "Event": "PlanCreated", "EntityId": "{id}", "PlanId": "{id}" }
    Response 500
    { "taken": false }
    {Retry now "POST /sandbox/deliveries/{id}/resend"}{Copy body}`,
};

test('the activity shows what happened, what it caused, and all about each row', {
  timeout: 90_000,
}, async () => {
  const { mounted, ids } = await makeActivity();
  const listed = () => outlineOf(document.querySelector('.list'), ids).slice(0, 4);
  await expect.poll(listed, often).toEqual(
    lines(`
    # Activity
    <Filter: ><Kind: *Everything / Requests / Tasks / Events / Webhooks / Playground><Method: *Any method / GET / POST / PUT / PATCH / DELETE><Status: *Any status / 2xx / 3xx / 4xx / 5xx / dropped><☐>Failures only<☑>Hide reads "A search and the filter by method show reads too"
    {Undo "POST /sandbox/session/rewind {}"}{Pause}
    12 entries`),
  );
  await expect
    .poll(() => rows(ids), often)
    .toEqual(
      lines(`
    - {· "Show what it caused, disabled"}2026-03-15 10:00:00[POST /sandbox/deliveries/settle "/sandbox/deliveries/settle" "/sandbox/deliveries/settle"](#/activity/{request})✓200 {ms}
    - {▸ "Show what it caused"}2026-03-15 10:00:00[Plan created "/sandbox/events"](#/activity/{request})✓200 {ms}1 event✗1 webhook, 1 failed
    - {· "Show what it caused, disabled"}2026-03-15 10:00:00[POST /sandbox/deliveries/settle "/sandbox/deliveries/settle" "/sandbox/deliveries/settle"](#/activity/{request})✓200 {ms}
    - {▸ "Show what it caused"}2026-03-15 10:00:00[+1 month: 2 tasks "/sandbox/clock"](#/activity/{request})✓200 {ms}2 events2 webhooks
    - {· "Show what it caused, disabled"}2026-02-15 10:00:00[POST /api/v1/orders "/api/v1/orders" "/api/v1/orders"](#/activity/{request})✗dropped {ms}
    - {· "Show what it caused, disabled"}2026-02-15 10:00:00[POST /sandbox/faults "/sandbox/faults" "/sandbox/faults"](#/activity/{request})✓200 {ms}
    - {· "Show what it caused, disabled"}2026-02-15 10:00:00[GET /api/v1/contracts/nowhere "/api/v1/contracts/nowhere" There is no contract "nowhere" in this sandbox. Ids of the default account are listed at /sandbox/catalog. "/api/v1/contracts/nowhere"](#/activity/{request})✗404 {ms}
    - {▸ "Show what it caused"}2026-02-15 10:00:00[Customer changed Ada Lovelace "/api/v1/customers/{customer}?dry=1"](#/activity/{request})✓200 {ms}…1 warning "unknown query parameter dry"1 event1 webhook
    - {▸ "Show what it caused"}2026-02-15 10:00:00[Ada Lovelace signed up for Basic monthly "/api/v1/orders/{id}/commit"](#/activity/{request})✓200 {ms}6 events6 webhooks
    - {▸ "Show what it caused"}2026-02-15 10:00:00[POST /api/v1/orders "/api/v1/orders" "/api/v1/orders"](#/activity/{request})✓200 {ms}`),
    );
  for (const button of document.querySelectorAll('button.fold:not([disabled])')) press(button as HTMLElement);
  await expect.poll(() => document.querySelectorAll('li.nested').length, often).toBe(2);
  for (const button of document.querySelectorAll('li.nested button.fold')) press(button as HTMLElement);
  await expect
    .poll(() => rows(ids), often)
    .toEqual(
      lines(`
    - {· "Show what it caused, disabled"}2026-03-15 10:00:00[POST /sandbox/deliveries/settle "/sandbox/deliveries/settle" "/sandbox/deliveries/settle"](#/activity/{request})✓200 {ms}
    - {▾ "Hide what it caused, expanded true"}2026-03-15 10:00:00[Plan created "/sandbox/events"](#/activity/{request})✓200 {ms}1 event✗1 webhook, 1 failed
    - changes POST /sandbox/events "/sandbox/events"
    - event PlanCreated
    - delivery ✗Pending → https://shop.test/webhooks answered 500, again 2026-03-15 10:0x
    - {· "Show what it caused, disabled"}2026-03-15 10:00:00[POST /sandbox/deliveries/settle "/sandbox/deliveries/settle" "/sandbox/deliveries/settle"](#/activity/{request})✓200 {ms}
    - {▾ "Hide what it caused, expanded true"}2026-03-15 10:00:00[+1 month: 2 tasks "/sandbox/clock"](#/activity/{request})✓200 {ms}2 events2 webhooks
    - changes POST /sandbox/clock "/sandbox/clock"
    - nested {▾ "Hide what it caused, expanded true"}2026-03-08 10:00:00[Recurring billing approaching {reference} · Ada Lovelace](#/activity/{task})1 event1 webhook
    - changes 1 document changed: contracts
    - event RecurringBillingApproaching
    - delivery ✓Succeeded → https://shop.test/webhooks 200
    - nested {▾ "Hide what it caused, expanded true"}2026-03-15 10:00:00[Renewal billed {reference} · Ada Lovelace](#/activity/{task})1 event1 webhook
    - changes 3 documents changed: invoices, ledgerEntries, contracts
    - event InvoiceCreated
    - delivery ✓Succeeded → https://shop.test/webhooks 200
    - {· "Show what it caused, disabled"}2026-02-15 10:00:00[POST /api/v1/orders "/api/v1/orders" "/api/v1/orders"](#/activity/{request})✗dropped {ms}
    - {· "Show what it caused, disabled"}2026-02-15 10:00:00[POST /sandbox/faults "/sandbox/faults" "/sandbox/faults"](#/activity/{request})✓200 {ms}
    - {· "Show what it caused, disabled"}2026-02-15 10:00:00[GET /api/v1/contracts/nowhere "/api/v1/contracts/nowhere" There is no contract "nowhere" in this sandbox. Ids of the default account are listed at /sandbox/catalog. "/api/v1/contracts/nowhere"](#/activity/{request})✗404 {ms}
    - {▾ "Hide what it caused, expanded true"}2026-02-15 10:00:00[Customer changed Ada Lovelace "/api/v1/customers/{customer}?dry=1"](#/activity/{request})✓200 {ms}…1 warning "unknown query parameter dry"1 event1 webhook
    - changes PATCH /api/v1/customers/…{id} "/api/v1/customers/{customer}?dry=1"?dry=1 Ada Lovelace 1 document changed: customers
    - event CustomerChanged
    - delivery ✓Succeeded → https://shop.test/webhooks 200
    - {▾ "Hide what it caused, expanded true"}2026-02-15 10:00:00[Ada Lovelace signed up for Basic monthly "/api/v1/orders/{id}/commit"](#/activity/{request})✓200 {ms}6 events6 webhooks
    - changes POST /api/v1/orders/…{id}/commit "/api/v1/orders/{id}/commit" Basic monthly · Ada Lovelace 6 documents changed: customers, contracts, contractChanges, invoices, ledgerEntries, orders
    - event CustomerCreated
    - delivery ✓Succeeded → https://shop.test/webhooks 200
    - event ContractCreated
    - delivery ✓Succeeded → https://shop.test/webhooks 200
    - event AccountCreated
    - delivery ✓Succeeded → https://shop.test/webhooks 200
    - event ContractChanged
    - delivery ✓Succeeded → https://shop.test/webhooks 200`),
    );
  for (const [row, expected] of Object.entries(details)) {
    const link = [...document.querySelectorAll('a.what')].find(({ textContent }) =>
      textContent?.startsWith(row),
    );
    await mounted.visit(link?.getAttribute('href')?.slice(2) ?? row);
    await expect
      .poll(() => outlineOf(document.querySelector('.detail'), ids).map(soon), often)
      .toEqual(lines(expected));
    expect(document.querySelector('li.selected a.what')?.textContent).toContain(row);
  }
});
