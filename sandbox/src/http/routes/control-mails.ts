import * as z from 'zod';
import { mailView } from '../../domain/mails/outbox.ts';
import { notFound } from '../../domain/problem.ts';
import { eventNames } from '../../model/event-catalogue.ts';
import { mail } from '../../model/mail.ts';
import { answer } from '../answer.ts';
import { describe } from '../describe.ts';
import { found } from '../found.ts';
import { control } from '../middleware/access.ts';
import { logPaging } from '../paging.ts';
import { dunningFile, invoiceFile } from '../pdf-file.ts';
import { section } from '../section.ts';

const tag = 'Control';

/** The outbox: what customers would have got by mail. */
export const mails = section('/sandbox/mails');

mails.get(
  '/',
  describe({
    tag,
    summary: 'Mails to customers, newest first',
    description: 'The sandbox sends none. The latest 1000 are kept.',
    query: logPaging.extend({
      to: z.string().optional().meta({ description: 'E-mail address, in any case.' }),
      eventType: z.enum(eventNames).optional(),
      customerId: z.string().optional(),
      contractId: z.string().optional(),
    }),
    answers: { 200: z.array(mail) },
  }),
  control,
  (c) => {
    const { to, eventType, customerId, contractId, ...page } = c.req.valid('query');
    const found = c.env.core.tx.mails.list({
      where: { To: to?.toLowerCase(), EventType: eventType, CustomerId: customerId, ContractId: contractId },
      ...page,
      newestFirst: true,
    });
    return answer(
      c,
      found.map((entry) => mailView(entry, c.env.baseUrl)),
    );
  },
);

mails.delete(
  '/',
  describe({ tag, summary: 'Empty the outbox', answers: { 204: undefined } }),
  control,
  (c) => {
    c.env.core.transaction((tx) => {
      for (const { Id } of tx.mails.list()) tx.mails.delete(Id);
    });
    return c.body(null, 204);
  },
);

mails.get('/:id', describe({ tag, summary: 'Get a mail', answers: { 200: mail } }), control, (c) => {
  const id = c.req.param('id');
  return answer(c, mailView(found(c.env.core.tx.mails.get(id), 'mail', id), c.env.baseUrl));
});

mails.get(
  '/:id/attachments/:name',
  describe({
    tag,
    summary: 'The file that is attached to a mail',
    answers: { 200: undefined },
    contentType: 'application/pdf',
  }),
  control,
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
