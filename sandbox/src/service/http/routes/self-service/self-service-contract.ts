import * as z from 'zod';
import { notFound } from '../../../domain/basics/problem.ts';
import { cancelContract, revokeCancellation } from '../../../domain/contracts/contract-end.ts';
import { contractView } from '../../../domain/contracts/contract-view.ts';
import { contractDetails } from '../../../domain/contracts/contracts.ts';
import { withGranted } from '../../../domain/customers/custom-fields.ts';
import {
  customerView,
  getCustomer,
  ignoredBySelfService,
  replaceCustomerBySelfService,
} from '../../../domain/customers/customers.ts';
import { contract } from '../../../model/contract.ts';
import { contractDetails as contractDetailsShown } from '../../../model/contract-details.ts';
import { customer, customerInput } from '../../../model/customer.ts';
import { timestamp } from '../../../model/fields.ts';
import { answer } from '../../answers/answer.ts';
import { invoiceFile } from '../../answers/pdf-file.ts';
import { forgetUnchanged } from '../../answers/read-only.ts';
import { warnOrRefuse } from '../../zones/env.ts';
import { selfServiceOfContract } from '../../zones/zones.ts';

const tag = 'Self-service';

/** The calls of ClientLib.Portal apart from payments. A token gives access to its own contract and customer only. */
export const selfServiceContract = selfServiceOfContract('/api/v1/CustomerSelfService')
  .get(
    '/contract',
    {
      tag,
      summary: 'Contract details',
      description: 'The contract, its customer, its payment method and up to 50 recent invoices.',
      answers: { 200: contractDetailsShown },
    },
    (c) => answer(c, contractDetails(c.env.core.tx, c.get('selfServiceToken').ContractId)),
  )
  .post(
    '/contract/cancel',
    {
      tag,
      summary: 'Cancel the contract',
      description:
        'It ends at the next possible date given by cancellation period and minimum contract duration.',
      json: z.object({}),
      bodyOptional: true,
      answers: { 200: z.object({ EndDate: timestamp('When the contract ends.'), Contract: contract }) },
    },
    (c) => {
      const { core } = c.env;
      const ended = core.transaction((tx) => cancelContract(tx, c.get('selfServiceToken').ContractId));
      const Contract = withGranted(core.tx, 'Contract', contractView(core.tx, ended));
      return answer(c, { EndDate: ended.EndDate, Contract });
    },
  )
  .post(
    '/contract/revokeCancellation',
    {
      tag,
      summary: 'Revoke the cancellation',
      description:
        'The contract continues as if it had never been canceled. Customers can revoke only their own cancellation, as long as the contract runs and the account setting SelfService.RevokeCancellation is on.',
      json: z.object({}),
      bodyOptional: true,
      answers: { 200: z.object({ Contract: contract }) },
    },
    (c) => {
      const { core } = c.env;
      const running = core.transaction((tx) =>
        revokeCancellation(tx, c.get('selfServiceToken').ContractId, 'Customer'),
      );
      return answer(c, { Contract: withGranted(core.tx, 'Contract', contractView(core.tx, running)) });
    },
  )
  .put(
    '/customer',
    {
      tag,
      summary: 'Change customer data',
      description:
        'Replaces the customer data; omitted custom fields do not change. Fields that only the merchant can set, such as ExternalCustomerId, are ignored with a warning.',
      json: customerInput,
      ignores: customer,
      answers: { 200: customer },
    },
    (c) => {
      const { core } = c.env;
      const { CustomerId } = c.get('selfServiceToken');
      const input = c.req.valid('json');
      forgetUnchanged(c, () => customerView(core.tx, getCustomer(core.tx, CustomerId)));
      for (const field of ignoredBySelfService(core.tx, CustomerId, input)) {
        warnOrRefuse(c, field, `${field} is ignored: only the REST API changes it`);
      }
      const changed = core.transaction((tx) => replaceCustomerBySelfService(tx, CustomerId, input));
      return answer(c, withGranted(core.tx, 'Customer', customerView(core.tx, changed)));
    },
  )
  .get(
    '/invoices/:id/pdf',
    {
      tag,
      summary: 'Download an invoice',
      description: 'A link for browsers, with the token in the query.',
      query: z.object({ selfServiceToken: z.string().optional() }),
      answers: { 200: undefined },
      contentType: 'application/pdf',
    },
    async (c) => {
      const id = c.req.param('id');
      const found = c.env.core.tx.invoices.get(id);
      // The invoice of another customer is treated as nonexistent.
      if (found === undefined || found.ContractId !== c.get('selfServiceToken').ContractId)
        throw notFound('invoice', id);
      return c.body(...(await invoiceFile(c.env.core.tx, found)));
    },
  );
