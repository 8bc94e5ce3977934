import type { EventName } from '../../model/event-catalogue.ts';
import type { EmailTemplate, Mail, StoredMail } from '../../model/mail.ts';
import { defined } from '../basics/defined.ts';
import { localized } from '../basics/localized.ts';
import { timestamp } from '../basics/time.ts';
import type { Tx } from '../records/tx.ts';
import type { EventRecord } from '../records/webhooks.ts';
import { filled, type MailFacts, type MailValues, mailFacts, valuesFor } from './placeholders.ts';

/** The sender address; replies go nowhere. */
const SENDER_ADDRESS = 'billing@merchant.test';

/**
 * Writes the mail that an event asks for into the outbox, in the transaction of the change. There is one where the event
 * has a template and the customer an e-mail address.
 */
export function writeMail(tx: Tx, event: EventRecord): void {
  if (tx.emailTemplates.size === 0) return;
  const { Payload } = event;
  if (tx.emailTemplates.count('EventType', Payload.Event) === 0) return;
  const facts = mailFacts(Payload);
  const to = tx.customers.get(facts?.CustomerId)?.EmailAddress;
  if (facts === undefined || to === undefined || to === '') return;
  if (!isForCustomer(tx, Payload.Event, facts)) return;
  const template = templateFor(tx, Payload.Event, facts);
  if (template === undefined) return;
  const { values, writing } = valuesFor(tx, facts);
  const textWith = (text: EmailTemplate['Subject'], written?: (value: string) => string) =>
    filled(localized(text, writing().locale), values, written);
  const id = (field: 'ContractId' | 'OrderId' | 'InvoiceId' | 'DunningId') =>
    facts[field] as string | undefined;
  const own = template.UseIndividualEmailSettings;
  tx.mails.insert({
    // The id of the event, so that a mail uses no id of the sequence.
    Id: event.Id,
    SentAt: timestamp(tx.now),
    EventType: Payload.Event,
    TemplateId: template.Id,
    TemplateName: template.InternalName,
    From: `"${headerText((own ? template.SenderName : undefined) ?? tx.account.Name).replaceAll('"', "'")}" <${SENDER_ADDRESS}>`,
    To: to,
    // Written when they are read: of a long run, most mails are not. Documents are replaced, so the values stay those of now.
    get Language() {
      return writing().locale;
    },
    get Subject() {
      return headerText(textWith(template.Subject));
    },
    get Html() {
      return textWith(template.HtmlText, escaped);
    },
    CustomerId: facts.CustomerId,
    Attachments: mailAttachments(template, values),
    ...defined({
      ReplyTo: own ? template.ReplyToAddress : undefined,
      Bcc: own ? template.BccAddress : undefined,
      ContractId: id('ContractId'),
      OrderId: id('OrderId'),
      InvoiceId: id('InvoiceId'),
      DunningId: id('DunningId'),
    }),
  });
}

/** No mail is sent about what the customer sees anyway or receives in another way. */
function isForCustomer(tx: Tx, event: EventName, facts: MailFacts): boolean {
  if (event === 'InvoiceCreated' || event === 'DunningCreated')
    return tx.customers.get(facts.CustomerId)?.DefaultBearerMedium === 'Email';
  if (event === 'PaymentFailed')
    return tx.paymentTransactions.get(facts.PaymentTransactionId as string)?.Trigger === 'Recurring';
  return true;
}

/** The template that the order names, else the first one of the event. */
function templateFor(tx: Tx, event: EventName, facts: MailFacts): EmailTemplate | undefined {
  const chosen =
    event === 'OrderSucceeded'
      ? tx.orders.get(facts.OrderId as string)?.Ordered.EmailTemplateExternalId
      : undefined;
  if (chosen?.toLowerCase() === 'none') return undefined;
  return (
    (chosen === undefined ? undefined : orderTemplate(tx, chosen)) ??
    tx.emailTemplates.where('EventType', event)[0]
  );
}

/** The template of a completed order that has this name. */
export function orderTemplate(tx: Tx, externalId: string): EmailTemplate | undefined {
  return tx.emailTemplates
    .where('EventType', 'OrderSucceeded')
    .find(({ ExternalId }) => ExternalId === externalId);
}

function mailAttachments(template: EmailTemplate, values: MailValues): StoredMail['Attachments'] {
  const number = values('InvoiceNumber') || values('DunningNumber');
  if (!number || !template.Attachements.includes('Document')) return [];
  return [{ Name: `${number}.pdf`, ContentType: 'application/pdf' }];
}

/** A mail as it is shown. @param baseUrl where the sandbox is reached @param pageKey opens its page without a token */
export function mailView(mail: StoredMail, baseUrl: string, pageKey?: string): Mail {
  const query = pageKey === undefined ? '' : `?key=${pageKey}`;
  const shown = {
    get Text() {
      return toPlainText(mail.Html);
    },
    PageUrl: `${baseUrl}/sandbox/mails/${mail.Id}/page${query}`,
    Attachments: mail.Attachments.map((attachment) => ({
      ...attachment,
      Url: `${baseUrl}/sandbox/mails/${mail.Id}/attachments/${encodeURIComponent(attachment.Name)}`,
    })),
  };
  // Not by spread, which would read the texts.
  const fields = { ...Object.getOwnPropertyDescriptors(mail), ...Object.getOwnPropertyDescriptors(shown) };
  return Object.defineProperties({}, fields) as Mail;
}

/** One line, as headers of a mail must be. */
function headerText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they would begin another header
  return text.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim();
}

const ENTITIES: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(value: string): string {
  return value.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** Converts HTML to plain text, with a line for each block and line break. */
function toPlainText(html: string): string {
  const head = /<\/head\s*>/i.exec(html);
  const body = head === null ? html : html.slice(head.index + head[0].length);
  // No pattern looks for an end beyond the next beginning: with thousands of beginnings, it would look for seconds.
  const plain = body
    .replace(/<(style|script)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
    .replace(/\s+/g, ' ')
    .replace(/<br\b[^<>]*>|<\/(p|div|h\d|li|tr|table)\s*>/gi, '\n')
    .replace(/<[^<>]*>/g, '');
  return Object.entries(ENTITIES)
    .reduceRight((text, [character, entity]) => text.replaceAll(entity, character), plain)
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim();
}
