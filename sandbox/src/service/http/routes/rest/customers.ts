import * as z from 'zod';
import { contractView } from '../../../domain/contracts/contracts.ts';
import {
  createCustomer,
  customerView,
  deleteCustomer,
  getCustomer,
  patchCustomer,
  replaceCustomer,
} from '../../../domain/customers/customers.ts';
import { customerStatuses, customerWords, searchQuery } from '../../../domain/records/search.ts';
import { contract } from '../../../model/contract.ts';
import { customer, customerInput } from '../../../model/customer.ts';
import { answer } from '../../answers/answer.ts';
import { resource } from '../../answers/resource.ts';
import { paging, searching } from '../../wire/paging.ts';
import { rest } from '../../zones/zones.ts';

const tag = 'Customers';

const one = resource(getCustomer, customerView);

export const customers = rest('/api/v1/customers')
  .get(
    '/',
    {
      tag,
      summary: 'List customers',
      query: searching.extend({
        externalId: z.string().optional().meta({ description: 'ExternalCustomerId of the customer.' }),
        statusFilter: z
          .enum(customerStatuses)
          .optional()
          .meta({ description: 'By default, all that are not deleted.' }),
        emailAddress: z.string().optional(),
      }),
      answers: { 200: z.array(customer) },
    },
    (c) => {
      const { core } = c.env;
      const { externalId, emailAddress, statusFilter, search, ...page } = c.req.valid('query');
      const { where, match } = searchQuery(search, customerWords);
      const customers = core.tx.customers.list({
        where: {
          ExternalCustomerId: externalId,
          EmailAddress: emailAddress?.toLowerCase(),
          Status: statusFilter ?? 'Normal',
          ...where,
        },
        match,
        ...page,
      });
      return answer(
        c,
        customers.map((entry) => customerView(core.tx, entry)),
      );
    },
  )
  .post(
    '/',
    {
      tag,
      summary: 'Create a customer',
      json: customerInput,
      answers: { 201: customer },
      refusals: [409],
    },
    (c) => {
      const created = c.env.core.transaction((tx) =>
        customerView(tx, createCustomer(tx, c.req.valid('json'))),
      );
      return answer(c, created, 201, { Location: `${c.env.baseUrl}/api/v1/customers/${created.Id}` });
    },
  )
  .get('/:id', { tag, summary: 'Get a customer', answers: { 200: customer } }, (c) => {
    return answer(c, one.shown(c.env.core.tx, c.req.param('id')));
  })
  .put(
    '/:id',
    {
      tag,
      summary: 'Replace a customer',
      description: 'Fields that are not named become unset, custom fields included.',
      json: customerInput,
      ignores: customer,
      answers: { 200: customer },
      refusals: [409, 412],
    },
    (c) => one.change(c, c.req.param('id'), (tx, id) => replaceCustomer(tx, id, c.req.valid('json'))),
  )
  .patch(
    '/:id',
    {
      tag,
      summary: 'Change named fields of a customer',
      description: 'A field named with `null` or an empty text becomes unset.',
      json: customerInput,
      ignores: customer,
      answers: { 200: customer },
      refusals: [409, 412],
    },
    (c) => one.change(c, c.req.param('id'), (tx, id) => patchCustomer(tx, id, c.req.valid('json'))),
  )
  .delete(
    '/:id',
    {
      tag,
      summary: 'Delete a customer',
      description:
        'Deletes personal data; invoices keep what they show. Rejected while a contract is running.',
      answers: { 204: undefined },
      refusals: [409, 412],
    },
    (c) => one.remove(c, c.req.param('id'), deleteCustomer),
  )
  .get(
    '/:id/contracts',
    {
      tag,
      summary: "List a customer's contracts",
      query: paging,
      answers: { 200: z.array(contract) },
    },
    (c) => {
      const { tx } = c.env.core;
      const { Id } = getCustomer(tx, c.req.param('id'));
      const contracts = tx.contracts.list({ where: { CustomerId: Id }, ...c.req.valid('query') });
      return answer(
        c,
        contracts.map((entry) => contractView(tx, entry)),
      );
    },
  );
