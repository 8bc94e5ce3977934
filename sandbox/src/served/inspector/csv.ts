import { type Cell, type Table, toCsv } from '../../service/model/csv.ts';
import { send } from './api.ts';

type Row = Readonly<Record<string, unknown>>;

/** Rows with a column for each field that is a single value in some row; nested fields are omitted. */
function toTable(rows: readonly Row[]): Table {
  const names = new Set<string>();
  for (const row of rows)
    for (const [name, value] of Object.entries(row)) if (typeof value !== 'object') names.add(name);
  const columns = [...names];
  return { columns, rows: rows.map((row) => columns.map((name) => toCell(row[name]))) };
}

function toCell(value: unknown): Cell {
  if (value === null || value === undefined || typeof value === 'object') return undefined;
  return typeof value === 'number' ? value : String(value);
}

/** Longest page that the API returns. */
export const MAX_TAKE = 500;

/** All rows of a list, page by page. */
async function readAll(path: string, query: URLSearchParams): Promise<Row[]> {
  const rows: Row[] = [];
  const search = new URLSearchParams(query);
  search.set('take', String(MAX_TAKE));
  for (;;) {
    const { body } = await send({ method: 'GET', path: `${path}?${search}` });
    const page = body as Row[];
    // The cursor includes its own row.
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

/** Saves all rows that match a list query as a CSV file. */
export async function exportCsv(name: string, path: string, query: URLSearchParams): Promise<void> {
  saveFile(`${name}.csv`, 'text/csv', toCsv(toTable(await readAll(path, query))));
}
