import * as z from 'zod';
import { contractView } from '../../domain/contracts/contracts.ts';
import {
  createCustomer,
  customerOf,
  customerView,
  deleteCustomer,
  patchCustomer,
  replaceCustomer,
} from '../../domain/customers/customers.ts';
import { customerStatuses, customerWords, searchQuery } from '../../domain/records/search.ts';
import type { Tx } from '../../domain/tx.ts';
import { contract } from '../../model/contract.ts';
import { type Customer, customer, customerInput, type ShownCustomer } from '../../model/customer.ts';
import { answer } from '../answer.ts';
import { describe } from '../describe.ts';
import type { ServiceContext } from '../env.ts';
import { accessToken } from '../middleware/access.ts';
import { paging, searching } from '../paging.ts';
import { checkPreconditions } from '../preconditions.ts';
import { section } from '../section.ts';

const tag = 'Customers';

export const customers = section('/api/v1/customers');

customers.get(
  '/',
  describe({
    tag,
    summary: 'List customers',
    query: searching.extend({
      externalId: z.string().optional().meta({ description: 'ExternalCustomerId of the customer.' }),
      statusFilter: z
        .enum(customerStatuses)
        .optional()
        .meta({ description: 'Without it all that are not deleted.' }),
      emailAddress: z.string().optional(),
    }),
    answers: { 200: z.array(customer) },
  }),
  accessToken,
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
);

customers.post(
  '/',
  describe({
    tag,
    summary: 'Create a customer',
    json: customerInput,
    answers: { 201: customer },
    refusals: [409],
  }),
  accessToken,
  (c) => {
    const created = c.env.core.transaction((tx) => customerView(tx, createCustomer(tx, c.req.valid('json'))));
    return answer(c, created, 201, { Location: `${c.env.baseUrl}/api/v1/customers/${created.Id}` });
  },
);

customers.get(
  '/:id',
  describe({ tag, summary: 'Get a customer', answers: { 200: customer } }),
  accessToken,
  (c) => {
    const { tx } = c.env.core;
    return answer(c, customerView(tx, customerOf(tx, c.req.param('id'))));
  },
);

customers.put(
  '/:id',
  describe({
    tag,
    summary: 'Replace a customer',
    description: 'Fields that are not named become unset, custom fields included.',
    json: customerInput,
    ignores: customer,
    answers: { 200: customer },
    refusals: [409, 412],
  }),
  accessToken,
  (c) =>
    answer(
      c,
      changed(c, c.req.param('id'), (tx, id) => replaceCustomer(tx, id, c.req.valid('json'))),
    ),
);

customers.patch(
  '/:id',
  describe({
    tag,
    summary: 'Change named fields of a customer',
    description: 'A field named with `null` or an empty text becomes unset.',
    json: customerInput,
    ignores: customer,
    answers: { 200: customer },
    refusals: [409, 412],
  }),
  accessToken,
  (c) =>
    answer(
      c,
      changed(c, c.req.param('id'), (tx, id) => patchCustomer(tx, id, c.req.valid('json'))),
    ),
);

customers.delete(
  '/:id',
  describe({
    tag,
    summary: 'Delete a customer',
    description: 'Personal data goes; invoices keep what they show. Refused while a contract runs.',
    answers: { 204: undefined },
    refusals: [409, 412],
  }),
  accessToken,
  (c) => {
    const id = c.req.param('id');
    c.env.core.transaction((tx) => {
      checkPreconditions(c, () => customerView(tx, customerOf(tx, id)));
      deleteCustomer(tx, id);
    });
    return c.body(null, 204);
  },
);

customers.get(
  '/:id/contracts',
  describe({
    tag,
    summary: "List a customer's contracts",
    query: paging,
    answers: { 200: z.array(contract) },
  }),
  accessToken,
  (c) => {
    const { tx } = c.env.core;
    const { Id } = customerOf(tx, c.req.param('id'));
    const contracts = tx.contracts.list({ where: { CustomerId: Id }, ...c.req.valid('query') });
    return answer(
      c,
      contracts.map((entry) => contractView(tx, entry)),
    );
  },
);

/** Changes a customer, unless it is no longer the one that the caller read. */
function changed(c: ServiceContext, id: string, change: (tx: Tx, id: string) => Customer): ShownCustomer {
  return c.env.core.transaction((tx) => {
    checkPreconditions(c, () => customerView(tx, customerOf(tx, id)));
    return customerView(tx, change(tx, id));
  });
}
