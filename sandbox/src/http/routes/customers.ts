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
import { customerStatuses } from '../../domain/records/customer-states.ts';
import { searchQuery } from '../../domain/records/search.ts';
import { customerWords } from '../../domain/records/searched-words.ts';
import type { Tx } from '../../domain/tx.ts';
import { contract } from '../../model/contract.ts';
import { type Customer, type CustomerInput, customer, customerInput } from '../../model/customer.ts';
import { paging, searching } from '../paging.ts';
import { checkPreconditions } from '../preconditions.ts';
import { type Answer, type Call, type Route, route } from '../route.ts';

const tag = 'Customers';

export const customerRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/customers',
    credential: 'AccessToken',
    tag,
    summary: 'List customers',
    query: searching.extend({
      externalId: z.string().optional().meta({ description: 'ExternalCustomerId of the customer.' }),
      statusFilter: z
        .enum(customerStatuses)
        .optional()
        .meta({ description: 'Without it all that are not deleted.' }),
    }),
    answers: { 200: z.array(customer) },
    handle: ({ core, query: { externalId, statusFilter, search, ...page } }) => {
      const { where, match } = searchQuery(search, customerWords);
      const customers = core.tx.customers.list({
        where: { ExternalCustomerId: externalId, Status: statusFilter ?? 'Present', ...where },
        match,
        ...page,
      });
      return { status: 200, body: customers.map((entry) => customerView(core.tx, entry)) };
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/customers',
    credential: 'AccessToken',
    tag,
    summary: 'Create a customer',
    body: customerInput,
    answers: { 201: customer },
    refusals: [409],
    handle: ({ core, body, baseUrl }) => {
      const created = core.transaction((tx) => createCustomer(tx, body));
      return {
        status: 201,
        body: created,
        headers: { Location: `${baseUrl}/api/v1/customers/${created.Id}` },
      };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/customers/{id}',
    credential: 'AccessToken',
    tag,
    summary: 'Get a customer',
    answers: { 200: customer },
    handle: ({ core: { tx }, params }) => ({
      status: 200,
      body: customerView(tx, customerOf(tx, params['id'] as string)),
    }),
  }),
  route({
    method: 'PUT',
    path: '/api/v1/customers/{id}',
    credential: 'AccessToken',
    tag,
    summary: 'Replace a customer',
    description: 'Fields that are not named become unset, custom fields included.',
    body: customerInput,
    ignores: customer,
    answers: { 200: customer },
    refusals: [409, 412],
    handle: (call) => changed(call, replaceCustomer),
  }),
  route({
    method: 'PATCH',
    path: '/api/v1/customers/{id}',
    credential: 'AccessToken',
    tag,
    summary: 'Change named fields of a customer',
    description: 'A field named with `null` or an empty text becomes unset.',
    body: customerInput,
    ignores: customer,
    answers: { 200: customer },
    refusals: [409, 412],
    handle: (call) => changed(call, patchCustomer),
  }),
  route({
    method: 'DELETE',
    path: '/api/v1/customers/{id}',
    credential: 'AccessToken',
    tag,
    summary: 'Delete a customer',
    description: 'Personal data goes; invoices keep what they show. Refused while a contract runs.',
    answers: { 204: undefined },
    refusals: [409],
    handle: ({ core, params }) => {
      core.transaction((tx) => deleteCustomer(tx, params['id'] as string));
      return { status: 204 };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/customers/{id}/contracts',
    credential: 'AccessToken',
    tag,
    summary: "List a customer's contracts",
    query: paging,
    answers: { 200: z.array(contract) },
    handle: ({ core: { tx }, params, query }) => {
      const { Id } = customerOf(tx, params['id'] as string);
      const contracts = tx.contracts.list({ where: { CustomerId: Id }, ...query });
      return { status: 200, body: contracts.map((entry) => contractView(tx, entry)) };
    },
  }),
];

/** Changes the customer of the path, unless it is no longer the one that the caller read. */
function changed(
  { core, params, body, c }: Call<unknown, CustomerInput>,
  change: (tx: Tx, id: string, input: CustomerInput) => Customer,
): Answer {
  const id = params['id'] as string;
  const customer = core.transaction((tx) => {
    checkPreconditions(c, () => customerView(tx, customerOf(tx, id)));
    return customerView(tx, change(tx, id, body));
  });
  return { status: 200, body: customer };
}
