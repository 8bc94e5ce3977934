import { describe, expect, it } from 'vitest';
import { getWorkspaces } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { Service } from '../simulation/service.ts';
import { backEnd, newContract, newSandbox } from './service.ts';

const ofEvent = (eventType: string) => `/sandbox/mails?eventType=${eventType}`;

const english = {
  FirstName: 'Ada',
  LastName: 'Lovelace',
  EmailAddress: 'ada@example.com',
  Language: 'en',
  Address: { Country: 'DE' },
};

const german = {
  FirstName: 'Käthe',
  LastName: 'Müller & "Söhne" <b>',
  EmailAddress: 'Kaethe@Example.com',
  Language: 'de-DE',
  Address: { Country: 'DE' },
};

describe('the outbox', () => {
  it('has the confirmation of an order and its invoice, newest first, in the language of the customer', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const { Id, CustomerId } = await newContract(api, { Customer: german });
    const mails = (await api('GET', `/sandbox/mails?contractId=${Id}`)).body;
    expect(mails.map(({ EventType }: { EventType: string }) => EventType).sort()).toEqual([
      'InvoiceCreated',
      'OrderSucceeded',
    ]);
    const [mail] = (await api('GET', ofEvent('InvoiceCreated'))).body;
    const [invoice] = (await api('GET', 'invoices')).body;
    expect(mail).toMatchObject({
      To: 'Kaethe@Example.com',
      From: '"Sandbox Merchant GmbH" <billing@merchant.test>',
      Language: 'de-DE',
      Subject: `Rechnung ${invoice.InvoiceNumber}`,
      CustomerId,
      ContractId: Id,
      InvoiceId: invoice.Id,
      SentAt: '2026-01-15T10:00:00.0000000Z',
    });
    expect(mail.Html).toContain('Guten Tag Käthe Müller &amp; &quot;Söhne&quot; &lt;b&gt;,');
    expect(mail.Text).toContain('Guten Tag Käthe Müller & "Söhne" <b>,');
    expect(mail.Text).toMatch(/vom 15\.01\.2026 über 11,78\s€\./);
    expect((await api('GET', `/sandbox/mails/${mail.Id}`)).body).toEqual(mail);
    for (const to of ['kaethe@example.com', 'Kaethe@Example.com'])
      expect((await api('GET', `/sandbox/mails?to=${to}`)).body).toHaveLength(2);
  });

  it('is written when it is read, with the names, the plan and the day of its event', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const { CustomerId } = await newContract(api, { Customer: english });
    const { mails } = getWorkspaces(sandbox).main.core.tx;
    expect(mails.size).toBe(2);
    const written = mails.list().map((mail) => Object.getOwnPropertyDescriptor(mail, 'Html')?.value);
    expect(written).toEqual([undefined, undefined]);
    const grace = { ...english, FirstName: 'Grace', LastName: 'Hopper' };
    expect((await api('PUT', `customers/${CustomerId}`, grace)).status).toBe(200);
    const renamed = await api('PATCH', 'plans/b10000000000000000000001', { Name: { _c: 'Renamed' } });
    expect(renamed.status).toBe(200);
    await sandbox.clock.advance('P2D');
    const [order] = (await api('GET', ofEvent('OrderSucceeded'))).body;
    expect(order.Text).toContain('Dear Ada Lovelace,\nThank you for your order. Your plan is Basic,');
    const [invoice] = (await api('GET', ofEvent('InvoiceCreated'))).body;
    expect(invoice.Text).toContain('Jan 15, 2026');
    // Each reads as the same: in the list, alone, in a copy and in a snapshot.
    const copied = sandbox.fork().mails();
    expect(copied.map(({ Html }) => Html)).toEqual([order, invoice].map(({ Html }) => Html));
    const kept = JSON.parse(JSON.stringify(sandbox.snapshot())).Collections.mails;
    expect(kept.map(({ Subject }: { Subject: string }) => Subject).sort()).toEqual(
      [order.Subject, invoice.Subject].sort(),
    );
  });

  it('has the PDF of an invoice as an attachment', async () => {
    const api = await backEnd(newSandbox());
    await newContract(api);
    const [mail] = (await api('GET', ofEvent('InvoiceCreated'))).body;
    const [{ Url, Name }] = mail.Attachments;
    const file = await api('GET', new URL(Url).pathname);
    expect([Name, file.headers.get('Content-Type')]).toEqual(['2026-000001.pdf', 'application/pdf']);
    expect(file.body).toMatch(/^%PDF-/);
    expect((await api('GET', `/sandbox/mails/${mail.Id}/attachments/other.pdf`)).status).toBe(404);
  });

  it('has reminders, cancellations and trials that end', async () => {
    const sandbox = newSandbox({
      config: { Account: { Escalation: [{ TriggerDays: 3, Action: 'Reminder' }] } },
    });
    const api = await backEnd(sandbox);
    const contract = await newContract(api, { Customer: english });
    await newContract(api, { Customer: english, Cart: { PlanVariantId: 'b00000000000000000000005' } });
    await sandbox.clock.advance('P20D');
    const [reminder] = (await api('GET', ofEvent('DunningCreated'))).body;
    expect(reminder.Text).toContain('Please pay €11.78 by');
    expect(reminder.Attachments[0].Name).toMatch(/^D-.*\.pdf$/);
    const file = await api('GET', new URL(reminder.Attachments[0].Url).pathname);
    expect(file.body).toMatch(/^%PDF-/);
    expect((await api('GET', ofEvent('TrialEndApproaching'))).body[0].Subject).toBe(
      'Your trial of Pro trial ends soon',
    );
    await api('POST', `contracts/${contract.Id}/end`, { EndDate: '2026-03-01T00:00:00Z' });
    expect((await api('GET', ofEvent('ContractCancelled'))).body[0].Text).toContain(
      'Basic ends on Mar 1, 2026',
    );
  });

  it('sends nothing without an address, and no invoice to customers with paper invoices', async () => {
    const api = await backEnd(newSandbox());
    await newContract(api, { Customer: { FirstName: 'Ada', Address: { Country: 'DE' } } });
    expect((await api('GET', '/sandbox/mails')).body).toEqual([]);
    await newContract(api, { Customer: { ...german, DefaultBearerMedium: 'SnailMail' } });
    expect((await api('GET', '/sandbox/mails')).body).toMatchObject([{ EventType: 'OrderSucceeded' }]);
  });

  it('shows what was written at the time, can be emptied, and starts empty after a reset', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const { CustomerId } = await newContract(api);
    const before = (await api('GET', '/sandbox/mails')).body;
    await api('PATCH', `customers/${CustomerId}`, { EmailAddress: 'new@example.com', LastName: 'King' });
    expect((await api('GET', '/sandbox/mails')).body).toEqual(before);
    const copy = newSandbox();
    copy.restore(sandbox.snapshot());
    expect((await (await backEnd(copy))('GET', '/sandbox/mails')).body).toEqual(before);
    expect((await api('DELETE', '/sandbox/mails')).status).toBe(204);
    expect((await api('GET', '/sandbox/mails')).body).toEqual([]);
    copy.reset();
    expect((await (await backEnd(copy))('GET', '/sandbox/mails')).body).toEqual([]);
  });

  it('contains a mail for a renewal whose payment fails, and none for a payment that fails on the screen', async () => {
    const service = new Service();
    const { sandbox } = service;
    const order = await service.order(undefined, { Locale: 'en-GB' });
    await service.pay(order, await service.byCard('4000000000000002'));
    expect(sandbox.mails()).toEqual([]);
    await service.pay(order, await service.byCard('4000000000000341'));
    await sandbox.clock.advance('P1M');
    const failed = sandbox.mails().filter(({ EventType }) => EventType === 'PaymentFailed');
    expect(failed[0]?.Text).toContain('your payment of €11.78 by visa …0341 failed.');
    const [invoice] = sandbox.mails().filter(({ EventType }) => EventType === 'InvoiceCreated');
    const path = invoice?.Attachments[0]?.Url ?? '';
    expect((await sandbox.fetch(`http://sandbox${path}`)).status).toBe(200);
  });

  it('contains a mail of a manual event, to see a template at work', async () => {
    const api = await backEnd(newSandbox());
    const { Id } = await newContract(api, { Customer: english });
    await api('POST', '/sandbox/events', { Event: 'PaymentBearerExpiring', ContractId: Id });
    expect((await api('GET', ofEvent('PaymentBearerExpiring'))).body[0].Text).toContain('Feb 14, 2026');
  });
});

describe('mail templates', () => {
  const welcome = {
    EventType: 'OrderSucceeded',
    ExternalId: 'welcome',
    Subject: { _c: 'Welcome {{FirstName}}' },
    HtmlText: { _c: '<h1>{{PlanName}}</h1>' },
  };

  it('are listed, read by the id in the query, created, replaced as sent, deleted', async () => {
    const api = await backEnd(newSandbox());
    const path = 'emailNotificationsTemplates';
    expect((await api('GET', path)).body).toHaveLength(7);
    const made = (await api('POST', path, welcome)).body;
    expect(made).toMatchObject({
      ...welcome,
      InternalName: 'OrderSucceeded',
      EmailType: 'CustomerEmailNotification',
      Attachements: [],
      UseIndividualEmailSettings: false,
    });
    expect(made.Placeholders).toContain('PlanName');
    expect((await api('GET', `${path}?id=${made.Id}`)).body).toEqual(made);
    const back = await api('PUT', `${path}?id=${made.Id}`, { ...made, Subject: { _c: 'Hello' } });
    expect([back.headers.get('X-Sandbox-Warnings'), back.body.Subject]).toEqual([null, { _c: 'Hello' }]);
    expect((await api('POST', path, welcome)).status).toBe(409);
    expect((await api('DELETE', `${path}?id=${made.Id}`)).status).toBe(204);
    expect((await api('GET', `${path}?id=${made.Id}`)).status).toBe(404);
  });

  it('are chosen by an order, which can also choose none', async () => {
    const api = await backEnd(newSandbox());
    await api('POST', 'emailNotificationsTemplates', {
      ...welcome,
      UseIndividualEmailSettings: true,
      SenderName: 'Ada\r\nBcc: x@example.com',
      ReplyToAddress: 'help@merchant.test',
      BccAddress: 'archive@merchant.test',
    });
    await newContract(api, { EmailTemplateExternalId: 'welcome' });
    const [mail] = (await api('GET', ofEvent('OrderSucceeded'))).body;
    expect(mail).toMatchObject({
      Subject: 'Welcome Ada',
      Text: 'Basic',
      From: '"Ada Bcc: x@example.com" <billing@merchant.test>',
      ReplyTo: 'help@merchant.test',
      Bcc: 'archive@merchant.test',
    });
    await newContract(api, { EmailTemplateExternalId: 'None' });
    expect((await api('GET', ofEvent('OrderSucceeded'))).body).toHaveLength(1);
  });

  it('that an order names but do not exist are warned about, and rejected with --strict', async () => {
    const order = {
      Customer: german,
      Cart: { PlanVariantId: 'b00000000000000000000001' },
      EmailTemplateExternalId: 'Willkommen',
    };
    const answered = await (await backEnd(newSandbox()))('POST', 'orders', order);
    expect([answered.status, answered.headers.get('X-Sandbox-Warnings')]).toEqual([
      200,
      'property EmailTemplateExternalId: there is no mail template "Willkommen" for OrderSucceeded; the default is used',
    ]);
    const strictly = await backEnd(newSandbox({ strict: true }));
    for (const EmailTemplateExternalId of ['None', 'none', 'NONE', ''])
      expect((await strictly('POST', 'orders', { ...order, EmailTemplateExternalId })).status).toBe(200);
    const strict = await strictly('POST', 'orders', order);
    expect([strict.status, strict.body.Errors[0].Field]).toEqual([422, 'EmailTemplateExternalId']);
  });

  it('with an unknown placeholder are warned about, and rejected with --strict', async () => {
    const template = { ...welcome, Subject: { _c: 'Welcome {{Fistname}}' } };
    const api = await backEnd(newSandbox());
    const made = await api('POST', 'emailNotificationsTemplates', template);
    expect(made.headers.get('X-Sandbox-Warnings')).toContain('property Subject: {{Fistname}} means nothing');
    await newContract(api, { EmailTemplateExternalId: 'welcome' });
    expect((await api('GET', ofEvent('OrderSucceeded'))).body[0].Subject).toBe('Welcome {{Fistname}}');
    const replaced = await api('PUT', `emailNotificationsTemplates?id=${made.body.Id}`, template);
    expect(replaced.headers.get('X-Sandbox-Warnings')).toBe(made.headers.get('X-Sandbox-Warnings'));
    const strict = await backEnd(newSandbox({ strict: true }));
    expect((await strict('POST', 'emailNotificationsTemplates', template)).status).toBe(422);
    const { Id } = (await strict('POST', 'emailNotificationsTemplates', welcome)).body;
    expect((await strict('PUT', `emailNotificationsTemplates?id=${Id}`, template)).status).toBe(422);
  });

  it('without one for an event, no mail is sent', async () => {
    const api = await backEnd(newSandbox());
    const path = 'emailNotificationsTemplates';
    const [template] = (await api('GET', `${path}?eventType=InvoiceCreated`)).body;
    await api('DELETE', `${path}?id=${template.Id}`);
    await newContract(api);
    expect((await api('GET', ofEvent('InvoiceCreated'))).body).toEqual([]);
  });
});

describe('the page of a mail', () => {
  const policyOf = (headers: Headers) =>
    Object.fromEntries(
      (headers.get('Content-Security-Policy') ?? '').split('; ').map((part) => {
        const [name = '', ...values] = part.split(' ');
        return [name, values.join(' ')];
      }),
    );

  it('has its HTML in a page without origin, scripts and remote content', async () => {
    const api = await backEnd(newSandbox());
    await newContract(api, { Customer: german });
    const [mail] = (await api('GET', ofEvent('InvoiceCreated'))).body;
    const page = await api('GET', new URL(mail.PageUrl).pathname);
    expect(page.body).toContain(mail.Html);
    expect(policyOf(page.headers)).toEqual({
      sandbox: 'allow-popups allow-popups-to-escape-sandbox',
      'default-src': "'none'",
      'style-src': "'none'",
      'img-src': 'data:',
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'self'",
    });
    expect((await api('GET', '/sandbox/mails/nowhere/page')).status).toBe(404);
  });

  it("allows the mail's inline styles by their hashes", async () => {
    const api = await backEnd(newSandbox());
    await api('POST', 'emailNotificationsTemplates', {
      EventType: 'CustomerCreated',
      Subject: { _c: 'Welcome' },
      HtmlText: { _c: `<style>p{margin:0}</style><p style="font-family: &quot;Arial&quot;">Hi</p>` },
      Attachements: [],
    });
    await newContract(api, { Customer: english });
    const [mail] = (await api('GET', ofEvent('CustomerCreated'))).body;
    const { headers } = await api('GET', new URL(mail.PageUrl).pathname);
    const hash = async (text: string) => {
      const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
      return `'sha256-${btoa(String.fromCharCode(...bytes))}'`;
    };
    expect(policyOf(headers)['style-src']).toBe(
      ["'unsafe-hashes'", await hash('p{margin:0}'), await hash('font-family: "Arial"')].join(' '),
    );
  });

  it('is opened by its own key if the control API requires a token, and by no other', async () => {
    const sandbox = newSandbox({ controlToken: 'secret-token' });
    const api = await backEnd(sandbox);
    await newContract(api, { Customer: english });
    const control = async (path: string, headers = {}) => sandbox.fetch(`http://sandbox${path}`, { headers });
    const bearer = { Authorization: 'Bearer secret-token' };
    const mails = (await (await control('/sandbox/mails', bearer)).json()) as { PageUrl: string }[];
    const [first = '', second = ''] = mails.map(({ PageUrl }) => PageUrl.replace('http://sandbox', ''));
    const statusOf = async (path: string, headers = {}) => (await control(path, headers)).status;
    expect(first).not.toContain('secret-token');
    expect(await statusOf(first)).toBe(200);
    expect(await statusOf(first.replace(/\?.*/, ''))).toBe(401);
    expect(await statusOf(first.replace(/\?.*/, ''), bearer)).toBe(200);
    expect(await statusOf(first.replace(/\?.*/, '') + second.replace(/.*\?/, '?'))).toBe(401);
  });
});

describe('the search of mails', () => {
  it('finds them by prefixes of words in address, subject, event and ids', async () => {
    const api = await backEnd(newSandbox());
    const { Id } = await newContract(api, { Customer: english });
    await newContract(api, { Customer: german });
    const found = async (search: string) =>
      (await api('GET', `/sandbox/mails?search=${encodeURIComponent(search)}`)).body.map(
        ({ To, EventType }: { To: string; EventType: string }) => [To, EventType],
      );
    expect(await found('ada invoicec')).toEqual([['ada@example.com', 'InvoiceCreated']]);
    expect(await found(Id)).toHaveLength(2);
    expect(await found('rechnung')).toEqual([['Kaethe@Example.com', 'InvoiceCreated']]);
    expect(await found('nobody')).toEqual([]);
    expect(await found('')).toHaveLength(4);
  });
});
