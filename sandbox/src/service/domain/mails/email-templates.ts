import type { EmailTemplate, EmailTemplateInput } from '../../model/mail.ts';
import { defined } from '../basics/defined.ts';
import { conflict, notFound } from '../basics/problem.ts';
import { timestamp } from '../basics/time.ts';
import type { Tx } from '../records/tx.ts';

/** @throws Problem NotFound */
export function getEmailTemplate(tx: Tx, id: string): EmailTemplate {
  const template = tx.emailTemplates.get(id);
  if (template === undefined) throw notFound('mail template', id);
  return template;
}

/** @throws Problem Conflict where another template of the event has the external id */
export function createEmailTemplate(tx: Tx, input: EmailTemplateInput): EmailTemplate {
  const made = completed(input, tx.newId(), timestamp(tx.now));
  refuseDouble(tx, made);
  return tx.emailTemplates.insert(made);
}

/** Replaces a template; fields that are not named take their usual value. */
export function replaceEmailTemplate(tx: Tx, id: string, input: EmailTemplateInput): EmailTemplate {
  const replaced = completed(input, id, getEmailTemplate(tx, id).Created);
  refuseDouble(tx, replaced);
  return tx.emailTemplates.replace(replaced);
}

export function deleteEmailTemplate(tx: Tx, id: string): void {
  tx.emailTemplates.delete(getEmailTemplate(tx, id).Id);
}

function completed(input: EmailTemplateInput, Id: string, Created: string): EmailTemplate {
  const { EventType, Subject, HtmlText, ...rest } = input;
  return {
    Id,
    InternalName: rest.InternalName ?? EventType,
    EventType,
    EmailType: 'CustomerEmailNotification',
    Created,
    Subject,
    HtmlText,
    Attachements: rest.Attachements ?? [],
    UseIndividualEmailSettings: rest.UseIndividualEmailSettings ?? false,
    ...defined({
      ExternalId: rest.ExternalId,
      SenderName: rest.SenderName,
      ReplyToAddress: rest.ReplyToAddress,
      BccAddress: rest.BccAddress,
    }),
  };
}

function refuseDouble(tx: Tx, { Id, EventType, ExternalId }: EmailTemplate): void {
  if (ExternalId === undefined) return;
  const other = tx.emailTemplates
    .where('EventType', EventType)
    .find((template) => template.ExternalId === ExternalId && template.Id !== Id);
  if (other !== undefined)
    throw conflict(`ExternalId: template "${other.Id}" of ${EventType} already has "${ExternalId}".`);
}
