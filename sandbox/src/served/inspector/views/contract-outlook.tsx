/** @jsxImportSource hono/jsx/dom */
import { useState } from 'hono/jsx/dom';
import type { Order } from '../../../service/model/order.ts';
import { send } from '../api.ts';
import { day, everyPeriod, money } from '../format.ts';
import { Failure, Money } from '../parts/basic.tsx';
import { Section } from '../parts/list-view.tsx';
import type { ForecastInvoice } from './overview-forecast.tsx';

type Preview = Pick<
  Order,
  'TotalGross' | 'Total' | 'Currency' | 'NextTotalGross' | 'NextTotalGrossDate' | 'RecurringFee'
>;

/** Returns a sentence about the cost of a change. */
export function previewText({ Order: preview }: { readonly Order: Preview }): string {
  const { TotalGross = preview.Total, Currency, NextTotalGross, NextTotalGrossDate } = preview;
  const due =
    TotalGross < 0
      ? `Credited today: ${money(-TotalGross, Currency)}`
      : `Due today: ${money(TotalGross, Currency)}`;
  if (NextTotalGross === undefined) return `${due}.`;
  const from = NextTotalGrossDate === undefined ? '' : ` from ${day(NextTotalGrossDate)}`;
  return `${due}, then ${money(NextTotalGross, Currency)} ${everyPeriod(preview.RecurringFee?.FeePeriod)}${from}.`;
}

async function loadForecast(contractId: string): Promise<readonly ForecastInvoice[]> {
  const { body } = await send({ method: 'POST', path: '/sandbox/forecast', body: { Months: 3 } });
  const all: readonly ForecastInvoice[] = body.Invoices;
  return all.filter(({ ContractId }) => ContractId === contractId);
}

/** Shows the invoices of a contract in the next three months, computed on request. */
export function Outlook({ contractId }: { readonly contractId: string }) {
  const [result, setResult] = useState<{
    readonly isLoading?: boolean;
    readonly invoices?: readonly ForecastInvoice[];
    readonly error?: Error;
  }>({});
  const load = async () => {
    setResult({ isLoading: true });
    try {
      setResult({ invoices: await loadForecast(contractId) });
    } catch (error) {
      setResult({ error: error as Error });
    }
  };
  const { isLoading = false, invoices, error } = result;
  return (
    <Section title="What will be billed">
      <p class="actions">
        <button type="button" disabled={isLoading} title='POST /sandbox/forecast {"Months":3}' onClick={load}>
          Next three months
        </button>
      </p>
      {error !== undefined && <Failure error={error} />}
      {invoices?.length === 0 && <p class="quiet">Nothing in the next three months.</p>}
      {invoices !== undefined && invoices.length > 0 && (
        <ul class="plain" aria-label="What will be billed">
          {invoices.map(({ Date: date, TotalGross, Currency }) => (
            <li>
              <time datetime={date}>{date}</time>
              <Money amount={TotalGross} currency={Currency} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
