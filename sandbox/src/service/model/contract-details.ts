import * as z from 'zod';
import { productInfo } from './catalogue.ts';
import { contract } from './contract.ts';
import { customer } from './customer.ts';
import { money, objectId, timestamp, timeZone } from './fields.ts';
import { invoiceSummary } from './invoice.ts';
import { paymentBearer } from './payment.ts';

const bookedComponent = z
  .object({
    Id: objectId('component subscription'),
    ComponentId: objectId('component'),
    ComponentName: z.string(),
    Quantity: z.number(),
    Memo: z.string().meta({ description: 'Empty if there is none.' }),
    StartDate: timestamp('First instant.'),
    EndDate: timestamp('End, exclusive.').optional(),
  })
  .meta({ id: 'BookedComponent' });

/** The result of Portal.contractDetails (field notes 1.4). */
export const contractDetails = z
  .object({
    Contract: contract.extend({ CurrentBalance: z.number() }),
    Customer: customer,
    CurrentPlan: z.object({ PlanName: z.string(), StartDate: timestamp('When it began.') }).optional(),
    PaymentMethod: paymentBearer.optional(),
    RecentInvoices: z
      .array(
        invoiceSummary.pick({ Id: true, InvoiceNumber: true, DueDate: true, TotalGross: true }).extend({
          InvoiceDate: timestamp('When it was sent, or created if it is not sent.'),
          GrossTotal: money('The same as TotalGross: its older name'),
          Status: z.enum(['Open', 'Paid']),
        }),
      )
      .max(50)
      .meta({ description: 'Newest first, at most 50 (spec: Limits 2).' }),
    ComponentsSubscriptions: z.array(bookedComponent).meta({ description: 'Booked and not over.' }),
    EndDateIfCancelledNow: timestamp('When the contract would end.').optional(),
    LastPossibleCancellationDate: timestamp('Deadline to cancel for EndDateIfCancelledNow.').optional(),
    PayableAmount: money(
      'The amount charged at once to a new payment method: the balance without payments in progress',
    ),
    PaymentsBlocked: z.boolean(),
    NextTotalGross: money('Amount of the next invoice, as far as it is known now').optional(),
    NextTotalGrossDate: timestamp('Date of the next invoice').optional(),
    VatPercentage: z.number().meta({ description: 'VAT on the plan, in percent.' }),
    TimeZone: timeZone,
    PublicApiKey: z.string().meta({ description: 'Public key of the account, for the payment form.' }),
    Allowed: z
      .object({
        CustomerChange: z.boolean(),
        ContractChange: z.boolean(),
        RevokeCancellation: z.boolean(),
        PaymentChange: z.boolean(),
      })
      .meta({ description: 'The actions that customers can take in self-service.' }),
    Products: productInfo.meta({
      description:
        "The plans that the customer can change to, and the components that can be booked, in the contract's plan group.",
    }),
  })
  .meta({ id: 'ContractDetails' });
