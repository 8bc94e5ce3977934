/**
 * Where a spreadsheet would begin to calculate: a customer may be called `=1+1`. In many countries a semicolon begins a new
 * cell, spaces before the sign do not matter, and full-width signs count too.
 */
const FORMULA = /(^|[;\r\n])(?=\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/g;

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
  const text = value.replace(FORMULA, "$1'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
