import * as z from 'zod';
import { cancelContract } from '../../domain/contracts/contract-end.ts';
import { contractView } from '../../domain/contracts/contract-view.ts';
import { contractDetails } from '../../domain/contracts/contracts.ts';
import { withGranted } from '../../domain/customers/custom-fields.ts';
import {
  customerView,
  ignoredBySelfService,
  replaceCustomerBySelfService,
} from '../../domain/customers/customers.ts';
import { notFound } from '../../domain/problem.ts';
import type { SelfServiceToken } from '../../domain/records/credentials.ts';
import { contract } from '../../model/contract.ts';
import { customer, customerInput } from '../../model/customer.ts';
import { timestamp } from '../../model/fields.ts';
import { invoiceSummary } from '../../model/invoice.ts';
import { paymentBearer } from '../../model/payment.ts';
import { pdfReply } from '../pdf-reply.ts';
import { type Call, type Route, route } from '../route.ts';

const tag = 'Self-service';

/** What Portal.contractDetails gives (field notes 1.4). */
const details = z
  .object({
    Contract: contract.extend({ CurrentBalance: z.number() }),
    Customer: customer,
    CurrentPlan: z.object({ PlanName: z.string(), StartDate: timestamp('When it began.') }).optional(),
    PaymentMethod: paymentBearer.optional(),
    RecentInvoices: z
      .array(invoiceSummary.pick({ Id: true, InvoiceNumber: true, TotalGross: true }).loose())
      .max(50)
      .meta({ description: 'Newest first, at most 50 (spec: Limits 2).' }),
    EndDateIfCancelledNow: timestamp('When the contract would end.').optional(),
    PaymentsBlocked: z.boolean(),
    Products: z.array(z.object({}).loose()),
  })
  .meta({ id: 'ContractDetails' });

/** The token that the kernel has checked. */
const tokenOf = (call: Call) => call.selfServiceToken as SelfServiceToken;

/** What ClientLib.Portal calls apart from payments. A token reaches its own contract and customer, nothing else. */
export const selfServiceContractRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/CustomerSelfService/contract',
    credential: 'SelfServiceToken',
    tag,
    summary: 'Contract details',
    description: 'The contract, its customer, its payment method and up to 50 recent invoices.',
    answers: { 200: details },
    handle: (call) => ({ status: 200, body: contractDetails(call.core.tx, tokenOf(call).ContractId) }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/CustomerSelfService/contract/cancel',
    credential: 'SelfServiceToken',
    tag,
    summary: 'Cancel the contract',
    description:
      'It ends at the next possible date given by cancellation period and minimum contract duration.',
    body: z.object({}),
    bodyOptional: true,
    answers: { 200: z.object({ EndDate: timestamp('When the contract ends.'), Contract: contract }) },
    handle: (call) => {
      const ended = call.core.transaction((tx) => cancelContract(tx, tokenOf(call).ContractId));
      const { tx } = call.core;
      const Contract = withGranted(tx, 'Contract', contractView(tx, ended));
      return { status: 200, body: { EndDate: ended.EndDate, Contract } };
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v1/CustomerSelfService/customer',
    credential: 'SelfServiceToken',
    tag,
    summary: 'Change customer data',
    description:
      'Replaces the customer data by what is sent; custom fields that are not named stay as they are. What only the merchant sets, as ExternalCustomerId, is ignored with a warning.',
    body: customerInput,
    ignores: customer,
    answers: { 200: customer },
    handle: (call) => {
      const { CustomerId } = tokenOf(call);
      for (const field of ignoredBySelfService(call.core.tx, CustomerId, call.body)) {
        call.warn(`${field} is ignored: only the REST API changes it`);
      }
      const changed = call.core.transaction((tx) => replaceCustomerBySelfService(tx, CustomerId, call.body));
      return {
        status: 200,
        body: withGranted(call.core.tx, 'Customer', customerView(call.core.tx, changed)),
      };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/CustomerSelfService/invoices/{id}/pdf',
    credential: 'SelfServiceToken',
    tag,
    summary: 'Download an invoice',
    description: 'A link that a browser follows: the token stands in the query.',
    query: z.object({ selfServiceToken: z.string().optional() }),
    answers: { 200: undefined },
    contentType: 'application/pdf',
    handle: (call) => {
      const id = call.params['id'] as string;
      const found = call.core.tx.invoices.get(id);
      // The invoice of somebody else is answered like one that does not exist.
      if (found === undefined || found.ContractId !== tokenOf(call).ContractId) throw notFound('invoice', id);
      return pdfReply(call.core.tx, found);
    },
  }),
];
