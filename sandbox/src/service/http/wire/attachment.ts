import type { StoredFile } from '../../model/export-file.ts';

/** A downloadable file in the form that `c.body` accepts. */
export type Attachment<Content> = [content: Content, status: 200, headers: Record<string, string>];

/** @param type the content type @param name the file name in the browser */
export function attachment<Content>(content: Content, type: string, name: string): Attachment<Content> {
  const headers = {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
  };
  return [content, 200, headers];
}

/** A CSV file in the form that `c.body` accepts. */
export const csvFile = ({ Name, Content }: StoredFile): Attachment<string> =>
  attachment(Content, 'text/csv; charset=utf-8', Name);
