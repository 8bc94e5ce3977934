import { send } from './api.ts';

type Row = Readonly<Record<string, unknown>>;

/** A field of RFC 4180; one that a spreadsheet would read as a formula is made a text. */
function field(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = String(value);
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows as CSV, with a column for each field that is a single value in some row; nested fields are left out. */
export function csvOf(rows: readonly Row[]): string {
  const names = new Set<string>();
  for (const row of rows)
    for (const [name, value] of Object.entries(row)) if (typeof value !== 'object') names.add(name);
  const columns = [...names];
  const lines = [columns.map(field), ...rows.map((row) => columns.map((name) => field(row[name])))];
  return lines.map((line) => `${line.join(',')}\r\n`).join('');
}

/** Longest page that the API returns. */
export const MAX_TAKE = 500;

/** All rows of a list, page by page. */
async function readAll(path: string, query: URLSearchParams): Promise<Row[]> {
  const rows: Row[] = [];
  const search = new URLSearchParams(query);
  search.set('take', String(MAX_TAKE));
  search.delete('skip');
  for (;;) {
    const { body } = await send({ method: 'GET', path: `${path}?${search}` });
    const page = body as Row[];
    // The cursor includes the row that it names.
    rows.push(...(search.has('from') ? page.slice(1) : page));
    if (page.length < MAX_TAKE) return rows;
    search.set('from', String(page.at(-1)?.['Id']));
  }
}

/** Saves a text as a file. */
export function saveFile(name: string, type: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Saves all rows of a list that the query asks for as a CSV file. */
export async function exportCsv(name: string, path: string, query: URLSearchParams): Promise<void> {
  saveFile(`${name}.csv`, 'text/csv', csvOf(await readAll(path, query)));
}
