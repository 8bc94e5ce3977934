import * as z from 'zod';
import { minorDigits } from '../../../service/model/currencies.ts';
import type { Forecast } from '../../../service/model/forecast.ts';
import { counted, line, own, page, quoted } from '../answer.ts';
import { anyFields, skip, tool } from '../tool.ts';

const moneyLine = (amount: number, currency: string) =>
  line`${amount.toFixed(minorDigits(currency))} ${currency}`;

export const forecast = tool({
  name: 'forecast',
  description:
    'Forecasts what will be billed in the next months, on a copy of the state; with config, what another configuration changes.',
  input: {
    months: z.int().min(1).max(120),
    contractId: z.string().optional(),
    config: anyFields.optional(),
    skip,
  },
  readOnly: true,
  async run(service, { months, contractId, config, skip }) {
    const input = { Months: months, ...(config === undefined ? {} : { Config: config }) };
    const {
      Invoices,
      Sums,
      Changes,
      ChangeSums = [],
    }: Forecast = await service.control('POST', '/forecast', input);
    const isWanted = (one: { readonly ContractId: string }) =>
      contractId === undefined || one.ContractId === contractId;
    const lines = [
      ...Sums.map(
        ({ Currency, Invoices, TotalGross, TotalVat }) =>
          line`Total of all contracts: ${counted(Invoices, 'document')}, ${moneyLine(TotalGross, Currency)} gross, of which VAT ${moneyLine(TotalVat, Currency)}`,
      ),
      ...ChangeSums.map(
        ({ Contracts, Before, After, Currency }) =>
          line`Billed differently: ${counted(Contracts, 'contract')}, ${moneyLine(Before, Currency)} becomes ${moneyLine(After, Currency)}`,
      ),
      ...(Changes ?? [])
        .filter(isWanted)
        .map(
          ({ ContractId, CustomerName, Before, After, Currency }) =>
            line`${ContractId} ${quoted(CustomerName)}: ${moneyLine(Before, Currency)} becomes ${moneyLine(After, Currency)}`,
        ),
      ...(Changes === undefined ? Invoices : [])
        .filter(isWanted)
        .map(
          ({ Date: day, ContractId, CustomerName, TotalGross, Currency, IsInvoice }) =>
            line`${day} ${own(IsInvoice ? 'invoice' : 'credit note')} ${moneyLine(TotalGross, Currency)}, contract ${ContractId} ${quoted(CustomerName)}`,
        ),
    ];
    return page(lines, line`compare for what else could happen, clock to let it happen.`, {
      skip,
      more: `skip ${skip + 25}`,
    });
  },
});
