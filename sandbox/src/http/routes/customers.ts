import * as z from 'zod';
import { createCustomer, deleteCustomer, patchCustomer, replaceCustomer } from '../../domain/customers.ts';
import { notFound } from '../../domain/problem.ts';
import { contract } from '../../model/contract.ts';
import { customer, customerInput } from '../../model/customer.ts';
import { contractView } from '../../domain/contracts.ts';
import { ifMatch } from '../if-match.ts';
import { paging } from '../paging.ts';
import { route, type Route } from '../route.ts';

const tag = 'Customers';

export const customerRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/customers',
    credential: 'AccessToken',
    tag,
    summary: 'List customers',
    query: paging.extend({ externalId: z.string().optional() }),
    answers: { 200: z.array(customer) },
    handle: ({ core, query }) => ({
      status: 200,
      body: core.tx.customers.list({
        where: { ExternalCustomerId: query.externalId },
        from: query.from,
        skip: query.skip,
        take: query.take,
      }),
    }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/customers',
    credential: 'AccessToken',
    tag,
    summary: 'Create a customer',
    body: customerInput,
    answers: { 201: customer },
    handle: ({ core, body }) => ({ status: 201, body: core.transaction((tx) => createCustomer(tx, body)) }),
  }),
  route({
    method: 'GET',
    path: '/api/v1/customers/{id}',
    credential: 'AccessToken',
    tag,
    summary: 'Get a customer',
    answers: { 200: customer },
    handle: ({ core, params }) => {
      const found = core.tx.customers.get(params['id']);
      if (found === undefined) throw notFound('customer', params['id'] as string);
      return { status: 200, body: found };
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v1/customers/{id}',
    credential: 'AccessToken',
    tag,
    summary: 'Replace a customer',
    description: 'Fields that are not named become unset, custom fields included.',
    body: customerInput,
    answers: { 200: customer },
    handle: ({ core, params, body, request }) => ({
      status: 200,
      body: core.transaction((tx) => {
        ifMatch(request, tx.customers.get(params['id']));
        return replaceCustomer(tx, params['id'] as string, body);
      }),
    }),
  }),
  route({
    method: 'PATCH',
    path: '/api/v1/customers/{id}',
    credential: 'AccessToken',
    tag,
    summary: 'Change named fields of a customer',
    body: customerInput,
    answers: { 200: customer },
    handle: ({ core, params, body, request }) => ({
      status: 200,
      body: core.transaction((tx) => {
        ifMatch(request, tx.customers.get(params['id']));
        return patchCustomer(tx, params['id'] as string, body);
      }),
    }),
  }),
  route({
    method: 'DELETE',
    path: '/api/v1/customers/{id}',
    credential: 'AccessToken',
    tag,
    summary: 'Delete a customer',
    answers: { 204: undefined },
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
    handle: ({ core, params, query }) => {
      const { tx } = core;
      if (!tx.customers.has(params['id'] as string)) throw notFound('customer', params['id'] as string);
      const contracts = tx.contracts.list({ where: { CustomerId: params['id'] as string }, ...query });
      return { status: 200, body: contracts.map((entry) => contractView(tx, entry)) };
    },
  }),
];
