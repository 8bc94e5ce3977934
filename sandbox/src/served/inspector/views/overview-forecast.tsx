/** @jsxImportSource hono/jsx/dom */
import { useState } from 'hono/jsx/dom';
import { toCsv } from '../../../service/model/csv.ts';
import { send } from '../api.ts';
import { saveFile } from '../csv.ts';
import { plural } from '../format.ts';
import { DocumentLink, Failure, Money } from '../parts/basic.tsx';
import { Plot } from './overview-money.tsx';

export interface ForecastInvoice {
  readonly ContractId: string;
  readonly CustomerId: string;
  readonly CustomerName: string;
  readonly Date: string;
  readonly TotalNet: number;
  readonly TotalVat: number;
  readonly TotalGross: number;
  readonly Currency: string;
}

interface Forecast {
  readonly From: string;
  readonly Until: string;
  readonly Invoices: readonly ForecastInvoice[];
  readonly Sums: readonly {
    readonly Currency: string;
    readonly TotalGross: number;
    readonly Months: readonly { readonly Month: string; readonly TotalGross: number }[];
  }[];
}

const columns = [
  'Date',
  'ContractId',
  'CustomerId',
  'CustomerName',
  'TotalNet',
  'TotalVat',
  'TotalGross',
  'Currency',
] as const;

/** Number of listed invoices; the file has all. */
const LISTED = 50;

const forecastCsv = ({ Invoices }: Forecast): string =>
  toCsv({ columns, rows: Invoices.map((invoice) => columns.map((name) => invoice[name])) });

/** Every month of a forecast, including those without an invoice. */
function toMonths({ From, Until }: Forecast, { Months }: Forecast['Sums'][number]) {
  const months: { Month: string; Billed: number }[] = [];
  const date = new Date(`${From.slice(0, 7)}-01T00:00:00Z`);
  for (; date.toISOString().slice(0, 7) <= Until.slice(0, 7); date.setUTCMonth(date.getUTCMonth() + 1)) {
    const Month = date.toISOString().slice(0, 7);
    months.push({ Month, Billed: Months.find((month) => month.Month === Month)?.TotalGross ?? 0 });
  }
  return months;
}

/** Shows the upcoming invoices of all contracts; computed on request. */
export function ForecastPanel() {
  const [months, setMonths] = useState('12');
  const [result, setResult] = useState<{ isLoading?: boolean; forecast?: Forecast; error?: Error }>({});
  const load = async () => {
    setResult({ isLoading: true });
    try {
      const body = { Months: Number(months) };
      setResult({ forecast: (await send({ method: 'POST', path: '/sandbox/forecast', body })).body });
    } catch (error) {
      setResult({ error: error as Error });
    }
  };
  const { isLoading = false, forecast, error } = result;
  return (
    <section class="panel turnover" aria-labelledby="forecast-heading">
      <h2 id="forecast-heading">Forecast</h2>
      <p class="quiet">What will be billed if nothing else happens. The state does not change.</p>
      <p class="actions">
        <select
          aria-label="Months"
          onChange={(event: Event) => {
            setMonths((event.target as HTMLSelectElement).value);
            setResult({});
          }}
        >
          {['3', '12', '24'].map((value) => (
            <option value={value} selected={value === months}>
              {value} months
            </option>
          ))}
        </select>
        <button
          type="button"
          disabled={isLoading}
          title={`POST /sandbox/forecast {"Months":${months}}`}
          onClick={() => void load()}
        >
          Show forecast
        </button>
        {forecast !== undefined && forecast.Invoices.length > 0 && (
          <button type="button" onClick={() => saveFile('forecast.csv', 'text/csv', forecastCsv(forecast))}>
            Download CSV
          </button>
        )}
      </p>
      {error !== undefined && <Failure error={error} />}
      {forecast !== undefined && <Shown forecast={forecast} months={months} />}
    </section>
  );
}

function Shown({ forecast, months }: { readonly forecast: Forecast; readonly months: string }) {
  const { Invoices, Sums } = forecast;
  if (Invoices.length === 0) return <p role="status">Nothing will be billed.</p>;
  return (
    <>
      {Sums.map((sum) => (
        <>
          <p role="status">
            Total of {months} months, with VAT: <Money amount={sum.TotalGross} currency={sum.Currency} />
          </p>
          <Plot months={toMonths(forecast, sum)} currency={sum.Currency} />
        </>
      ))}
      <details>
        <summary>{plural(Invoices.length, 'invoice')}</summary>
        <ul class="plain" aria-label="Forecast invoices">
          {Invoices.slice(0, LISTED).map(({ Date: date, ContractId, CustomerName, TotalGross, Currency }) => (
            <li>
              <time datetime={date}>{date}</time>
              <DocumentLink collection="contracts" id={ContractId}>
                {CustomerName}
              </DocumentLink>
              <Money amount={TotalGross} currency={Currency} />
            </li>
          ))}
        </ul>
        {Invoices.length > LISTED && <p class="quiet">The first {LISTED} of them. The CSV file has all.</p>}
      </details>
    </>
  );
}
