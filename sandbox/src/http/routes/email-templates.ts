import * as z from 'zod';
import {
  createEmailTemplate,
  deleteEmailTemplate,
  emailTemplateOf,
  replaceEmailTemplate,
} from '../../domain/mails/email-templates.ts';
import { placeholdersOf, unknownPlaceholders } from '../../domain/mails/placeholders.ts';
import {
  type EmailTemplate,
  type EmailTemplateInput,
  emailTemplate,
  emailTemplateInput,
  mailEvents,
} from '../../model/mail.ts';
import { answer } from '../answer.ts';
import { describe } from '../describe.ts';
import { type ServiceContext, warnOrRefuse } from '../env.ts';
import { accessToken } from '../middleware/access.ts';
import { paging } from '../paging.ts';
import { checkPreconditions } from '../preconditions.ts';
import { section } from '../section.ts';

const tag = 'Mail templates';

const oneTemplate = z.object({ id: z.string().meta({ description: 'Id of the template.' }) });

const shown = (template: EmailTemplate) => ({
  ...template,
  Placeholders: placeholdersOf(template.EventType),
});

/** The mails that customers get. The id stands in the query, as real clients send it. */
export const emailTemplates = section('/api/v1/emailNotificationsTemplates');

emailTemplates.get(
  '/',
  describe({
    tag,
    summary: 'List mail templates, or get one by `id`',
    query: paging.extend({
      id: oneTemplate.shape.id.optional(),
      eventType: z.enum(mailEvents).optional(),
    }),
    answers: { 200: z.union([z.array(emailTemplate), emailTemplate]) },
    refusals: [404],
  }),
  accessToken,
  (c) => {
    const { id, eventType, ...page } = c.req.valid('query');
    const { tx } = c.env.core;
    if (id !== undefined) return answer(c, shown(emailTemplateOf(tx, id)));
    return answer(c, tx.emailTemplates.list({ where: { EventType: eventType }, ...page }).map(shown));
  },
);

emailTemplates.post(
  '/',
  describe({
    tag,
    summary: 'Create a mail template',
    description:
      'Mails are written into the outbox `/sandbox/mails`; none is sent. Of several templates of one event the first ' +
      'one is used, unless an order names another (`EmailTemplateExternalId`).',
    json: emailTemplateInput,
    answers: { 200: emailTemplate },
    refusals: [409],
  }),
  accessToken,
  (c) => {
    const input = c.req.valid('json');
    warnOfPlaceholders(c, input);
    return answer(c, shown(c.env.core.transaction((tx) => createEmailTemplate(tx, input))));
  },
);

emailTemplates.put(
  '/',
  describe({
    tag,
    summary: 'Replace a mail template',
    description:
      'Fields that are not named take their usual value. Mails that are written already stay as they are.',
    query: oneTemplate,
    json: emailTemplateInput,
    ignores: emailTemplate,
    answers: { 200: emailTemplate },
    refusals: [404, 409, 412],
  }),
  accessToken,
  (c) => {
    const { id } = c.req.valid('query');
    const input = c.req.valid('json');
    warnOfPlaceholders(c, input);
    const replaced = c.env.core.transaction((tx) => {
      checkPreconditions(c, () => shown(emailTemplateOf(tx, id)));
      return replaceEmailTemplate(tx, id, input);
    });
    return answer(c, shown(replaced));
  },
);

emailTemplates.delete(
  '/',
  describe({
    tag,
    summary: 'Delete a mail template',
    description: 'Without a template of an event no mail is written about it.',
    query: oneTemplate,
    answers: { 204: undefined },
    refusals: [404, 412],
  }),
  accessToken,
  (c) => {
    const { id } = c.req.valid('query');
    c.env.core.transaction((tx) => {
      checkPreconditions(c, () => shown(emailTemplateOf(tx, id)));
      deleteEmailTemplate(tx, id);
    });
    return c.body(null, 204);
  },
);

/** A name that means nothing would stand in every mail. @throws Problem Invalid with `--strict` */
function warnOfPlaceholders(c: ServiceContext, { EventType, Subject, HtmlText }: EmailTemplateInput): void {
  for (const [field, texts] of Object.entries({ Subject, HtmlText })) {
    for (const name of unknownPlaceholders(EventType, Object.values(texts))) {
      const message = `{{${name}}} means nothing to ${EventType}; it has ${placeholdersOf(EventType).join(', ')}`;
      warnOrRefuse(c, field, `property ${field}: ${message}`);
    }
  }
}
