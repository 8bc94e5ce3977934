import type { StoredFile } from '../../model/export-file.ts';

/** A file to be saved, as `c.body` takes it. */
export type Attachment<Content> = [content: Content, status: 200, headers: Record<string, string>];

/** @param type of the content @param name under which a browser saves it */
export function attachment<Content>(content: Content, type: string, name: string): Attachment<Content> {
  const headers = {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
  };
  return [content, 200, headers];
}

/** A file of CSV as `c.body` takes it. */
export const csvFile = ({ Name, Content }: StoredFile): Attachment<string> =>
  attachment(Content, 'text/csv; charset=utf-8', Name);
