import { createDocument, type oas31, type ZodOpenApiOperationObject } from 'zod-openapi';
import { eventCatalogue } from '../../model/event-catalogue.ts';
import { version } from '../wire/version.ts';
import type { Operation } from '../zones/description.ts';
import { guideAbout } from '../zones/guide-links.ts';
import { headerParameters, pathParameters, queryParameters } from './parameters.ts';
import { toResponses } from './responses.ts';
import { webhookOperations } from './webhook-operations.ts';

/** The groups of operations, in reading order. */
const tagDescriptions: { readonly [tag: string]: string } = {
  OAuth: 'Access tokens for back ends and apps.',
  Orders: 'Signups and changes: preview, create, commit, approve.',
  Customers: 'Customers and their data.',
  Contracts: 'Running contracts: terms, usage, components, discounts, bookings.',
  Invoices: 'Invoices, drafts and reminders, with their PDFs.',
  Payments: 'Payment transactions and refunds.',
  Catalogue: 'The catalogue: plans, variants, components, discounts, coupons, taxes.',
  Webhooks: "The merchant's endpoints that receive events.",
  'Self-service': "The requests of ClientLib from the customer's browser.",
  'External subscriptions': 'Receipts of app stores, checked against contracts.',
  'Mail templates': 'Mails to customers, which the outbox of the sandbox shows.',
  Exports: 'Bookings, payments and reports as CSV.',
  Control: 'The sandbox itself: clock, reset, logs, faults. Not part of the real service.',
  ClientLib: 'The script for the browser and its payment form.',
  Pages: 'Pages to open in a browser: portal, playground, inspector.',
  'Simulated providers': 'Pages and endpoints of the simulated payment providers.',
  'Simulated stores': 'Endpoints of the simulated app stores, which check receipts.',
  Documentation: 'This reference, the guides and the schemas, for people and programs.',
};

/** The description of all routes, made from their schemas by `zod-openapi`; `placed` completes it. */
export function openApiDocument(operations: readonly Operation[]): oas31.OpenAPIObject {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const operation of operations) {
    const path = operation.rules.trailingSlash === true ? `${operation.path}/` : operation.path;
    paths[path] ??= {};
    paths[path][operation.method.toLowerCase()] = toOperationObject(operation);
  }
  return createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'Subscription billing service, simulated',
        version,
        description:
          'Paths are case-insensitive; trailing and doubled slashes are ignored. Property names are case-insensitive in ' +
          'requests and PascalCase in responses. Unset fields are left out. Lists are bare arrays with `take`, `skip` and ' +
          'the inclusive cursor `from`. Unknown properties are reported in the header `X-Sandbox-Warnings`.',
      },
      tags: Object.entries(tagDescriptions).map(([name, description]) => ({ name, description })),
      paths,
      webhooks: webhookOperations(eventCatalogue),
    },
    { override: ({ jsonSchema }) => renameExample(jsonSchema) },
  );
}

/** JSON Schema 2020-12 has `examples`; developers usually write `example`. */
function renameExample(schema: { example?: unknown; examples?: unknown[] }): void {
  if (schema.example === undefined) return;
  schema.examples = [schema.example];
  delete schema.example;
}

function toOperationObject(operation: Operation): ZodOpenApiOperationObject {
  const { method, path, tag, summary, description, json, form, streamed, bodyOptional } = operation;
  const query = queryParameters(operation);
  const body = json ?? form ?? streamed;
  const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded';
  return {
    operationId: operationId(method, path),
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    requestParams: {
      path: pathParameters(operation),
      ...(query === undefined ? {} : { query }),
      header: headerParameters(operation),
    },
    ...(body === undefined
      ? {}
      : { requestBody: { required: bodyOptional !== true, content: { [type]: { schema: body } } } }),
    responses: toResponses(operation),
    security: securitySchemes(operation),
    externalDocs: {
      description: 'Guide to its refusals',
      url: `/docs/guides/${guideAbout(operation.rules, 422, 'InvalidData')}`,
    },
  };
}

/** `postOrdersByIdCommit` */
function operationId(method: string, path: string): string {
  const words = path
    .replace(/^\/api\/v1\//, '/')
    .split(/[^A-Za-z{}]+/)
    .filter((word) => word !== '')
    .map((word) => (word.startsWith('{') ? `by${capital(word.slice(1, -1))}` : word));
  return method.toLowerCase() + words.map(capital).join('');
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function securitySchemes({ rules: { credential } }: Operation): { [scheme: string]: string[] }[] {
  if (credential === 'AccessToken') return [{ oauth2: [] }, { accessToken: [] }, { accessTokenQuery: [] }];
  if (credential === 'SelfServiceToken') return [{ selfServiceToken: [] }, { selfServiceTokenQuery: [] }];
  return [];
}
