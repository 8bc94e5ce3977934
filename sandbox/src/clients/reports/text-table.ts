/** A table as text: columns as wide as their longest cell, numbers right-aligned. */
export function textTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [columns, ...rows];
  const widths = columns.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  const isNumber = columns.map((_, at) => rows.every((row) => /^[-+]?[\d.]+$/.test(row[at] ?? '')));
  const cell = (text: string, at: number) =>
    isNumber[at] ? text.padStart(widths[at] ?? 0) : text.padEnd(widths[at] ?? 0);
  return all.map((row) => `${row.map(cell).join('  ').trimEnd()}\n`).join('');
}
