import type { StoredFile } from '../model/export-file.ts';

/** A file of CSV as `c.body` takes it. */
export function csvFile({
  Name,
  Content,
}: StoredFile): [content: string, status: 200, headers: Record<string, string>] {
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${Name}"`,
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
  };
  return [Content, 200, headers];
}
