// What the service promises without a word of explanation: every operation with its credential, input and answers, every field of
// every schema with its type and limits, the configuration file. A field that gets lost, another limit, a value that leaves a list
// or a refusal that is no longer named shows as one changed line. After an intended change:
//   npx vitest run --project unit test/sandbox/service/http/surface.test.ts --update
import { expect, it } from 'vitest';
import { createSandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { openApiDocument } from '../../../openapi-document.ts';
import { followed } from '../../openapi-references.ts';

type Json = { readonly [name: string]: unknown };

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What explains: for people, and read by them. */
const explanations = new Set(['description', 'example', 'examples', 'title', 'deprecated', '$schema', '$id']);

/** A schema in one line, without what explains it. */
function oneLine(schema: unknown): string {
  if (Array.isArray(schema)) return `[${schema.map(oneLine).join(', ')}]`;
  if (!isObject(schema)) return JSON.stringify(schema);
  if (typeof schema['$ref'] === 'string') return schema['$ref'].split('/').at(-1) as string;
  const parts = Object.entries(schema).filter(([name]) => !explanations.has(name));
  return `{${parts.map(([name, value]) => `${name}: ${name === 'properties' ? fieldsInLine(value as Json) : oneLine(value)}`).join(', ')}}`;
}

/** Fields may have the name of an explanation. */
const fieldsInLine = (fields: Json) =>
  `{${Object.entries(fields)
    .map(([name, field]) => `${name}: ${oneLine(field)}`)
    .join(', ')}}`;

/** A schema in lines: one for each field, those of an object in it below it. */
function lines(name: string, schema: Json, indent = ''): string[] {
  const list = isObject(schema['items']) && schema['type'] === 'array' ? schema['items'] : undefined;
  const { properties, required = [], ...rest } = list ?? schema;
  if (!isObject(properties)) return [`${indent}${name}: ${oneLine(schema)}`];
  const fields = Object.entries(properties).flatMap(([field, its]) =>
    lines(`${field}${(required as string[]).includes(field) ? '' : '?'}`, its as Json, `${indent}  `),
  );
  const whole = list === undefined ? rest : { ...schema, items: rest };
  return [`${indent}${name}: ${oneLine(whole)}`, ...fields];
}

/** The schema of a body, by media type. */
const body = ({ content = {} }: { readonly content?: object }) =>
  Object.entries(content)
    .map(([type, { schema = {} }]: [string, { schema?: unknown }]) => `${type} ${oneLine(schema)}`)
    .join(' or ');

function operations(): string[] {
  const document = openApiDocument;
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const { requestBody, security } = operation as {
        requestBody?: { readonly required?: boolean; readonly content?: object };
        security?: readonly object[];
      };
      const credentials = (security ?? []).map((one) => Object.keys(one).join('+') || 'none').join(', ');
      const answers = Object.entries(operation.responses);
      const refused = answers.filter(([status]) => Number(status) >= 400).map(([status]) => status);
      return [
        `${method.toUpperCase()} ${path} (${operation.operationId}; ${credentials})`,
        ...(operation.parameters ?? []).map((one) => {
          const { name, in: place, required, schema } = followed(document, one) as unknown as Json;
          return `  ${place} ${name}${required === true ? '' : '?'}: ${oneLine(schema)}`;
        }),
        ...(requestBody === undefined
          ? []
          : [`  body${requestBody.required === true ? '' : '?'}: ${body(followed(document, requestBody))}`]),
        ...answers
          .filter(([status]) => Number(status) < 400)
          .map(([status, answer]) => `  ${status}: ${body(followed(document, answer))}`.trimEnd()),
        `  refusals: ${refused.join(' ')}`,
      ];
    }),
  );
}

it('the operations, their input and their answers are the reviewed ones', async () => {
  await expect(`${operations().join('\n')}\n`).toMatchFileSnapshot('./files/operations.txt');
});

it('the fields of each webhook are texts, and the days of an escalation a number', () => {
  const fields = Object.values(openApiDocument.webhooks).flatMap((one) => {
    const { requestBody } = (one as { post: { requestBody: { content: Json } } }).post;
    const { schema } = requestBody.content['application/json'] as { schema: { properties: Json } };
    return Object.entries(schema.properties).map(([name, field]) => [name, (field as Json)['type']]);
  });
  expect(fields.length).toBeGreaterThan(100);
  expect(
    fields.filter(([name, type]) => (name === 'TriggerDays' ? type !== 'number' : type !== 'string')),
  ).toEqual([]);
});

it('the schemas, their fields and limits are the reviewed ones', async () => {
  const schemas = Object.entries(openApiDocument.components.schemas as Record<string, Json>);
  const text = schemas.flatMap(([name, schema]) => lines(name, schema)).join('\n');
  await expect(`${text}\n`).toMatchFileSnapshot('./files/schemas.txt');
});

it('the refusals, their codes and examples are the reviewed ones', async () => {
  const all = Object.entries((openApiDocument.components as { responses?: object }).responses ?? {});
  expect(all.length).toBeGreaterThan(10);
  const text = all.map(([name, answer]) => `${name}: ${JSON.stringify(answer, undefined, 1)}`).join('\n');
  await expect(`${text}\n`).toMatchFileSnapshot('./files/refusals.txt');
});

it('the fields of the configuration file are the reviewed ones', async () => {
  const sandbox = createSandbox();
  const answer = await sandbox.fetch('http://sandbox/configuration.schema.json');
  sandbox.close();
  const { $defs = {}, ...whole } = (await answer.json()) as Json & { $defs?: Record<string, Json> };
  const text = Object.entries({ Configuration: whole, ...$defs }).flatMap(([name, one]) => lines(name, one));
  await expect(`${text.join('\n')}\n`).toMatchFileSnapshot('./files/configuration.txt');
});

const described = [
  'getOrders',
  'postOrders',
  'patchCustomersById',
  'getContractsByIdPreviewNextRecurring',
  'postOauthToken',
  'postSandboxFaults',
  'getSandboxAttention',
  'putSandboxStoresByTypeFault',
];

it('the texts of operations for programs that read them are the reviewed ones', async () => {
  const sandbox = createSandbox();
  const texts = await Promise.all(
    ['index', ...described].map(async (name) => {
      const answer = await sandbox.fetch(`http://sandbox/docs/api/${name}.md`);
      return `${name}: ${answer.status} ${answer.headers.get('Content-Type')}\n\n${await answer.text()}`;
    }),
  );
  sandbox.close();
  await expect(texts.join('\n')).toMatchFileSnapshot('./files/operation-texts.txt');
});

it('the page of a group of operations is the reviewed one', async () => {
  const sandbox = createSandbox();
  const headers = { Accept: 'text/html' };
  const texts = await Promise.all(
    ['OAuth', 'Invoices'].map(async (tag) => {
      const answer = await sandbox.fetch(`http://sandbox/docs?tag=${tag}`, { headers });
      const [, article = ''] = /<main[^>]*>(.*)<\/main>/s.exec(await answer.text()) ?? [];
      return `${tag}: ${answer.status}\n${article.replaceAll('><', '>\n<')}`;
    }),
  );
  sandbox.close();
  await expect(`${texts.join('\n')}\n`).toMatchFileSnapshot('./files/operation-pages.txt');
});
