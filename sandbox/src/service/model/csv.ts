import { budgets } from './budgets.ts';

/**
 * Matches the start of a cell, including leading spaces: many locales separate cells by semicolons, and some programs
 * by tabs.
 */
const CELL_STARTS = /[;\t\r\n]\s*|^\s*/g;

/** Characters that start a formula in a spreadsheet. Full-width signs do, too. */
const SIGN = /[=+\-@\uff1d\uff0b\uff0d\uff20]/;

/** The value of a cell; a text is quoted if necessary. */
export type Cell = string | number | undefined;

/** A table: names of the columns, and a row of cells for each entry. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** The table as CSV (RFC 4180): commas, CRLF, names in the first row. */
export function toCsv({ columns, rows }: Table): string {
  return [columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function cell(value: Cell): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const { csvCell } = budgets;
  const text = withoutFormulas(value.length <= csvCell ? value : `${value.slice(0, csvCell)}\u2026`);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A customer may be called `=1+1`. Spaces before the sign do not matter, and a tab or CR counts as one. */
function withoutFormulas(value: string): string {
  return value.replace(CELL_STARTS, (spaces: string, at: number) => {
    const isFormula = SIGN.test(value[at + spaces.length] ?? '');
    const end = isFormula ? spaces.length : Math.max(spaces.lastIndexOf('\t'), spaces.lastIndexOf('\r'));
    if (end < 0) return spaces;
    const marked = spaces.slice(0, end).replace(/[;\t\r\n]/g, "$&'");
    return `${at === 0 && !spaces.startsWith(';') ? "'" : ''}${marked}${spaces.slice(end)}`;
  });
}
