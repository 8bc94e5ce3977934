import * as z from 'zod';
import {
  createEmailTemplate,
  deleteEmailTemplate,
  getEmailTemplate,
  replaceEmailTemplate,
} from '../../../domain/mails/email-templates.ts';
import { placeholderNames, unknownPlaceholders } from '../../../domain/mails/placeholders.ts';
import {
  type EmailTemplate,
  type EmailTemplateInput,
  emailTemplate,
  emailTemplateInput,
  isWrittenAbout,
  mailEvents,
} from '../../../model/mail.ts';
import { answer } from '../../answers/answer.ts';
import { resource } from '../../answers/resource.ts';
import { paging } from '../../wire/paging.ts';
import { type ServiceContext, warnOrRefuse } from '../../zones/env.ts';
import { rest } from '../../zones/zones.ts';

const tag = 'Mail templates';

const oneTemplate = z.object({ id: z.string().meta({ description: 'Id of the template.' }) });

const shown = (template: EmailTemplate) => ({
  ...template,
  Placeholders: placeholderNames(template.EventType),
});

const one = resource(getEmailTemplate, (_tx, template) => shown(template));

/** The mails to customers. The id is in the query, as real clients send it. */
export const emailTemplates = rest('/api/v1/emailNotificationsTemplates')
  .get(
    '/',
    {
      tag,
      summary: 'List mail templates, or get one by `id`',
      query: paging.extend({
        id: oneTemplate.shape.id.optional(),
        eventType: z.enum(mailEvents).optional(),
      }),
      answers: { 200: z.union([z.array(emailTemplate), emailTemplate]) },
      refusals: [404],
    },
    (c) => {
      const { id, eventType, ...page } = c.req.valid('query');
      const { tx } = c.env.core;
      if (id !== undefined) return answer(c, one.shown(tx, id));
      return answer(c, tx.emailTemplates.list({ where: { EventType: eventType }, ...page }).map(shown));
    },
  )
  .post(
    '/',
    {
      tag,
      summary: 'Create a mail template',
      description:
        'Mails are written into the outbox `/sandbox/mails`; none is sent. Of several templates of one event the first ' +
        'one is used, unless an order names another (`EmailTemplateExternalId`).',
      json: emailTemplateInput,
      answers: { 200: emailTemplate },
      refusals: [409],
    },
    (c) => {
      const input = c.req.valid('json');
      warnOfTemplate(c, input);
      return answer(c, shown(c.env.core.transaction((tx) => createEmailTemplate(tx, input))));
    },
  )
  .put(
    '/',
    {
      tag,
      summary: 'Replace a mail template',
      description:
        'Fields that are not named take their usual value. Mails that are written already stay as they are.',
      query: oneTemplate,
      json: emailTemplateInput,
      ignores: emailTemplate,
      answers: { 200: emailTemplate },
      refusals: [404, 409, 412],
    },
    (c) => {
      const { id } = c.req.valid('query');
      const input = c.req.valid('json');
      warnOfTemplate(c, input);
      return one.change(c, id, (tx) => replaceEmailTemplate(tx, id, input));
    },
  )
  .delete(
    '/',
    {
      tag,
      summary: 'Delete a mail template',
      description: 'If an event has no template, no mail is created for it.',
      query: oneTemplate,
      answers: { 204: undefined },
      refusals: [404, 412],
    },
    (c) => one.remove(c, c.req.valid('query').id, deleteEmailTemplate),
  );

/**
 * Warns of a template that no mail uses, and of an unknown placeholder, which would appear in every mail.
 *
 * @throws Problem Invalid with `--strict`
 */
function warnOfTemplate(c: ServiceContext, { EventType, Subject, HtmlText }: EmailTemplateInput): void {
  if (!isWrittenAbout(EventType)) {
    const why =
      EventType === 'ActivePhaseChanged'
        ? 'the sandbox sends ContractChanged for a change of phases'
        : 'the event names no customer';
    warnOrRefuse(c, 'EventType', `property EventType: no mail is written about ${EventType}; ${why}`);
  }
  for (const [field, texts] of Object.entries({ Subject, HtmlText })) {
    for (const name of unknownPlaceholders(EventType, Object.values(texts))) {
      const message = `{{${name}}} means nothing to ${EventType}; it has ${placeholderNames(EventType).join(', ')}`;
      warnOrRefuse(c, field, `property ${field}: ${message}`);
    }
  }
}
