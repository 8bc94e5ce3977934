import * as z from 'zod';
import { type EventName, eventCatalogue, eventNames } from './event-catalogue.ts';
import { localizedText, objectId, timestamp } from './fields.ts';
import { eventName } from './webhook.ts';

/** The occasions of mail templates: every event, and one that only mails have. */
export const mailEvents = [...eventNames, 'ActivePhaseChanged'] as const;

export type MailEvent = (typeof mailEvents)[number];

/** Returns whether the sandbox sends mails for it: for events that name a customer. */
export function isWrittenAbout(event: MailEvent): event is EventName {
  if (event === 'ActivePhaseChanged') return false;
  const { always, sometimes } = eventCatalogue[event];
  return [...always, ...sometimes].some((field) => field === 'CustomerId');
}

export const emailTemplate = z
  .object({
    Id: objectId('mail template'),
    InternalName: z.string(),
    ExternalId: z.string().optional().meta({
      description: 'Orders choose a template by it (`EmailTemplateExternalId`).',
      example: 'welcome',
    }),
    EventType: z.enum(mailEvents).meta({
      description:
        'The event that the mail reports. If an event has several templates, the first one is used. ' +
        'No mail is written about events that name no customer, nor about `ActivePhaseChanged`.',
    }),
    EmailType: z.enum(['CustomerEmailNotification']),
    Created: timestamp('When it was created.'),
    Subject: localizedText('Subject with placeholders such as `{{InvoiceNumber}}`'),
    HtmlText: localizedText('Body as HTML, with placeholders, whose values are escaped'),
    Attachements: z.array(z.string()).meta({
      description: 'Spelt as real services spell it. `Document`: the PDF of the invoice or reminder.',
      example: ['Document'],
    }),
    UseIndividualEmailSettings: z.boolean().meta({
      description: 'Whether sender, reply-to and bcc come from the template.',
    }),
    SenderName: z.string().optional(),
    ReplyToAddress: z.string().optional(),
    BccAddress: z.string().optional(),
    Placeholders: z.array(z.string()).meta({
      description: 'Names that subject and body may hold, as `{{Name}}`.',
      example: ['CustomerName', 'InvoiceNumber'],
    }),
  })
  .meta({ id: 'EmailNotificationTemplate' });

export const emailTemplateInput = emailTemplate
  .omit({ Id: true, Created: true, Placeholders: true })
  .extend({ Attachements: z.array(z.enum(['Document'])) })
  .partial()
  .required({ EventType: true, Subject: true, HtmlText: true })
  .meta({ id: 'EmailNotificationTemplateInput' });

export const storedMail = z.object({
  Id: objectId('mail: that of its event'),
  SentAt: timestamp('When it was written.'),
  EventType: eventName.meta({ description: 'The event that it reports.' }),
  TemplateId: objectId('template'),
  TemplateName: z.string(),
  From: z.string().meta({ example: '"Sandbox Merchant GmbH" <billing@merchant.test>' }),
  To: z.string().meta({ example: 'ada@example.com' }),
  ReplyTo: z.string().optional(),
  Bcc: z.string().optional(),
  Language: z.string().meta({ description: 'Of the customer, else of the account.', example: 'de-DE' }),
  Subject: z.string(),
  Html: z.string(),
  CustomerId: objectId('customer'),
  ContractId: objectId('contract').optional(),
  OrderId: objectId('order').optional(),
  InvoiceId: objectId('invoice').optional(),
  DunningId: objectId('dunning document').optional(),
  Attachments: z.array(z.object({ Name: z.string(), ContentType: z.string() })),
});

export const mail = storedMail
  .extend({
    Text: z.string().meta({ description: 'The body without its markup.' }),
    PageUrl: z.string().meta({
      description:
        'Shows the body as a mail program would, in a browser, without scripts and remote content.',
    }),
    Attachments: z.array(
      z.object({
        Name: z.string().meta({ example: '2026-000001.pdf' }),
        ContentType: z.string(),
        Url: z.string().meta({ description: 'The file.' }),
      }),
    ),
  })
  .meta({ id: 'Mail', description: 'A mail in the outbox. The sandbox does not send mails.' });

export type EmailTemplate = Omit<z.infer<typeof emailTemplate>, 'Placeholders'>;
export type EmailTemplateInput = z.infer<typeof emailTemplateInput>;
/** Stored without the fields that are derived from its HTML and from the sandbox's address. */
export type StoredMail = z.infer<typeof storedMail>;
export type Mail = z.infer<typeof mail>;
