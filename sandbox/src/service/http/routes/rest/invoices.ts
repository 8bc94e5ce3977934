import * as z from 'zod';
import { notFound } from '../../../domain/basics/problem.ts';
import { issueCreditNote } from '../../../domain/billing/credit-notes.ts';
import {
  draftView,
  dunningView,
  invoiceView,
  letterIds,
  toDraftSummary,
  toInvoiceSummary,
} from '../../../domain/billing/document-views.ts';
import { sendDraft } from '../../../domain/billing/invoices.ts';
import { toDateWindow } from '../../../domain/pricing/date-window.ts';
import { invoiceWords, searchMatch, searchQuery, searchWords } from '../../../domain/records/search.ts';
import type { Tx } from '../../../domain/records/tx.ts';
import {
  type Dunning,
  dunning,
  invoice,
  invoiceDraft,
  invoiceDraftSummary,
  invoiceSummary,
} from '../../../model/invoice.ts';
import { answer, answerChange } from '../../answers/answer.ts';
import { downloadLink, madeLink } from '../../answers/download-link.ts';
import { found } from '../../answers/found.ts';
import { dunningFile, invoiceFile, type PdfFile } from '../../answers/pdf-file.ts';
import { csvFile } from '../../wire/attachment.ts';
import { dateWindow, paging, searching } from '../../wire/paging.ts';
import { rest, downloads as zone } from '../../zones/zones.ts';

const tag = 'Invoices';

const ofContract = { customerId: z.string().optional(), contractId: z.string().optional() };

export const invoices = rest('/api/v1/invoices')
  .get(
    '/',
    {
      tag,
      summary: 'List invoices, newest first',
      description: 'Without lines; request a single one to get them.',
      query: searching.extend(dateWindow.shape).extend(ofContract),
      answers: { 200: z.array(invoiceSummary) },
    },
    (c) => {
      const { customerId, contractId, search, dateFrom, dateTo, ...page } = c.req.valid('query');
      const { where, match } = searchQuery(search, invoiceWords);
      const invoices = c.env.core.tx.invoices.list({
        where: { CustomerId: customerId, ContractId: contractId, ...where },
        match,
        ...page,
        ...toDateWindow(c.env.core.tx, dateFrom, dateTo),
        newestFirst: true,
      });
      return answer(c, invoices.map(toInvoiceSummary));
    },
  )
  .get('/:id', { tag, summary: 'Get an invoice', answers: { 200: invoice } }, (c) => {
    const id = c.req.param('id');
    const { tx } = c.env.core;
    return answer(c, invoiceView(tx, found(tx.invoices.get(id), 'invoice', id)));
  })
  .post(
    '/:id/creditNote',
    {
      tag,
      summary: 'Give an amount of an invoice back by a credit note, without a refund',
      description:
        'An amount that was already paid becomes credit of the contract. A draft, if the account setting InvoiceDrafts is on.',
      json: z
        .object({
          Amount: z
            .number()
            .min(0)
            .max(1e9)
            .optional()
            .meta({ description: 'Gross amount; by default the whole remaining amount of the invoice.' }),
          Reason: z.string().max(200).optional().meta({ description: 'Stands on the credit note.' }),
        })
        .meta({ id: 'CreditNoteInput' }),
      bodyOptional: true,
      answers: { 200: z.union([invoice, invoiceDraft]) },
      refusals: [409],
    },
    (c) => {
      const { Amount, Reason } = c.req.valid('json');
      const note = c.env.core.transaction((tx) => {
        const made = issueCreditNote(tx, c.req.param('id'), Amount, Reason ?? 'Credit');
        return 'InvoiceNumber' in made ? invoiceView(tx, made) : draftView(tx, made);
      });
      return answer(c, note);
    },
  );

export const invoiceDrafts = rest('/api/v1/invoiceDrafts')
  .get(
    '/',
    {
      tag,
      summary: 'List invoices that are not sent yet',
      description: 'There are some where the account setting InvoiceDrafts is on.',
      query: paging.extend(ofContract),
      answers: { 200: z.array(invoiceDraftSummary) },
    },
    (c) => {
      const { customerId, contractId, ...page } = c.req.valid('query');
      return answer(
        c,
        c.env.core.tx.invoiceDrafts
          .list({ where: { CustomerId: customerId, ContractId: contractId }, ...page })
          .map(toDraftSummary),
      );
    },
  )
  .get('/:id', { tag, summary: 'Get an invoice draft', answers: { 200: invoiceDraft } }, (c) => {
    const id = c.req.param('id');
    const { tx } = c.env.core;
    return answer(c, draftView(tx, found(tx.invoiceDrafts.get(id), 'invoice draft', id)));
  })
  .post(
    '/:id',
    {
      tag,
      summary: 'Send an invoice draft: it becomes an invoice',
      json: z.object({}),
      bodyOptional: true,
      answers: { 200: invoice },
    },
    (c) => answerChange(c, (tx) => invoiceView(tx, sendDraft(tx, c.req.param('id')))),
  );

/** There are few dunning documents, so searches need no index. */
const dunningWords = (document: Dunning) =>
  searchWords(
    document.Id,
    document.DunningNumber,
    document.RecipientName,
    document.RecipientSubName,
    document.CustomerId,
    document.ContractId,
  );

export const dunnings = rest('/api/v1/dunnings')
  .get(
    '/',
    {
      tag,
      summary: 'List dunning documents, newest first',
      query: searching
        .extend(dateWindow.shape)
        .extend(ofContract)
        .extend({
          templateId: z.string().optional().meta({ description: 'All have one template.' }),
          drafts: z
            .enum(['true', 'false'])
            .optional()
            .meta({ description: 'Filters by whether the document was sent; all are sent at once.' }),
        }),
      answers: { 200: z.array(dunning) },
    },
    (c) => {
      const { customerId, contractId, search, dateFrom, dateTo, templateId, drafts, ...page } =
        c.req.valid('query');
      const { tx } = c.env.core;
      if (drafts === 'true' || (templateId ?? letterIds.DunningTemplateId) !== letterIds.DunningTemplateId)
        return answer(c, []);
      const dunnings = tx.dunnings.list({
        where: { CustomerId: customerId, ContractId: contractId },
        match: searchMatch(search, dunningWords),
        ...page,
        ...toDateWindow(c.env.core.tx, dateFrom, dateTo),
        newestFirst: true,
      });
      return answer(
        c,
        dunnings.map((entry) => dunningView(tx, entry)),
      );
    },
  )
  .get('/:id', { tag, summary: 'Get a dunning document', answers: { 200: dunning } }, (c) => {
    const id = c.req.param('id');
    const { tx } = c.env.core;
    return answer(c, dunningView(tx, found(tx.dunnings.get(id), 'dunning document', id)));
  });

/** Downloads by `downloadLink`: no token is required, because the link is the secret. */
export const downloads = zone('/downloads').get(
  '/:link',
  {
    tag,
    summary: 'The document of a download link',
    answers: { 200: undefined },
    contentType: ['application/pdf', 'text/csv'],
  },
  async (c) => {
    const { tx } = c.env.core;
    const known = tx.downloadLinks.get(c.req.param('link'));
    if (known === undefined || known.ExpiresAt <= tx.now) throw notFound('document behind this', 'link');
    if (known.Kind === 'File')
      return c.body(...csvFile(found(tx.files.get(known.DocumentId), 'file', known.DocumentId)));
    return c.body(...(await documentFile(tx, known.Kind, known.DocumentId)));
  },
);

export const invoiceDownloads = downloadsAt('/api/v1/invoices', 'Invoice', 'an invoice', (tx, id) =>
  found(tx.invoices.get(id), 'invoice', id),
);

export const dunningDownloads = downloadsAt('/api/v1/dunnings', 'Dunning', 'a dunning document', (tx, id) =>
  found(tx.dunnings.get(id), 'dunning document', id),
);

/** The PDF of a document, and a link to it that needs no token. */
function downloadsAt<Path extends `/${string}`>(
  path: Path,
  kind: 'Invoice' | 'Dunning',
  name: string,
  one: (tx: Tx, id: string) => { readonly Id: string },
) {
  return rest(path)
    .get(
      '/:id/download',
      {
        tag,
        summary: `Download the PDF of ${name}`,
        answers: { 200: undefined },
        contentType: 'application/pdf',
      },
      async (c) => c.body(...(await documentFile(c.env.core.tx, kind, c.req.param('id')))),
    )
    .post(
      '/:id/downloadLink',
      {
        tag,
        summary: `Make a link to the PDF of ${name}`,
        json: z.object({}),
        bodyOptional: true,
        answers: { 200: downloadLink },
      },
      (c) =>
        answer(
          c,
          madeLink(c.env, kind, (tx) => one(tx, c.req.param('id')).Id),
        ),
    );
}

async function documentFile(tx: Tx, kind: 'Invoice' | 'Dunning', id: string): Promise<PdfFile> {
  return kind === 'Invoice'
    ? invoiceFile(tx, found(tx.invoices.get(id), 'invoice', id))
    : dunningFile(tx, found(tx.dunnings.get(id), 'dunning document', id));
}
