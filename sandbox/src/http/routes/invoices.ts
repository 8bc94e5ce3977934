import * as z from 'zod';
import { createDownloadLink } from '../../domain/access/download-links.ts';
import { sendDraft } from '../../domain/billing/invoices.ts';
import { notFound } from '../../domain/problem.ts';
import { searchQuery } from '../../domain/records/search.ts';
import { invoiceWords } from '../../domain/records/searched-words.ts';
import type { Tx } from '../../domain/tx.ts';
import { dunning, type Invoice, invoice, invoiceDraft, invoiceSummary } from '../../model/invoice.ts';
import { found } from '../found.ts';
import { boundsOf, dateWindow, paging, searching } from '../paging.ts';
import { dunningPdfReply, pdfReply } from '../pdf-reply.ts';
import type { Reply } from '../reply.ts';
import { type Route, route } from '../route.ts';

const tag = 'Invoices';

const summaryOf = ({
  ItemList,
  VatDescriptors,
  ReverseCharge,
  VatId,
  OriginalInvoiceId,
  ...summary
}: Invoice) => summary;

const link = z
  .object({ Url: z.string().meta({ description: 'Shows the document to whoever has it, for 24 hours.' }) })
  .meta({ id: 'DownloadLink' });

const ofContract = { customerId: z.string().optional(), contractId: z.string().optional() };

const kinds = {
  invoices: { kind: 'Invoice', name: 'invoice', one: (tx: Tx, id: string) => tx.invoices.get(id) },
  dunnings: { kind: 'Dunning', name: 'dunning document', one: (tx: Tx, id: string) => tx.dunnings.get(id) },
} as const;

/** The PDF of a document, and a link that shows it without a token. */
const downloads = (path: keyof typeof kinds): Route[] => {
  const { kind, name, one } = kinds[path];
  return [
    route({
      method: 'GET',
      path: `/api/v1/${path}/{id}/download`,
      credential: 'AccessToken',
      tag,
      summary: `Download the PDF of ${kind === 'Invoice' ? 'an' : 'a'} ${name}`,
      answers: { 200: undefined },
      contentType: 'application/pdf',
      handle: ({ core: { tx }, params: { id } }) => documentReply(tx, kind, id as string),
    }),
    route({
      method: 'POST',
      path: `/api/v1/${path}/{id}/downloadLink`,
      credential: 'AccessToken',
      tag,
      summary: `Make a link to the PDF of ${kind === 'Invoice' ? 'an' : 'a'} ${name}`,
      body: z.object({}),
      bodyOptional: true,
      answers: { 200: link },
      handle: ({ core, params: { id }, pagesUrl }) => {
        const made = core.transaction((tx) =>
          createDownloadLink(tx, kind, found(one(tx, id as string), name, id).Id),
        );
        return { status: 200, body: { Url: `${pagesUrl}/downloads/${made.Id}` } };
      },
    }),
  ];
};

async function documentReply(tx: Tx, kind: 'Invoice' | 'Dunning', id: string): Promise<Reply> {
  return kind === 'Invoice'
    ? pdfReply(tx, found(tx.invoices.get(id), 'invoice', id))
    : dunningPdfReply(tx, found(tx.dunnings.get(id), 'dunning document', id));
}

export const invoiceRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/invoices',
    credential: 'AccessToken',
    tag,
    summary: 'List invoices, newest first',
    description: 'Without lines; GET one to see them.',
    query: searching.extend(dateWindow.shape).extend(ofContract),
    answers: { 200: z.array(invoiceSummary) },
    handle: ({ core: { tx }, query: { customerId, contractId, search, dateFrom, dateTo, ...page } }) => {
      const { where, match } = searchQuery(search, invoiceWords);
      const invoices = tx.invoices.list({
        where: { CustomerId: customerId, ContractId: contractId, ...where },
        match,
        ...page,
        ...boundsOf({ dateFrom, dateTo }),
        newestFirst: true,
      });
      return { status: 200, body: invoices.map(summaryOf) };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/invoices/{id}',
    credential: 'AccessToken',
    tag,
    summary: 'Get an invoice',
    answers: { 200: invoice },
    handle: ({ core, params: { id } }) => ({
      status: 200,
      body: found(core.tx.invoices.get(id), 'invoice', id),
    }),
  }),
  ...downloads('invoices'),
];

export const invoiceDraftRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/invoiceDrafts',
    credential: 'AccessToken',
    tag,
    summary: 'List invoices that are not sent yet',
    description: 'There are some where the account setting InvoiceDrafts is on.',
    query: paging.extend(ofContract),
    answers: { 200: z.array(invoiceDraft) },
    handle: ({ core, query: { customerId, contractId, ...page } }) => ({
      status: 200,
      body: core.tx.invoiceDrafts.list({
        where: { CustomerId: customerId, ContractId: contractId },
        ...page,
      }),
    }),
  }),
  route({
    method: 'GET',
    path: '/api/v1/invoiceDrafts/{id}',
    credential: 'AccessToken',
    tag,
    summary: 'Get an invoice draft',
    answers: { 200: invoiceDraft },
    handle: ({ core, params: { id } }) => ({
      status: 200,
      body: found(core.tx.invoiceDrafts.get(id), 'invoice draft', id),
    }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/invoiceDrafts/{id}',
    credential: 'AccessToken',
    tag,
    summary: 'Send an invoice draft: it becomes an invoice',
    body: z.object({}),
    bodyOptional: true,
    answers: { 200: invoice },
    handle: ({ core, params }) => ({
      status: 200,
      body: core.transaction((tx) => sendDraft(tx, params['id'] as string)),
    }),
  }),
];

export const dunningRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/dunnings',
    credential: 'AccessToken',
    tag,
    summary: 'List dunning documents, newest first',
    query: paging.extend(dateWindow.shape).extend(ofContract),
    answers: { 200: z.array(dunning) },
    handle: ({ core, query: { customerId, contractId, dateFrom, dateTo, ...page } }) => ({
      status: 200,
      body: core.tx.dunnings.list({
        where: { CustomerId: customerId, ContractId: contractId },
        ...page,
        ...boundsOf({ dateFrom, dateTo }),
        newestFirst: true,
      }),
    }),
  }),
  route({
    method: 'GET',
    path: '/api/v1/dunnings/{id}',
    credential: 'AccessToken',
    tag,
    summary: 'Get a dunning document',
    answers: { 200: dunning },
    handle: ({ core, params: { id } }) => ({
      status: 200,
      body: found(core.tx.dunnings.get(id), 'dunning document', id),
    }),
  }),
  ...downloads('dunnings'),
];

/** What `downloadLink` leads to: no token is needed, the link is the secret. */
export const downloadRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/downloads/{link}',
    credential: 'Public',
    tag,
    summary: 'The document of a download link',
    answers: { 200: undefined },
    contentType: 'application/pdf',
    handle: ({ core: { tx }, params }) => {
      const known = tx.downloadLinks.get(params['link']);
      if (known === undefined || known.ExpiresAt <= tx.now) throw notFound('document behind this', 'link');
      return documentReply(tx, known.Kind, known.DocumentId);
    },
  }),
];
