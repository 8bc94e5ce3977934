import * as z from 'zod';
import { currency, day, money, objectId, timestamp } from './fields.ts';

const invoice = z
  .object({
    ContractId: objectId('contract'),
    CustomerId: objectId('customer'),
    CustomerName: z.string(),
    Date: day('Day of the document'),
    DueDate: timestamp('Due date.'),
    IsInvoice: z.boolean().meta({ description: 'false: a credit note, whose amounts are negative.' }),
    TotalNet: money('Net'),
    TotalVat: money('VAT'),
    TotalGross: money('Gross'),
    Currency: currency,
  })
  .meta({ id: 'ForecastInvoice', description: 'An invoice or a credit note that will be made.' });

const totals = z.object({
  Invoices: z.number().int().meta({ description: 'Documents.' }),
  TotalNet: money('Net'),
  TotalVat: money('VAT'),
  TotalGross: money('Gross'),
});

const sum = totals
  .extend({
    Currency: currency,
    Months: z
      .array(
        totals.extend({ Month: z.string().meta({ description: 'Calendar month.', example: '2026-02' }) }),
      )
      .meta({ description: 'The months in which something is billed, oldest first.' }),
  })
  .meta({ id: 'ForecastSum' });

const difference = z.object({
  Currency: currency,
  Before: money('Gross with the configuration as it is'),
  After: money('Gross with the other configuration'),
  Difference: money('After less Before'),
});

const contractChange = difference
  .extend({
    ContractId: objectId('contract'),
    CustomerId: objectId('customer'),
    CustomerName: z.string(),
  })
  .meta({ id: 'ForecastContractChange' });

const changeSum = difference
  .extend({ Contracts: z.number().int().meta({ description: 'Contracts that change.' }) })
  .meta({ id: 'ForecastChangeSum' });

/** The request; `Config` is the content of the other configuration file. */
export const forecastInput = z
  .object({
    Months: z.number().int().min(1).max(120).meta({ description: 'Months from now.', example: 3 }),
    Config: z.record(z.string(), z.unknown()).optional().meta({
      description: 'Another configuration that overrides the current one. The fields are those of the file.',
    }),
  })
  .meta({ id: 'ForecastInput', example: { Months: 3 } });

export const forecast = z
  .object({
    From: timestamp('Now, on the clock of the sandbox.'),
    Until: timestamp('End of the forecast.'),
    Invoices: z.array(invoice).meta({ description: 'In the order in which they are sent.' }),
    Sums: z.array(sum).meta({ description: 'By currency.' }),
    Changes: z.array(contractChange).optional().meta({
      description: 'With `Config`: the contracts that are billed differently, the largest difference first.',
    }),
    ChangeSums: z
      .array(changeSum)
      .optional()
      .meta({ description: 'With `Config`: the totals of these differences, by currency.' }),
  })
  .meta({ id: 'Forecast' });

export type ForecastInput = z.infer<typeof forecastInput>;
export type Forecast = z.infer<typeof forecast>;
export type ForecastInvoice = z.infer<typeof invoice>;
export type ForecastSum = z.infer<typeof sum>;
export type ForecastContractChange = z.infer<typeof contractChange>;
export type ForecastChangeSum = z.infer<typeof changeSum>;
