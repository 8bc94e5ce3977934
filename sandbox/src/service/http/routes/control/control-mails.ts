import * as z from 'zod';
import { notFound } from '../../../domain/basics/problem.ts';
import { mailView } from '../../../domain/mails/outbox.ts';
import { mailWords, searchMatch } from '../../../domain/records/search.ts';
import { mail, type StoredMail } from '../../../model/mail.ts';
import { eventName } from '../../../model/webhook.ts';
import { answer } from '../../answers/answer.ts';
import { found } from '../../answers/found.ts';
import { dunningFile, invoiceFile } from '../../answers/pdf-file.ts';
import { mailPage } from '../../pages/mail-page.ts';
import { logPaging } from '../../wire/paging.ts';
import { guardControl } from '../../zones/control-guard.ts';
import type { ServiceContext } from '../../zones/env.ts';
import { control, controlPages } from '../../zones/zones.ts';
import { mailPageKey, opensMailPage } from './mail-page-key.ts';

const tag = 'Control';

const guide = { refused: 'control-api#mails' };

const shown = (c: ServiceContext, entry: StoredMail) =>
  mailView(entry, c.env.baseUrl, mailPageKey(c.env.core, entry.Id));

/** The outbox: the mails that customers would have received. */
export const mails = control('/sandbox/mails', guide)
  .get(
    '/',
    {
      tag,
      summary: 'Mails to customers, newest first',
      description: 'The sandbox sends no mails. The latest 1000 are kept.',
      query: logPaging.extend({
        to: z.string().optional().meta({ description: 'E-mail address, in any case.' }),
        eventType: eventName.optional(),
        customerId: z.string().optional(),
        contractId: z.string().optional(),
        search: z.string().optional().meta({
          description:
            'Words, case-insensitive. Each must start a word of address, subject, event, template or an id.',
          example: 'ada invoice',
        }),
      }),
      answers: { 200: z.array(mail) },
    },
    (c) => {
      const { to, eventType, customerId, contractId, search, ...page } = c.req.valid('query');
      const match = searchMatch(search, mailWords);
      const found = c.env.core.tx.mails.list({
        where: {
          To: to?.toLowerCase(),
          EventType: eventType,
          CustomerId: customerId,
          ContractId: contractId,
        },
        ...(match === undefined ? {} : { match }),
        ...page,
        newestFirst: true,
      });
      return answer(
        c,
        found.map((entry) => shown(c, entry)),
      );
    },
  )
  .delete('/', { tag, summary: 'Empty the outbox', answers: { 204: undefined } }, (c) => {
    c.env.core.transaction((tx) => {
      for (const { Id } of tx.mails.list()) tx.mails.delete(Id);
    });
    return c.body(null, 204);
  })
  .get('/:id', { tag, summary: 'Get a mail', answers: { 200: mail } }, (c) => {
    const id = c.req.param('id');
    return answer(c, shown(c, found(c.env.core.tx.mails.get(id), 'mail', id)));
  })
  .get(
    '/:id/attachments/:name',
    {
      tag,
      summary: 'The file that is attached to a mail',
      answers: { 200: undefined },
      contentType: 'application/pdf',
    },
    async (c) => {
      const { tx } = c.env.core;
      const id = c.req.param('id');
      const name = c.req.param('name');
      const { Attachments, InvoiceId, DunningId } = found(tx.mails.get(id), 'mail', id);
      const invoice = tx.invoices.get(InvoiceId);
      const dunning = tx.dunnings.get(DunningId);
      if (Attachments.every(({ Name }) => Name !== name)) throw notFound('attachment', name);
      if (invoice !== undefined) return c.body(...(await invoiceFile(tx, invoice)));
      if (dunning !== undefined) return c.body(...(await dunningFile(tx, dunning)));
      throw notFound('attachment', name);
    },
  );

/** A frame opens the page of a mail, and cannot send the token of the control API. */
export const mailPages = controlPages('/sandbox/mails', guide).get(
  '/:id/page',
  {
    tag,
    summary: 'A mail as a mail program shows it, for a browser',
    description:
      'No script of it runs, and nothing is loaded from elsewhere. `key` is part of `PageUrl` where the control API requires a token, which a frame cannot send.',
    query: z.object({ key: z.string().optional() }),
    answers: { 200: undefined },
    refusals: [401, 403],
    contentType: 'text/html',
  },
  (c) => {
    const id = c.req.param('id');
    if (!opensMailPage(c.env.core, id, c.req.valid('query').key)) guardControl(c);
    return mailPage(c, found(c.env.core.tx.mails.get(id), 'mail', id));
  },
);
