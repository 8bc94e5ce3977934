/** @jsxImportSource hono/jsx/dom */
import type { Child } from 'hono/jsx';
import type { Sorting, SortValue } from '../sorting.ts';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => Child;
  /** Returns the value to sort by. If absent, the column is not sortable. */
  readonly sortBy?: (row: Row) => SortValue;
  /** Right-aligned, with tabular figures. */
  readonly isNumber?: boolean;
  /** Hidden if the list is narrow. */
  readonly isMinor?: boolean;
  /** A text of any length, which is truncated in favor of other columns. */
  readonly isLong?: boolean;
}

export interface TableProps<Row> {
  readonly caption: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  /** URL of a row's detail; the first cell is the link. */
  readonly rowHref?: (row: Row) => string;
  readonly selected?: string | undefined;
  readonly sorting?: Sorting | undefined;
  /** Called with the column whose header was pressed. */
  readonly onSort?: (column: string) => void;
}

/** A table whose rows are cards on a phone. */
export function Table<Row>({
  caption,
  rows,
  columns,
  rowKey,
  rowHref,
  selected,
  sorting,
  onSort,
}: TableProps<Row>) {
  return (
    <div class="table cards">
      <table>
        <caption class="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, isNumber, isMinor, isLong, sortBy }) => {
              const order =
                sorting?.column !== title ? 'none' : sorting.isDescending ? 'descending' : 'ascending';
              return (
                <th
                  scope="col"
                  class={cellClass({ isNumber, isMinor, isLong })}
                  aria-sort={sortBy === undefined || order === 'none' ? undefined : order}
                >
                  {sortBy === undefined || onSort === undefined ? (
                    title
                  ) : (
                    <button type="button" class="sort" onClick={() => onSort(title)}>
                      {title}
                      <span aria-hidden="true">{arrows[order]}</span>
                    </button>
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const key = rowKey(row);
            const address = rowHref?.(row);
            return (
              <tr
                key={key}
                data-row={key}
                class={address === undefined ? '' : 'opens'}
                aria-current={key === selected ? 'true' : undefined}
              >
                {columns.map(({ title, cell, isNumber, isMinor, isLong }, at) => (
                  <td class={cellClass({ isNumber, isMinor, isLong })} data-title={title}>
                    {at === 0 && address !== undefined ? <a href={address}>{cell(row)}</a> : cell(row)}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

const arrows = { none: '', ascending: ' ↑', descending: ' ↓' } as const;

const cellClass = ({
  isNumber = false,
  isMinor = false,
  isLong = false,
}: {
  readonly isNumber?: boolean | undefined;
  readonly isMinor?: boolean | undefined;
  readonly isLong?: boolean | undefined;
}) =>
  [isNumber ? 'number' : '', isMinor ? 'minor' : '', isLong ? 'long' : ''].filter(Boolean).join(' ') ||
  undefined;
