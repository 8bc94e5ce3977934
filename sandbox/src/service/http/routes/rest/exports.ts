import * as z from 'zod';
import { notFound } from '../../../domain/basics/problem.ts';
import {
  type ExportKind,
  fileOfReport,
  makeExport,
  makeReport,
} from '../../../domain/exports/export-files.ts';
import { toDateWindow } from '../../../domain/pricing/date-window.ts';
import type { Tx } from '../../../domain/records/tx.ts';
import {
  exportFile,
  exportInput,
  file,
  type Report,
  report,
  reportInput,
  reportTypes,
  type StoredFile,
} from '../../../model/export-file.ts';
import { answer, answerChange } from '../../answers/answer.ts';
import { downloadLink, madeLink } from '../../answers/download-link.ts';
import { found } from '../../answers/found.ts';
import { csvFile } from '../../wire/attachment.ts';
import { dateWindow, paging } from '../../wire/paging.ts';
import { rest } from '../../zones/zones.ts';

const tag = 'Exports';

const listed = paging.extend(dateWindow.shape);

export const accountingExportFiles = exportsAt(
  '/api/v1/accountingExportFiles',
  'AccountingExport',
  'an accounting export: bookings, documents by rate of VAT',
);

export const paymentsExportFiles = exportsAt(
  '/api/v1/paymentsExportFiles',
  'PaymentsExport',
  'an export of payments by their latest status',
);

/** Files of one kind: created on request, listed, downloaded. */
function exportsAt<Path extends `/${string}`>(path: Path, kind: ExportKind, name: string) {
  const one = (tx: Tx, id: string): StoredFile => {
    const known = found(tx.files.get(id), 'export', id);
    if (known.Kind !== kind) throw notFound('export', id);
    return known;
  };
  return rest(path)
    .get(
      '/',
      {
        tag,
        summary: `List files of ${name}, newest first`,
        query: listed,
        answers: { 200: z.array(exportFile) },
      },
      (c) => {
        const { dateFrom, dateTo, ...page } = c.req.valid('query');
        const query = {
          where: { Kind: kind },
          ...page,
          ...toDateWindow(c.env.core.tx, dateFrom, dateTo),
          newestFirst: true,
        };
        return answer(c, c.env.core.tx.files.list(query).map(shownExport));
      },
    )
    .post(
      '/',
      {
        tag,
        summary: `Make ${name}`,
        description: 'As CSV. The latest 100 files are kept.',
        json: exportInput,
        bodyOptional: true,
        answers: { 200: exportFile },
        refusals: [409],
      },
      (c) => answerChange(c, (tx) => shownExport(makeExport(tx, kind, c.req.valid('json')))),
    )
    .get('/:id', { tag, summary: `Get a file of ${name}`, answers: { 200: exportFile } }, (c) =>
      answer(c, shownExport(one(c.env.core.tx, c.req.param('id')))),
    )
    .get(
      '/:id/download',
      {
        tag,
        summary: `Download a file of ${name}`,
        answers: { 200: undefined },
        contentType: 'text/csv',
      },
      (c) => c.body(...csvFile(one(c.env.core.tx, c.req.param('id')))),
    )
    .post(
      '/:id/downloadLink',
      {
        tag,
        summary: `Make a link to a file of ${name}`,
        json: z.object({}),
        bodyOptional: true,
        answers: { 200: downloadLink },
      },
      (c) =>
        answer(
          c,
          madeLink(c.env, 'File', (tx) => one(tx, c.req.param('id')).Id),
        ),
    );
}

export const reports = rest('/api/v1/reports')
  .get(
    '/',
    {
      tag,
      summary: 'List reports, newest first',
      query: listed.extend({ type: z.enum(reportTypes).optional() }),
      answers: { 200: z.array(report) },
    },
    (c) => {
      const { dateFrom, dateTo, type, ...page } = c.req.valid('query');
      const query = {
        where: { Type: type },
        ...page,
        ...toDateWindow(c.env.core.tx, dateFrom, dateTo),
        newestFirst: true,
      };
      return answer(c, c.env.core.tx.reports.list(query));
    },
  )
  .post(
    '/',
    {
      tag,
      summary: 'Make a report',
      description:
        'Sends ReportSucceeded or ReportFailed. One of more than 50,000 rows fails: choose a shorter span.',
      json: reportInput,
      answers: { 200: report },
    },
    (c) => answerChange(c, (tx) => makeReport(tx, c.req.valid('json'))),
  )
  .get('/:id', { tag, summary: 'Get a report', answers: { 200: report } }, (c) =>
    answer(c, getReport(c.env.core.tx, c.req.param('id'))),
  )
  .get(
    '/:id/download',
    {
      tag,
      summary: 'Download a report',
      answers: { 200: undefined },
      contentType: 'text/csv',
      refusals: [409],
    },
    (c) => {
      const { tx } = c.env.core;
      return c.body(...csvFile(fileOfReport(tx, getReport(tx, c.req.param('id')))));
    },
  )
  .post(
    '/:id/downloadLink',
    {
      tag,
      summary: 'Make a link to a report',
      json: z.object({}),
      bodyOptional: true,
      answers: { 200: downloadLink },
      refusals: [409],
    },
    (c) =>
      answer(
        c,
        madeLink(c.env, 'File', (tx) => fileOfReport(tx, getReport(tx, c.req.param('id'))).Id),
      ),
  );

export const files = rest('/api/v1/files')
  .get(
    '/',
    {
      tag,
      summary: 'List all files, newest first',
      query: listed,
      answers: { 200: z.array(file) },
    },
    (c) => {
      const { dateFrom, dateTo, ...page } = c.req.valid('query');
      const query = { ...page, ...toDateWindow(c.env.core.tx, dateFrom, dateTo), newestFirst: true };
      return answer(c, c.env.core.tx.files.list(query).map(shownFile));
    },
  )
  .get('/:id', { tag, summary: 'Get a file', answers: { 200: file } }, (c) => {
    const id = c.req.param('id');
    return answer(c, shownFile(found(c.env.core.tx.files.get(id), 'file', id)));
  });

function getReport(tx: Tx, id: string): Report {
  return found(tx.reports.get(id), 'report', id);
}

function shownExport({ Kind, Content, ...shown }: StoredFile) {
  return shown;
}

function shownFile({ Id, Name, ContentType, Length, MD5, UploadDate }: StoredFile) {
  return { Id, Name, ContentType, Length, MD5, UploadDate };
}
