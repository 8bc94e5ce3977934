import { md5 } from '@noble/hashes/legacy.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { budgets } from '../../model/budgets.ts';
import { type Table, toCsv } from '../../model/csv.ts';
import type { ExportInput, Report, ReportInput, StoredFile } from '../../model/export-file.ts';
import { defined } from '../basics/defined.ts';
import { conflict, invalid } from '../basics/problem.ts';
import { timestamp } from '../basics/time.ts';
import { type DateWindow, dayBounds, toDateWindow } from '../pricing/date-window.ts';
import { zoneCalendar } from '../pricing/periods.ts';
import type { Tx } from '../records/tx.ts';
import { bookings, payments, reports } from './tables.ts';

const exportKinds = {
  AccountingExport: { name: 'accounting-export', table: bookings, event: 'AccountingExportFileCreated' },
  PaymentsExport: { name: 'payments-export', table: payments, event: 'PaymentsExportFileCreated' },
} as const;

interface Span {
  readonly window: DateWindow;
  readonly shown: Pick<StoredFile, 'DateFrom' | 'DateTo'>;
}

export type ExportKind = keyof typeof exportKinds;

/** Creates and stores an export of a time range. @throws Problem Conflict if it is too large */
export function makeExport(tx: Tx, kind: ExportKind, input: ExportInput): StoredFile {
  const { name, table, event } = exportKinds[kind];
  const span = exportSpan(tx, input);
  const made = table(tx, span.window);
  const tooLarge = findRefusal(made);
  if (tooLarge !== undefined) throw conflict(tooLarge);
  const file = keep(tx, kind, name, made, span);
  tx.emit({ Event: event, FileId: file.Id });
  return file;
}

/** Creates and stores a report. If that fails, it is stored as `Failed`. */
export function makeReport(tx: Tx, input: ReportInput): Report {
  const span = exportSpan(tx, input);
  const made = reports[input.Type](tx, span.window);
  const Message = findRefusal(made);
  const fails = Message !== undefined;
  const FileId = fails ? undefined : keep(tx, 'Report', `report-${input.Type.toLowerCase()}`, made, span).Id;
  const report = tx.reports.insert({
    Id: tx.newId(),
    Type: input.Type,
    Status: fails ? 'Failed' : 'Succeeded',
    Created: timestamp(tx.now),
    ...span.shown,
    ...defined({ FileId, Message }),
  });
  tx.emit({
    Event: fails ? 'ReportFailed' : 'ReportSucceeded',
    ReportId: report.Id,
  });
  return report;
}

/** The file of a report. @throws Problem Conflict where there is none */
export function fileOfReport(tx: Tx, report: Report): StoredFile {
  const file = tx.files.get(report.FileId);
  if (file !== undefined) return file;
  throw conflict(
    report.Status === 'Failed'
      ? `Report ${report.Id} failed and has no file: ${report.Message}`
      : `The file of report ${report.Id} was deleted, because only the latest files are kept. Create the report again.`,
  );
}

function keep(tx: Tx, Kind: StoredFile['Kind'], name: string, table: Table, span: Span): StoredFile {
  const Content = toCsv(table);
  const bytes = utf8ToBytes(Content);
  return tx.files.insert({
    Id: tx.newId(),
    Kind,
    Name: `${name}-${zoneCalendar(tx.account.TimeZone).dateAt(tx.now)}.csv`,
    ContentType: 'text/csv',
    Length: bytes.length,
    MD5: bytesToHex(md5(bytes)),
    UploadDate: timestamp(tx.now),
    ...span.shown,
    Rows: table.rows.length,
    Content,
  });
}

/** Why a table is not written, as far as it is too large. */
function findRefusal({ rows }: Table): string | undefined {
  const { exportRows, exportFile, csvCell } = budgets;
  const shorter = 'Choose a shorter period with DateFrom and DateTo.';
  if (rows.length > exportRows)
    return `The file would have ${rows.length} rows; the maximum is ${exportRows}. ${shorter}`;
  const characters = rows
    .flat()
    .reduce<number>((sum, cell) => sum + Math.min(String(cell ?? '').length, csvCell), 0);
  return characters > exportFile
    ? `The file would have ${characters} characters; the maximum is ${exportFile}. ${shorter}`
    : undefined;
}

/** The window of a file: until now without `DateTo`. */
function exportSpan(tx: Tx, { DateFrom, DateTo }: ExportInput): Span {
  const last = DateTo === undefined ? tx.now : dayBounds(tx, DateTo)[1];
  const first = DateFrom === undefined ? undefined : dayBounds(tx, DateFrom)[0];
  if (first !== undefined && first > last)
    throw invalid('DateFrom', `"${DateFrom}" is after DateTo, ${DateTo ?? 'which is now'}.`);
  const shown = { DateFrom: first === undefined ? undefined : timestamp(first), DateTo: timestamp(last) };
  return { window: toDateWindow(tx, DateFrom, DateTo ?? timestamp(last)), shown: defined(shown) };
}
