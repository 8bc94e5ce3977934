import * as z from 'zod';
import { objectId, timestamp, timestampInput } from './fields.ts';

/** A file that the service keeps (older clients list all of them). */
export const file = z
  .object({
    Id: objectId('file'),
    Name: z.string().meta({ example: 'accounting-export-2026-01-31.csv' }),
    ContentType: z.string().meta({ example: 'text/csv' }),
    Length: z.number().int().meta({ description: 'Bytes.' }),
    MD5: z.string().meta({ description: 'Digest of the content, in hexadecimal digits.' }),
    UploadDate: timestamp('When it was created.'),
  })
  .meta({ id: 'File' });

const span = {
  DateFrom: timestamp('Start of the covered period.').optional(),
  DateTo: timestamp('End of the covered period.'),
};

export const exportFile = file
  .extend({
    ...span,
    Rows: z.number().int().meta({ description: 'Rows without that of the names.' }),
  })
  .meta({ id: 'ExportFile', description: 'An export as CSV: RFC 4180, UTF-8.' });

export const reportTypes = ['Revenue', 'OpenItems', 'Contracts'] as const;

export const report = z
  .object({
    Id: objectId('report'),
    Type: z.enum(reportTypes),
    Status: z.enum(['Succeeded', 'Failed']),
    Created: timestamp('When it was created.'),
    ...span,
    FileId: objectId('file, where it succeeded').optional(),
    Message: z.string().optional().meta({ description: 'Why it failed.' }),
  })
  .meta({ id: 'Report' });

const spanInput = {
  DateFrom: timestampInput('First day or instant; from the beginning without it').optional(),
  DateTo: timestampInput('Last day or instant; until now without it').optional(),
};

export const exportInput = z.object(spanInput).meta({ id: 'ExportInput' });

export const reportInput = z
  .object({
    Type: z.enum(reportTypes).meta({
      description:
        '`Revenue`: invoiced amounts by product. `OpenItems`: what is unpaid now. `Contracts`: all contracts as they are now.',
    }),
    ...spanInput,
  })
  .meta({ id: 'ReportInput' });

export const exportKinds = ['AccountingExport', 'PaymentsExport', 'Report'] as const;

export type ExportInput = z.infer<typeof exportInput>;
export type ReportInput = z.infer<typeof reportInput>;
export type Report = z.infer<typeof report>;
export type ReportType = (typeof reportTypes)[number];
export type ExportFile = z.infer<typeof exportFile>;
/** An export with its content, which has an address of its own. */
export type StoredFile = ExportFile & {
  readonly Kind: (typeof exportKinds)[number];
  readonly Content: string;
};
