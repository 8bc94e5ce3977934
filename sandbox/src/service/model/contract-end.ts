import * as z from 'zod';
import { contract } from './contract.ts';
import { timestamp } from './fields.ts';
import { invoicePreview, plannedInvoice } from './invoice.ts';

/** The result of ending a contract. */
export const endResult = z
  .object({
    EndDate: timestamp('End of the contract.'),
    Invoice: invoicePreview.meta({
      description: 'The amount credited or still charged; zero if there is none.',
    }),
    ContractAfter: contract,
  })
  .meta({ id: 'EndResult' });

export const cancellationPreview = endResult
  .extend({
    NextPossibleCancellationDate: timestamp('Last time to give notice for this end.'),
    CancellationDate: timestamp('When the contract is canceled.'),
  })
  .meta({ id: 'CancellationPreview' });

/** The known part of the next recurring invoice. */
export const nextRecurring = z
  .object({
    NextBillingDate: timestamp('When it is billed.').optional(),
    Invoice: plannedInvoice.optional(),
  })
  .meta({ id: 'NextRecurring', description: 'Empty where no billing follows.' });
