// @vitest-environment happy-dom
// All that the views of documents show in each state: texts, links, marks, buttons, columns. What each line means: outline.ts.
import { expect, test } from 'vitest';
import { makeWorld } from './made-world.ts';
import { lines, often, outlineOf, without } from './outline.ts';

/** By view; names stand for the ids of documents. */
const views: { readonly [view: string]: string } = {
  contracts: `
    # Contracts
    <Filter: ><Status: *Status: any / Draft / InTrial / Active / Paused / Ended / Annulled><Payments: *Payments: any / failed>
    {New order…}
    5 contracts "status"{Export CSV "GET /api/v1/contracts, all pages"}
    Contracts
    {Reference} | {Customer} (long) | {Status} | Plan (minor) | {Start} (minor) | {Next billing} (minor) | {Balance} (number)
    [{reference}](#/contracts/{account}) | Ada Lovelace | ✓Active | Basic monthly | 2026-02-15 | 2026-04-15 | 17.37 EUR
    [{reference}](#/contracts/{declined}) | Paid Lovelace | …Active, payment failed, retry 1 of 3 in 2 hours | Basic monthly | 2026-02-15 | 2026-04-15 | 11.78 EUR
    [{reference}](#/contracts/{escalated}) | Paid Lovelace | ✗Active, payment failed, no retry planned | Basic monthly | 2026-02-15 | 2026-04-15 | 11.78 EUR
    [{reference}](#/contracts/{overpaid}) | Over Lovelace | ✓Active | Basic monthly | 2026-03-15 | 2026-04-15 | −8.22 EUR
    [{reference}](#/contracts/{settled}) | Even Lovelace | ✓Active | Basic monthly | 2026-03-15 | 2026-04-15 | 0.00 EUR`,
  customers: `
    # Customers
    <Filter: ><Status: *Status: any / Normal / Unconfirmed / Deleted>
    {New customer…}
    6 customers "status"{Export CSV "GET /api/v1/customers, all pages"}
    Customers
    {Name} (long) | {E-mail} (long) | {Country} | Your id (minor) | {Created} (minor)
    [Ada Lovelace](#/customers/{customer}) | ada@example.com | DE | | 2026-02-15 10:00
    [Paid Lovelace](#/customers/{payer}) | | DE | | 2026-02-15 10:00
    [Paid Lovelace](#/customers/{id}) | | DE | | 2026-02-15 10:00
    [Navy GmbH](#/customers/{company}) | | DE | K-7 | 2026-02-15 10:00
    [Over Lovelace](#/customers/{id}) | ada@example.com | DE | | 2026-03-15 10:00
    [Even Lovelace](#/customers/{id}) | ada@example.com | DE | | 2026-03-15 10:00`,
  orders: `
    # Orders
    <Filter: ><Status: *Status: any / InProgress / PaymentPending / Completed / Failed / Aborted / Expired / ApprovalPending / Approved / Declined / Incomplete>
    7 orders "status"{Export CSV "GET /api/v1/orders, all pages"}
    Orders
    {Created} | {Type} | {Status} | {Customer} (long) | Plan (minor) | Coupon (minor) | {Gross} (number)
    [2026-03-15 10:00](#/orders/{id}) | Signup | ✓Completed | Even Lovelace | Basic monthly | | 11.78 EUR
    [2026-03-15 10:00](#/orders/{id}) | Signup | ✓Completed | Over Lovelace | Basic monthly | | 11.78 EUR
    [2026-03-15 10:00](#/orders/{upgrade}) | Upgrade | …InProgress | [Ada Lovelace](#/customers/{customer}) | Pro monthly | | 23.92 EUR
    [2026-03-15 10:00](#/orders/{signup}) | Signup | …InProgress | Wait Ing | Pro monthly | WELCOME20 | 86.64 EUR
    [2026-02-15 10:00](#/orders/{id}) | Signup | ✓Completed | Paid Lovelace | Basic monthly | | 11.78 EUR
    [2026-02-15 10:00](#/orders/{id}) | Signup | ✓Completed | Paid Lovelace | Basic monthly | | 11.78 EUR
    [2026-02-15 10:00](#/orders/{completed}) | Signup | ✓Completed | Ada Lovelace | Basic monthly | | 11.78 EUR`,
  invoices: `
    # Invoices
    <Filter: ><Status: *Status: any / Paid / Open / Overdue / Credit>
    9 invoices "status"{Export CSV "GET /sandbox/invoices, all pages"}
    Invoices
    {Number} | {Recipient} (long) | {Status} | {Date} | {Due} (minor) | {Gross} (number)
    [2026-000009](#/invoices/{id}) | Even Lovelace | ✓Paid | 2026-03-15 | 2026-03-29 | 11.78 EUR
    [2026-000008](#/invoices/{id}) | Over Lovelace | ✓Paid | 2026-03-15 | 2026-03-29 | 11.78 EUR
    [2026-000007](#/invoices/{credit}) | Ada Lovelace | Credit note | 2026-03-15 | 2026-03-29 | −1.19 EUR
    [2026-000006](#/invoices/{id}) | Paid Lovelace | …Open, due now | 2026-03-15 | 2026-03-15 | 11.78 EUR
    [2026-000005](#/invoices/{id}) | Paid Lovelace | …Open, due now | 2026-03-15 | 2026-03-15 | 11.78 EUR
    [2026-000004](#/invoices/{open}) | Ada Lovelace | …Open, due in 14 days | 2026-03-15 | 2026-03-29 | 11.78 EUR
    [2026-000003](#/invoices/{id}) | Paid Lovelace | ✓Paid | 2026-02-15 | 2026-02-15 | 11.78 EUR
    [2026-000002](#/invoices/{paid}) | Paid Lovelace | ✓Paid | 2026-02-15 | 2026-02-15 | 11.78 EUR
    [2026-000001](#/invoices/{part}) | Ada Lovelace | ✗14 days overdue, 5.59 EUR left | 2026-02-15 | 2026-03-01 | 11.78 EUR`,
  'contracts/{account}': `
    # {reference} · Ada Lovelace
    [× "× close details"](#/contracts)
    ✓Active 17.37 EURopen
    ## Life
    {All "pressed true"}{10y}{1y}{3m}{1m}{1w}{1d}
    {Show as table}
    (picture: Life of the contract until 2026-03-15: 1 phase, 2 billed periods, 0 payments. The same facts are in the table.)
    - paid
    - pending
    - failed or charged back
    - refunded
    - owed
    - credit
    - billed period
    - planned
    ## Next
    - Renewal notice in 24 days2026-04-08 10:00
    - Renewal in 31 days2026-04-15 10:00
    {Go to this contract’s next task "POST /sandbox/clock {"Now":"2026-04-08T08:00:00.0000000Z"}, main"}
    ## Actions
    {Cancel the contract… "danger"}{End the contract… "danger"}{Pause…}{Preview a change…}{Decide next payment…}{Book a payment…}{Bill now…}{New self-service token…}
    ## What will be billed
    {Next three months "POST /sandbox/forecast {"Months":3}"}
    ## Details
    Id: {account} {Copy}
    Customer: [Ada Lovelace](#/customers/{customer})
    Plan: Basic monthly
    Start: 2026-02-15 10:00
    Next billing: 2026-04-15 10:00
    Payment method: InvoicePayment
    Provider: InvoicePayment
    ## Documents
    - [2026-000007](#/invoices/{credit})Credit note2026-03-15−1.19 EUR
    - [2026-000004](#/invoices/{open})…Open, due in 14 days2026-03-1511.78 EUR
    - [2026-000001](#/invoices/{part})✗14 days overdue, 5.59 EUR left2026-02-1511.78 EUR
    ## Related
    [Activity](#/activity?q={account})[Mails](#/mails?q={account})`,
  'contracts/{declined}': `
    # {reference} · Paid Lovelace
    [× "× close details"](#/contracts)
    …Active, payment failed, retry 1 of 3 in 2 hours 11.78 EURopen
    … 11.78 EUR open: payment failed, retry 1 of 3 in 2 hours. [InsufficientBalance](#/payments/{failure}) {Retry now "POST /sandbox/payments/{failure}/retry"}
    ## Life
    {All "pressed true"}{10y}{1y}{3m}{1m}{1w}{1d}
    {Show as table}
    (picture: Life of the contract until 2026-03-15: 1 phase, 2 billed periods, 2 payments. The same facts are in the table.)
    - paid
    - pending
    - failed or charged back
    - refunded
    - owed
    - credit
    - billed period
    - planned
    ## Next
    - Payment retry 1 of 3 in 2 hours2026-03-15 12:00
    - Renewal notice in 24 days2026-04-08 10:00
    - Renewal in 31 days2026-04-15 10:00
    - Card expiry notice in 24 years2049-12-01 00:00
    - Card expiry in 24 years2050-01-01 00:00
    {Go to this contract’s next task "POST /sandbox/clock {"Now":"2026-03-15T11:00:00.0000000Z"}, main"}
    ## Actions
    {Cancel the contract… "danger"}{End the contract… "danger"}{Pause…}{Preview a change…}{Decide next payment…}{Book a payment…}{Bill now…}{New self-service token…}
    ## What will be billed
    {Next three months "POST /sandbox/forecast {"Months":3}"}
    ## Details
    Id: {declined} {Copy}
    Customer: [Paid Lovelace](#/customers/{payer})
    Plan: Basic monthly
    Start: 2026-02-15 10:00
    Next billing: 2026-04-15 10:00
    Payment method: visa •••• 1111 until 12/2049
    Provider: FakePSP
    ## Documents
    - [2026-000005](#/invoices/{id})…Open, due now2026-03-1511.78 EUR
    - [2026-000002](#/invoices/{paid})✓Paid2026-02-1511.78 EUR
    - [✗Failed](#/payments/{failure})2026-03-1511.78 EUR
    - [✓Succeeded](#/payments/{id})2026-02-1511.78 EUR
    ## Related
    [Activity](#/activity?q={declined})[Mails](#/mails?q={declined})`,
  'customers/{customer}': `
    # Ada Lovelace
    [× "× close details"](#/customers)
    Id: {customer} {Copy}
    E-mail: ada@example.com
    Address: DE
    Created: 2026-02-15 10:00
    ## Contracts
    - [{reference}](#/contracts/{account})✓Active17.37 EUR
    ## Related
    [Activity](#/activity?q={customer})[Mails](#/mails?q={customer})
    ## Actions
    {Lock…}{Change e-mail…}{Delete… "danger"}`,
  'customers/{company}': `
    # Navy GmbH
    [× "× close details"](#/customers)
    ✗Locked
    Id: {company} {Copy}
    Person: Grace Hopper
    E-mail:
    Address: Karl Straße 5 12345 Ulm DE
    VAT id: DE123456789
    Your id: K-7
    Created: 2026-02-15 10:00
    ## Contracts
    No contracts.
    ## Related
    [Activity](#/activity?q={company})[Mails](#/mails?q={company})
    ## Actions
    {Unlock…}{Change e-mail…}{Delete… "danger"}`,
  'orders/{signup}': `
    # Signup order
    [× "× close details"](#/orders)
    …InProgress 86.64 EUR
    Id: {signup} {Copy}
    Customer: Wait Ing
    Contract: Created when the order is completed
    Created: 2026-03-15 10:00
    Coupon: WELCOME20
    Lines
    What | Quantity (number) | VAT (number) | Gross (number)
    Pro 2026-03-15 to 2026-04-15 | 1 | 20 % | 34.80 EUR
    Pro: −20 % 2026-03-15 to 2026-04-15 | 1 | 20 % | −6.96 EUR
    Pro Einrichtung | 1 | 20 % | 58.80 EUR
    ## Actions
    {Commit… "main"}`,
  'orders/{upgrade}': `
    # Upgrade order
    [× "× close details"](#/orders)
    …InProgress 23.92 EUR
    Id: {upgrade} {Copy}
    Customer: [Ada Lovelace](#/customers/{customer})
    Contract: [{reference} · Ada Lovelace](#/contracts/{account})
    Created: 2026-03-15 10:00
    Lines
    What | Quantity (number) | VAT (number) | Gross (number)
    Credit: Basic 2026-03-15 to 2026-04-15 | -1 | 19 % | −10.59 EUR
    Pro 2026-03-15 to 2026-04-15 | 1 | 19 % | 34.51 EUR
    ## Actions
    {Commit… "main"}`,
  'orders/{completed}': `
    # Signup order
    [× "× close details"](#/orders)
    ✓Completed 11.78 EUR
    Id: {completed} {Copy}
    Customer: Ada Lovelace
    Contract: [{reference} · Ada Lovelace](#/contracts/{account})
    Created: 2026-02-15 10:00
    Lines
    What | Quantity (number) | VAT (number) | Gross (number)
    Basic 2026-02-15 to 2026-03-15 | 1 | 19 % | 11.78 EUR
    ## Actions
    The order is closed.`,
  'invoices/{credit}': `
    # Credit note 2026-000007
    [× "× close details"](#/invoices)
    −1.19 EUR−1.00 EUR net, −0.19 EUR VAT
    Credit note
    Id: {credit} {Copy}
    Recipient: [Ada Lovelace](#/customers/{customer})
    Contract: [{reference} · Ada Lovelace](#/contracts/{account})
    Created: 2026-03-15 10:00
    Due: 2026-03-29 10:00
    Lines
    What | Quantity (number) | VAT (number) | Gross (number)
    Late: Basic | -1 | 19 % | −1.19 EUR
    ## Actions
    {Create download link…}
    ## PDF
    [Save 2026-000007.pdf](blob:{id})
    "PDF of 2026-000007"`,
  'invoices/{part}': `
    # Invoice 2026-000001
    [× "× close details"](#/invoices)
    11.78 EUR9.90 EUR net, 1.88 EUR VAT
    ✗14 days overdue, 5.59 EUR left
    Id: {part} {Copy}
    Recipient: [Ada Lovelace](#/customers/{customer})
    Contract: [{reference} · Ada Lovelace](#/contracts/{account})
    Created: 2026-02-15 10:00
    Due: 2026-03-01 10:00
    Lines
    What | Quantity (number) | VAT (number) | Gross (number)
    Basic 2026-02-15 to 2026-03-15 | 1 | 19 % | 11.78 EUR
    ## Actions
    {Issue credit note…}{Create download link…}
    ## PDF
    [Save 2026-000001.pdf](blob:{id})
    "PDF of 2026-000001"`,
  'invoices/{open}': `
    # Invoice 2026-000004
    [× "× close details"](#/invoices)
    11.78 EUR9.90 EUR net, 1.88 EUR VAT
    …Open, due in 14 days
    Id: {open} {Copy}
    Recipient: [Ada Lovelace](#/customers/{customer})
    Contract: [{reference} · Ada Lovelace](#/contracts/{account})
    Created: 2026-03-15 10:00
    Due: 2026-03-29 10:00
    Lines
    What | Quantity (number) | VAT (number) | Gross (number)
    Basic 2026-03-15 to 2026-04-15 | 1 | 19 % | 11.78 EUR
    ## Actions
    {Issue credit note…}{Create download link…}
    ## PDF
    [Save 2026-000004.pdf](blob:{id})
    "PDF of 2026-000004"`,
  'invoices/{paid}': `
    # Invoice 2026-000002
    [× "× close details"](#/invoices)
    11.78 EUR9.90 EUR net, 1.88 EUR VAT
    ✓Paid
    Id: {paid} {Copy}
    Recipient: [Paid Lovelace](#/customers/{payer})
    Contract: [{reference} · Paid Lovelace](#/contracts/{declined})
    Created: 2026-02-15 10:00
    Due: 2026-02-15 10:00
    Lines
    What | Quantity (number) | VAT (number) | Gross (number)
    Basic 2026-02-15 to 2026-03-15 | 1 | 19 % | 11.78 EUR
    ## Actions
    {Refund…}{Issue credit note…}{Create download link…}
    ## PDF
    [Save 2026-000002.pdf](blob:{id})
    "PDF of 2026-000002"`,
};

/** Contracts in other states, by how they begin. */
const begins: { readonly [view: string]: string } = {
  'contracts/{escalated}': `
    # {reference} · Paid Lovelace
    [× "× close details"](#/contracts)
    ✗Active, payment failed, no retry planned 11.78 EURopen
    ✗ 11.78 EUR open: payment failed, no retry planned. [BearerInvalid](#/payments/{id}) {Resume payments…}`,
  'contracts/{overpaid}': `
    # {reference} · Over Lovelace
    [× "× close details"](#/contracts)
    ✓Active −8.22 EURcredit`,
  'contracts/{settled}': `
    # {reference} · Even Lovelace
    [× "× close details"](#/contracts)
    ✓Active 0.00 EURsettled`,
};

test('each list and each document shows all that it has, in each state', { timeout: 90_000 }, async () => {
  const { mounted, ids } = await makeWorld();
  const named = (text: string) => text.replace(/\{(\w+)\}/g, (whole, name) => ids[name] ?? whole);
  const shown = (view: string, count?: number) => {
    const place = document.querySelector(view.includes('/') ? '.detail' : '.list');
    return without(outlineOf(place, ids), 'What if').slice(0, count);
  };
  for (const [view, expected] of Object.entries(views)) {
    await mounted.visit(named(view));
    await expect.poll(() => [view, ...shown(view)], often).toEqual([view, ...lines(expected)]);
  }
  for (const [view, expected] of Object.entries(begins)) {
    await mounted.visit(named(view));
    const all = lines(expected);
    await expect.poll(() => [view, ...shown(view, all.length)], often).toEqual([view, ...all]);
  }
});
