// What a mail says: the value of every placeholder, the template that is chosen, and who gets none.
import { describe, expect, test } from 'vitest';
import { endContract } from '../../../../sandbox/src/service/domain/contracts/contract-end.ts';
import {
  createEmailTemplate,
  deleteEmailTemplate,
  replaceEmailTemplate,
} from '../../../../sandbox/src/service/domain/mails/email-templates.ts';
import { mailView } from '../../../../sandbox/src/service/domain/mails/outbox.ts';
import {
  filled,
  placeholderNames,
  unknownPlaceholders,
} from '../../../../sandbox/src/service/domain/mails/placeholders.ts';
import { completeOrder, createOrder } from '../../../../sandbox/src/service/domain/orders/orders.ts';
import type { EventName } from '../../../../sandbox/src/service/model/event-catalogue.ts';
import type { EmailTemplateInput, StoredMail } from '../../../../sandbox/src/service/model/mail.ts';
import { card, ids, onAccount, Shop } from './billing-kit.ts';

const now = '2026-01-15T09:00:00Z';
const ada = {
  FirstName: 'Ada',
  LastName: 'Lovelace',
  CompanyName: 'Engines & Sons',
  EmailAddress: 'ada@example.com',
  ExternalCustomerId: 'K-1',
  Locale: 'en-GB',
  Address: { Country: 'DE' },
};

/** A shop whose only template of the event has all of its placeholders. */
function shopWith(
  event: EventName,
  more: Partial<EmailTemplateInput> = {},
  change: ConstructorParameters<typeof Shop>[1] = {},
) {
  // Amounts are in the currency of what they are of, not in that of the account.
  const shop = new Shop(now, { ...change, account: { Currency: 'USD', ...change.account } });
  const all = placeholderNames(event).map((name) => `${name}={{${name}}}`);
  const template = shop.core.transaction((tx) => {
    for (const { Id, EventType } of [...tx.emailTemplates])
      if (EventType === event) deleteEmailTemplate(tx, Id);
    return createEmailTemplate(tx, {
      EventType: event as EmailTemplateInput['EventType'],
      Subject: { _c: 'About {{CustomerName}}' },
      HtmlText: { _c: all.join('\n') },
      ...more,
    });
  });
  const mails = () => [...shop.tx.mails].filter(({ EventType }) => EventType === event);
  return { shop, template, mails, mail: () => mails()[0] as StoredMail };
}

const valuesOf = ({ Html }: StoredMail) =>
  Object.fromEntries(Html.split('\n').map((line) => line.split('=') as [string, string]));

const ofCustomer = {
  MerchantName: 'Sandbox Merchant GmbH',
  CustomerName: 'Engines &amp; Sons',
  CustomerSubName: 'Ada Lovelace',
  FirstName: 'Ada',
  LastName: 'Lovelace',
  CompanyName: 'Engines &amp; Sons',
  EmailAddress: 'ada@example.com',
  ExternalCustomerId: 'K-1',
};

describe('the placeholders of a mail about', () => {
  test('an order', () => {
    const { shop, template, mail } = shopWith('OrderSucceeded');
    const contract = shop.signup(ids.basicMonthly, {}, ada, card);
    const [order] = [...shop.tx.orders];
    const { Id, Html, ...rest } = mail();
    expect(valuesOf(mail())).toEqual({
      ...ofCustomer,
      Date: '15 Jan 2026',
      ContractId: contract.Id,
      ReferenceCode: shop.contract(contract.Id).ReferenceCode,
      PlanName: 'Basic',
      EndDate: '',
      NextBillingDate: '15 Feb 2026',
      Balance: '€11.78',
      PaymentMethod: 'visa …1111',
      OrderId: order?.Id,
      OrderTotal: '€11.78',
    });
    const [event] = shop.tx.events.where('Event', 'OrderSucceeded');
    expect(Id).toBe(event?.Id);
    expect(rest).toEqual({
      SentAt: '2026-01-15T09:00:00.0000000Z',
      EventType: 'OrderSucceeded',
      TemplateId: template.Id,
      TemplateName: 'OrderSucceeded',
      From: '"Sandbox Merchant GmbH" <billing@merchant.test>',
      To: 'ada@example.com',
      Language: 'en-GB',
      Subject: 'About Engines & Sons',
      CustomerId: contract.CustomerId,
      ContractId: contract.Id,
      OrderId: order?.Id,
      Attachments: [],
    });
  });

  test('an invoice and a credit note, each with its PDF', () => {
    const { shop, mails } = shopWith('InvoiceCreated', { Attachements: ['Document'] });
    const contract = shop.signup(ids.basicYearly, {}, ada, onAccount);
    shop.core.transaction((tx) => endContract(tx, contract.Id, '2026-07-15T09:00:00Z'));
    const invoices = shop.invoices(contract.Id);
    const found = mails().map((one) => {
      const values = valuesOf(one);
      const { DocumentName, InvoiceNumber, DocumentDate, DueDate, TotalNet, TotalVat, TotalGross } = values;
      return [
        DocumentName,
        InvoiceNumber,
        DocumentDate,
        DueDate,
        TotalNet,
        TotalVat,
        TotalGross,
        one.InvoiceId,
        one.Attachments,
      ];
    });
    expect(found).toEqual([
      [
        'Invoice',
        '2026-000001',
        '15 Jan 2026',
        '29 Jan 2026',
        '€99.00',
        '€18.81',
        '€117.81',
        invoices[0]?.Id,
        [{ Name: '2026-000001.pdf', ContentType: 'application/pdf' }],
      ],
      [
        'Credit note',
        '2026-000002',
        '15 Jan 2026',
        '29 Jan 2026',
        '-€49.91',
        '-€9.48',
        '-€59.39',
        invoices[1]?.Id,
        [{ Name: '2026-000002.pdf', ContentType: 'application/pdf' }],
      ],
    ]);
    const { EndDate, NextBillingDate, PaymentMethod } = valuesOf(mails()[1] as StoredMail);
    expect([EndDate, NextBillingDate, PaymentMethod]).toEqual([
      '15 Jul 2026',
      '15 Jul 2026',
      'InvoicePayment',
    ]);
  });

  test('a reminder, which is also a document', async () => {
    const { shop, mail } = shopWith(
      'DunningCreated',
      { Attachements: ['Document'] },
      { account: { Escalation: [{ TriggerDays: 7, Action: 'Reminder' }] } },
    );
    shop.signup(ids.basicMonthly, {}, ada, onAccount);
    await shop.advanceTo('2026-02-10T00:00:00Z');
    const [dunning] = [...shop.tx.dunnings];
    expect(valuesOf(mail())).toMatchObject({
      DunningNumber: 'D-2026-000001',
      DueDate: '19 Feb 2026',
      OpenAmount: '€11.78',
    });
    expect(mail()).toMatchObject({
      DunningId: dunning?.Id,
      Attachments: [{ Name: 'D-2026-000001.pdf', ContentType: 'application/pdf' }],
    });
  });

  test('a payment that failed in the background', async () => {
    const { shop, mails } = shopWith('PaymentFailed');
    shop.answering(
      { Outcome: 'Succeeded', ProviderTransactionId: 'p-1' },
      { Outcome: 'Failed', ErrorCode: 'InsufficientBalance', ErrorMessage: 'No money', Severity: 'Severe' },
    );
    shop.signup(ids.basicMonthly, {}, ada, card);
    await shop.advanceTo('2026-02-16T00:00:00Z');
    expect(mails().map(valuesOf)).toMatchObject([{ Amount: '€11.78', ErrorCode: 'InsufficientBalance' }]);
  });
});

test.each([
  [{ Type: 'CreditCard', CardType: 'visa', Last4: '1111' }, 'visa …1111'],
  [{ Type: 'BankAccount', IBAN: 'DE89370400440532013000' }, 'BankAccount …3000'],
  [{ Type: 'BankAccount', Account: '123456789' }, 'BankAccount …6789'],
  [{ Type: 'Wallet' }, 'Wallet'],
])('the payment method %j is shown as %j', (Shown, called) => {
  const { shop, mail } = shopWith('OrderSucceeded');
  shop.signup(ids.basicMonthly, {}, ada, { ...card, Shown: Shown as NonNullable<typeof card.Shown> });
  expect(valuesOf(mail())['PaymentMethod']).toBe(called);
});

describe('the template of a mail', () => {
  const welcome = { ExternalId: 'welcome', Subject: { _c: 'Welcome', de: 'Willkommen' } };
  const ordered = (shop: Shop, EmailTemplateExternalId?: string) =>
    shop.order({
      Customer: ada,
      Cart: { PlanVariantId: ids.basicMonthly },
      ...(EmailTemplateExternalId === undefined ? {} : { EmailTemplateExternalId }),
    });

  test('is the one that the order names, or the first of the event', () => {
    const { shop, mails } = shopWith('OrderSucceeded');
    shop.core.transaction((tx) =>
      createEmailTemplate(tx, { EventType: 'OrderSucceeded', HtmlText: { _c: '' }, ...welcome }),
    );
    const unlike = { ...ada, ExternalCustomerId: '' };
    for (const EmailTemplateExternalId of [undefined, 'welcome', 'nobody', 'none', 'NONE'])
      shop.core.transaction((tx) => {
        const input = { Customer: unlike, Cart: { PlanVariantId: ids.basicMonthly } };
        const order = createOrder(
          tx,
          EmailTemplateExternalId === undefined ? input : { ...input, EmailTemplateExternalId },
          { bySelfService: false },
        );
        completeOrder(tx, order.Id, { method: onAccount });
      });
    expect(mails().map(({ Subject }) => Subject)).toEqual([
      'About Engines & Sons',
      'Welcome',
      'About Engines & Sons',
    ]);
  });

  test('is in the language of the customer, and has its own sender only if set', () => {
    const own = { SenderName: 'Ada "B"', ReplyToAddress: 'r@example.com', BccAddress: 'b@example.com' };
    const { shop, mails, template } = shopWith('OrderSucceeded', { ...welcome, ...own });
    shop.signup(ids.basicMonthly, {}, { ...ada, ExternalCustomerId: '', Locale: 'de-AT' });
    const { Id, Created, EmailType, ...input } = template;
    shop.core.transaction((tx) =>
      replaceEmailTemplate(tx, Id, { ...input, Attachements: [], UseIndividualEmailSettings: true }),
    );
    ordered(shop);
    const [first, second] = mails();
    expect(first).toMatchObject({
      Subject: 'Willkommen',
      From: '"Sandbox Merchant GmbH" <billing@merchant.test>',
    });
    expect(first).not.toHaveProperty('ReplyTo');
    expect(first).not.toHaveProperty('Bcc');
    expect(second).toMatchObject({
      Subject: 'Welcome',
      From: `"Ada 'B'" <billing@merchant.test>`,
      ReplyTo: 'r@example.com',
      Bcc: 'b@example.com',
    });
  });

  test('uses the Language that the merchant stores for the customer, before the Locale', () => {
    const { shop, mail } = shopWith('OrderSucceeded', { ...welcome, HtmlText: { _c: '{{OrderTotal}}' } });
    shop.signup(ids.basicMonthly, {}, { ...ada, Locale: 'en-GB', Language: 'de-DE' });
    const { Language, Subject, Html } = mail();
    expect([Language, Subject, Html]).toEqual(['de-DE', 'Willkommen', '11,78\u00a0€']);
  });

  test('is stored as it was sent with defaults, and replaced whole', () => {
    const { shop, template } = shopWith('OrderSucceeded', { ...welcome, InternalName: 'Hello' });
    expect(template).toEqual({
      Id: template.Id,
      InternalName: 'Hello',
      EventType: 'OrderSucceeded',
      EmailType: 'CustomerEmailNotification',
      Created: '2026-01-15T09:00:00.0000000Z',
      ...welcome,
      HtmlText: template.HtmlText,
      Attachements: [],
      UseIndividualEmailSettings: false,
    });
    const input = { EventType: 'OrderSucceeded', Subject: { _c: 'x' }, HtmlText: { _c: 'y' } } as const;
    expect(shop.core.transaction((tx) => replaceEmailTemplate(tx, template.Id, input))).toEqual({
      Id: template.Id,
      InternalName: 'OrderSucceeded',
      EmailType: 'CustomerEmailNotification',
      Created: template.Created,
      ...input,
      Attachements: [],
      UseIndividualEmailSettings: false,
    });
  });

  test('has an external id that is unique for its event', () => {
    const { shop, template } = shopWith('OrderSucceeded', welcome);
    const again = { Subject: { _c: '' }, HtmlText: { _c: '' }, ExternalId: 'welcome' };
    const refused = shop.refusal(() =>
      createEmailTemplate(shop.tx, { EventType: 'OrderSucceeded', ...again }),
    );
    expect(refused.kind).toBe('Conflict');
    expect(refused.message).toContain(template.Id);
    const other = shop.core.transaction((tx) =>
      createEmailTemplate(tx, { EventType: 'InvoiceCreated', ...again }),
    );
    expect(other.ExternalId).toBe('welcome');
    const same = { EventType: 'OrderSucceeded', ...again } as const;
    expect(shop.core.transaction((tx) => replaceEmailTemplate(tx, template.Id, same)).ExternalId).toBe(
      'welcome',
    );
    for (const work of [
      deleteEmailTemplate,
      (tx: Shop['tx'], id: string) => replaceEmailTemplate(tx, id, same),
    ])
      expect(shop.refusal(() => work(shop.tx, ids.seat))).toMatchObject({ kind: 'NotFound' });
  });
});

describe('no mail is sent', () => {
  test.each([
    ['without an address', 'OrderSucceeded', { ...ada, EmailAddress: '' }, 0],
    ['about an invoice to who gets paper', 'InvoiceCreated', { ...ada, DefaultBearerMedium: 'SnailMail' }, 0],
    ['but of orders to who gets paper', 'OrderSucceeded', { ...ada, DefaultBearerMedium: 'SnailMail' }, 1],
  ] as const)('%s', (_why, event, customer, count) => {
    const { shop, mails } = shopWith(event);
    shop.signup(ids.basicMonthly, {}, customer);
    expect(mails()).toHaveLength(count);
  });

  test.each([
    ['Email', 1],
    ['SnailMail', 0],
    ['ArchiveOnly', 0],
  ] as const)('of a reminder to who gets documents by %s: %i', async (DefaultBearerMedium, count) => {
    const account = { Escalation: [{ TriggerDays: 7, Action: 'Reminder' as const }] };
    const { shop, mails } = shopWith('DunningCreated', {}, { account });
    shop.signup(ids.basicMonthly, {}, { ...ada, DefaultBearerMedium }, onAccount);
    await shop.advanceTo('2026-02-10T00:00:00Z');
    expect([shop.tx.dunnings.size, mails().length]).toEqual([1, count]);
  });
});

describe('the texts of a mail', () => {
  test('keep unknown names, and are escaped in HTML only', () => {
    const values = new Map([
      ['Name', `<b>"A" & 'B'</b>`],
      ['Empty', ''],
    ]);
    expect(filled('{{Name}} {{ Name }} {{Empty}}{{Other}} {Name}', (name) => values.get(name))).toBe(
      `<b>"A" & 'B'</b> <b>"A" & 'B'</b> {{Other}} {Name}`,
    );
    const { shop, mail } = shopWith('OrderSucceeded', {
      Subject: { _c: '{{CompanyName}}\r\nBcc: x' },
      HtmlText: { _c: '{{CompanyName}}{{constructor}}' },
    });
    shop.signup(ids.basicMonthly, {}, { ...ada, CompanyName: `<b>"A" & 'B'</b>` });
    expect(mail().Subject).toBe(`<b>"A" & 'B'</b> Bcc: x`);
    expect(mail().Html).toBe('&lt;b&gt;&quot;A&quot; &amp; &#39;B&#39;&lt;/b&gt;{{constructor}}');
  });

  test('are never longer than they may be, however often a long value stands in them', () => {
    const long = 'x'.repeat(150_000);
    expect(filled('{{Name}}'.repeat(4), () => long)).toBe(`${long}${long}……`);
  });

  test('leave placeholders that their event does not have', () => {
    expect(unknownPlaceholders('OrderSucceeded', ['{{PlanName}} {{X}} {{X}}', undefined, '{{ Y }}'])).toEqual(
      ['X', 'Y'],
    );
    expect(unknownPlaceholders('CustomerChanged', ['{{PlanName}} {{CustomerName}}'])).toEqual(['PlanName']);
  });

  test('are also shown as plain text, with the addresses of page and attachments', () => {
    const { shop, mail } = shopWith('OrderSucceeded', {
      HtmlText: {
        _c: '<head><title>x</title></head><style>p {}</style><p>Dear  \n Ada,</p><div>1 &lt; 2 &amp;amp; 3</div>Bye<br>all<script>alert(1)</script> <i>!</i>',
      },
    });
    shop.signup(ids.basicMonthly, {}, ada);
    const textOf = (Html: string) => mailView({ ...mail(), Html }, '').Text;
    expect(textOf('a<br/>b<br />c</h1 >d</li>e</TR>f</table>g')).toBe('a\nb\nc\nd\ne\nf\ng');
    expect(textOf('a<STYLE>x\n</STYLE >b <script src="x">1</script>c<b>d</b>')).toBe('ab cd');
    expect(textOf('<p>a \t b  </p>   <p>  c</p>')).toBe('a b\nc');
    expect(textOf('&quot;&#39;&gt;')).toBe(`"'>`);
    const sent = { ...mail(), Attachments: [{ Name: 'D 1.pdf', ContentType: 'application/pdf' }] };
    const view = mailView(sent, 'http://s', 'k1');
    expect(view.Text).toBe('Dear Ada,\n1 < 2 &amp; 3\nBye\nall !');
    expect(view.PageUrl).toBe(`http://s/sandbox/mails/${sent.Id}/page?key=k1`);
    expect(mailView(sent, 'http://s').PageUrl).toBe(`http://s/sandbox/mails/${sent.Id}/page`);
    expect(view.Attachments).toEqual([
      {
        Name: 'D 1.pdf',
        ContentType: 'application/pdf',
        Url: `http://s/sandbox/mails/${sent.Id}/attachments/D%201.pdf`,
      },
    ]);
  });
});

test("a mail's text has the content of the page, even if that looks like an entity", () => {
  const mail = { Id: 'mail-1', Attachments: [], Html: '<p>&amp;lt;b&amp;gt; &lt;i&gt;</p>' } as unknown;
  expect(mailView(mail as StoredMail, 'http://sandbox').Text).toBe('&lt;b&gt; <i>');
});
