// @vitest-environment happy-dom
// What the outbox says of each mail.
import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { openInspector, press, signUp } from './mounted.ts';
import { reads, shown } from './reads.ts';
import { sortsBy } from './sorts.ts';

test('mails are listed and sorted, and each says to whom it went, why, and what it is about', async () => {
  const { api, visit } = await openInspector('overview');
  await api('POST', '/sandbox/clock', { Advance: 'PT1H' });
  const { Id: contract, CustomerId: customer } = await signUp(api);
  await api('PATCH', `/api/v1/customers/${customer}`, { EmailAddress: 'byron@example.com' });
  await api('POST', '/sandbox/clock', { Advance: 'P1M' });
  const mails = await api('GET', '/sandbox/mails');
  const ids = { contract, customer };
  await visit('mails');
  await reads(
    `
    # Mails
    <Filter: >
    {Empty the outbox… "danger"}
    3 mails "status"{Export CSV "GET /sandbox/mails, all pages"}
    Mails
    {Subject} (long) | {To} (long) | {Event} (minor) | Files (number, minor) | {Sent}
    [Rechnung 2026-000002](#/mails/{id}) | byron@example.com | InvoiceCreated | 1 | 2026-03-15 11:00
    [Ihre Bestellung: Basic](#/mails/{id}) | ada@example.com | OrderSucceeded | | 2026-02-15 11:00
    [Rechnung 2026-000001](#/mails/{id}) | ada@example.com | InvoiceCreated | 1 | 2026-02-15 11:00
  `,
    'main',
    ids,
  );
  await sortsBy(['Subject', 'To', 'Event', 'Sent']);
  const frame = () => document.querySelector('.detail iframe.mail')?.getAttribute('src');
  for (const [event, text] of [
    [
      'OrderSucceeded',
      `
      # Ihre Bestellung: Basic
      [× "× close details"](#/mails)
      To: ada@example.com
      From: "Sandbox Merchant GmbH" <billing@merchant.test>
      Sent: 2026-02-15 11:00
      Event: [OrderSucceeded](#/activity/{request})
      Customer: [Ada Lovelace](#/customers/{customer})
      Contract: [{reference} · Ada Lovelace](#/contracts/{contract})
      Order: [Basic monthly · Ada Lovelace](#/orders/{id})
      Template: Order confirmation, de-DE
      ## Body
      {Mail "pressed true"}{Text}{HTML}
      "Mail: Ihre Bestellung: Basic"
    `,
    ],
    [
      'InvoiceCreated',
      `
      # Rechnung 2026-000002
      [× "× close details"](#/mails)
      To: byron@example.com
      From: "Sandbox Merchant GmbH" <billing@merchant.test>
      Sent: 2026-03-15 11:00
      Event: [InvoiceCreated](#/activity/{task})
      Customer: [Ada Lovelace](#/customers/{customer})
      Contract: [{reference} · Ada Lovelace](#/contracts/{contract})
      Invoice: [2026-000002](#/invoices/{id})
      Template: Invoice, de-DE
      ## Body
      {Mail "pressed true"}{Text}{HTML}
      "Mail: Rechnung 2026-000002"
      ## PDF
      [Save 2026-000002.pdf](blob:{id})
      "PDF of 2026-000002"
    `,
    ],
  ] as const) {
    const { Id, PageUrl, Text, Html } = mails.find(
      ({ EventType }: { EventType: string }) => EventType === event,
    );
    await visit(`mails/${Id}`);
    await reads(text, '.detail', ids);
    expect(frame()).toBe(PageUrl);
    const body = () => document.querySelector('.detail pre')?.textContent;
    for (const [form, expected] of [
      ['Text', Text],
      ['HTML', Html],
      ['Mail', undefined],
    ]) {
      press(screen.getByText(form, { selector: '.detail button' }));
      await expect.poll(() => [body(), frame() === undefined]).toEqual([expected, expected !== undefined]);
    }
  }
});

test('a mail of an own template says who gets its replies, and a copy', async () => {
  const { api, visit } = await openInspector('faults');
  await api('POST', '/api/v1/emailNotificationsTemplates', {
    EventType: 'OrderSucceeded',
    ExternalId: 'welcome',
    Subject: { _c: 'Welcome' },
    HtmlText: { _c: 'Hello' },
    UseIndividualEmailSettings: true,
    ReplyToAddress: 'help@merchant.test',
    BccAddress: 'archive@merchant.test',
  });
  const order = await api('POST', '/api/v1/orders', {
    Customer: { FirstName: 'Ada', EmailAddress: 'ada@example.com', Address: { Country: 'DE' } },
    Cart: { PlanVariantId: 'b00000000000000000000001' },
    EmailTemplateExternalId: 'welcome',
  });
  await api('POST', `/api/v1/orders/${order.Id}/commit`, { PaymentMethod: 'InvoicePayment' });
  const [mail] = (await api('GET', '/sandbox/mails')).filter(
    ({ Bcc }: { Bcc?: string }) => Bcc !== undefined,
  );
  await visit(`mails/${mail.Id}`);
  await expect
    .poll(() => shown('.detail dl').slice(0, 4))
    .toEqual([
      'To: ada@example.com',
      'From: "Sandbox Merchant GmbH" <billing@merchant.test>',
      'Reply to: help@merchant.test',
      'Blind copy: archive@merchant.test',
    ]);
});
