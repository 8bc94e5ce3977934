import * as z from 'zod';
import { contract } from './contract.ts';
import { timestamp } from './fields.ts';
import { invoiceDraft } from './invoice.ts';

/** What ending a contract makes of it. */
export const endResult = z
  .object({
    EndDate: timestamp('End of the contract.'),
    Invoice: invoiceDraft.loose().optional().meta({
      description: 'The document of what is given back or still charged; absent when there is nothing.',
    }),
    ContractAfter: contract,
  })
  .meta({ id: 'EndResult' });

export const cancellationPreview = endResult
  .extend({ NextPossibleCancellationDate: timestamp('Until when notice must be given for this end.') })
  .meta({ id: 'CancellationPreview' });

/** The next recurring invoice as far as it is known. */
export const nextRecurring = z
  .object({
    NextBillingDate: timestamp('When it is billed.').optional(),
    Invoice: invoiceDraft.optional(),
  })
  .meta({ id: 'NextRecurring', description: 'Empty where no billing follows.' });
