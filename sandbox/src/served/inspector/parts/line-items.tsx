/** @jsxImportSource hono/jsx/dom */

import type { LineItem } from '../../../service/model/invoice.ts';
import { day } from '../format.ts';
import { Money } from './basic.tsx';

/** The lines of an order or invoice. */
export function LineItems({
  items,
  currency,
}: {
  readonly items: readonly LineItem[];
  readonly currency: string;
}) {
  if (items.length === 0) return <p class="quiet">No lines.</p>;
  return (
    <table class="lines">
      <caption class="hidden">Lines</caption>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col" class="number">
            Quantity
          </th>
          <th scope="col" class="number">
            VAT
          </th>
          <th scope="col" class="number">
            Gross
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ Description, Quantity, VatPercentage, PeriodStart, PeriodEnd, TotalGross }) => (
          <tr>
            <td>
              {Description}
              {PeriodStart !== undefined && PeriodEnd !== undefined && (
                <span class="quiet">
                  {' '}
                  {day(PeriodStart)} to {day(PeriodEnd)}
                </span>
              )}
            </td>
            <td class="number">{Quantity}</td>
            <td class="number">{VatPercentage} %</td>
            <td class="number">
              <Money amount={TotalGross} currency={currency} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
