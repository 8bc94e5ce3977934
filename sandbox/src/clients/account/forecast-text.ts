import { toCsv } from '../../service/model/csv.ts';
import { minorDigits } from '../../service/model/currencies.ts';
import type { Forecast, ForecastContractChange, ForecastInvoice } from '../../service/model/forecast.ts';
import { textTable } from '../reports/text-table.ts';

/** Rows of a table for people; programs read CSV or JSON. */
const SHOWN_ROWS = 40;

const invoiceColumns = [
  'Date',
  'ContractId',
  'CustomerId',
  'CustomerName',
  'DueDate',
  'TotalNet',
  'TotalVat',
  'TotalGross',
  'Currency',
] as const satisfies readonly (keyof ForecastInvoice)[];

const changeColumns = [
  'ContractId',
  'CustomerId',
  'CustomerName',
  'Before',
  'After',
  'Difference',
  'Currency',
] as const satisfies readonly (keyof ForecastContractChange)[];

/** A forecast for people, spreadsheets or programs. With another configuration, the CSV contains the changes per contract. */
export function forecastText(forecast: Forecast, format: 'text' | 'csv' | 'json'): string {
  if (format === 'json') return `${JSON.stringify(forecast, undefined, 2)}\n`;
  if (format === 'csv') {
    return forecast.Changes === undefined
      ? csvTable(invoiceColumns, forecast.Invoices)
      : csvTable(changeColumns, forecast.Changes);
  }
  return [
    `${forecast.From.slice(0, 10)} to ${forecast.Until.slice(0, 10)}\n`,
    sums(forecast),
    ...(forecast.Changes === undefined
      ? [
          rows(
            ['Date', 'CustomerName', 'ContractId', 'TotalGross', 'Currency'],
            forecast.Invoices,
            'document',
          ),
        ]
      : changes(forecast, forecast.Changes)),
  ].join('\n');
}

function csvTable<K extends string>(
  columns: readonly K[],
  entries: readonly { readonly [key in K]: string | number }[],
) {
  return toCsv({ columns, rows: entries.map((entry) => columns.map((column) => entry[column])) });
}

function sums({ Sums }: Forecast): string {
  if (Sums.length === 0) return 'Nothing will be billed.\n';
  return Sums.map(({ Currency, Months, ...all }) =>
    textTable(
      ['Month', 'Documents', 'Net', 'VAT', 'Gross', 'Currency'],
      [...Months, { Month: 'Total', ...all }].map(({ Month, Invoices, TotalNet, TotalVat, TotalGross }) => [
        Month,
        String(Invoices),
        ...[TotalNet, TotalVat, TotalGross].map((amount) => amount.toFixed(minorDigits(Currency))),
        Currency,
      ]),
    ),
  ).join('\n');
}

function changes({ ChangeSums = [] }: Forecast, list: readonly ForecastContractChange[]): string[] {
  if (list.length === 0) return ['The other configuration does not change any billing.\n'];
  const inSum = ChangeSums.map(
    ({ Currency, Contracts, Before, After, Difference }) =>
      `${Contracts} ${Contracts === 1 ? 'contract is' : 'contracts are'} billed differently: ${shown(Before, Currency)} becomes ${shown(After, Currency)}, ` +
      `${Difference > 0 ? '+' : ''}${shown(Difference, Currency)}.\n`,
  );
  return [
    inSum.join(''),
    rows(['CustomerName', 'ContractId', 'Before', 'After', 'Difference', 'Currency'], list, 'contract'),
  ];
}

type Row = { readonly Currency: string };

function rows<T extends Row, K extends keyof T & string>(
  columns: readonly K[],
  entries: readonly T[],
  what: string,
) {
  if (entries.length === 0) return '';
  const table = textTable(
    columns,
    entries
      .slice(0, SHOWN_ROWS)
      .map((entry) => columns.map((column) => cellText(entry[column], entry.Currency))),
  );
  const more = entries.length - SHOWN_ROWS;
  const hint = `… and ${more} more ${more === 1 ? what : `${what}s`}; --format csv lists all.\n`;
  return more > 0 ? table + hint : table;
}

function cellText(value: unknown, currency: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a name must not move the cursor of a terminal
  if (typeof value !== 'number') return String(value).replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ');
  return value.toFixed(minorDigits(currency));
}

const shown = (amount: number, currency: string) => `${amount.toFixed(minorDigits(currency))} ${currency}`;
