/** A value of a cell; a text is quoted where it must be. */
export type Cell = string | number | undefined;

/** A table: names of the columns, and a row of cells for each entry. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** The table as CSV (RFC 4180): commas, CRLF, names in the first row. */
export function csvOf({ columns, rows }: Table): string {
  return [columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function cell(value: Cell): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  // A customer may be called `=1+1`: a spreadsheet must not reckon with it.
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
