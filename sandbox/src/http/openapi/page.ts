import { html } from 'hono/html';
import { type Html, pageReply } from '../pages/page.ts';
import type { Reply } from '../reply.ts';
import type { OpenApiDocument, OpenApiResponse, Operation, Parameter } from './document-types.ts';
import type { JsonSchema } from './schemas.ts';

/** The description of the service as a page: a group of paths, or the list of groups. It needs no script and no network. */
export function documentationPage(document: OpenApiDocument, tag: string | undefined): Promise<Reply> {
  const baseUrl = document.servers[0]?.url ?? '';
  const chosen = document.tags.find(({ name }) => name.toLowerCase() === tag?.toLowerCase());
  return pageReply({
    title: chosen === undefined ? document.info.title : `${chosen.name}: ${document.info.title}`,
    heading: chosen === undefined ? document.info.title : chosen.name,
    notice: '',
    layout: 'wide',
    baseUrl,
    body: chosen === undefined ? overview(document, baseUrl) : group(document, baseUrl, chosen),
  });
}

interface Listed {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

function operationsOf(document: OpenApiDocument, tag: string): Listed[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

function overview(document: OpenApiDocument, baseUrl: string): Html {
  return html`<p>${marked(document.info.description)}</p>
<p>Version ${document.info.version}. Machines read <a href="${baseUrl}/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<p>A token:</p>
<pre tabindex="0"><code>curl -u c00000000000000000000001:sandbox-secret -d grant_type=client_credentials ${baseUrl}/oauth/token/</code></pre>
${document.tags.map(
  ({
    name,
    description,
  }) => html`<h2><a href="${baseUrl}/docs?tag=${encodeURIComponent(name)}">${name}</a></h2>
<p class="quiet">${description}</p>
<ul class="operations">${operationsOf(document, name).map(
    ({ method, path, operation }) =>
      html`<li><a href="${baseUrl}/docs?tag=${encodeURIComponent(name)}#${operation.operationId}"><code>${method} ${path}</code></a> ${operation.summary}</li>`,
  )}</ul>`,
)}
<h2>Webhooks</h2>
<ul class="operations">${Object.entries(document.webhooks).map(
    ([event, entry]) =>
      html`<li><code>${event}</code> ${(entry as { post: { description: string } }).post.description}</li>`,
  )}</ul>`;
}

function group(
  document: OpenApiDocument,
  baseUrl: string,
  tag: { readonly name: string; readonly description: string },
): Html {
  const schemas = document.components.schemas;
  return html`<p><a href="${baseUrl}/docs">All groups</a></p>
<p>${tag.description}</p>
${operationsOf(document, tag.name).map(
  ({ method, path, operation }) => html`<section id="${operation.operationId}">
<h2><code>${method} ${path}</code></h2>
<p><strong>${operation.summary}.</strong> ${marked(operation.description ?? '')}</p>
<p class="quiet">${credentialOf(operation)}</p>
${fieldList((operation.parameters ?? []).map(parameterOf))}
${operation.requestBody === undefined ? '' : bodyOf(operation.requestBody.content, schemas)}
${Object.entries(operation.responses).map(([status, response]) => responseOf(status, response, schemas))}
</section>`,
)}`;
}

const credentialOf = ({ security }: Operation): string => {
  if (security.some((scheme) => 'accessToken' in scheme)) return 'Needs an access token.';
  return security.some((scheme) => 'selfServiceToken' in scheme)
    ? 'Needs a self-service token.'
    : 'Needs no token.';
};

/** A parameter or property as the page lists it. */
interface Field {
  readonly name: string;
  readonly type: string;
  /** Where it stands, or whether it must. */
  readonly note: string;
  readonly meaning: string;
}

const parameterOf = ({ name, in: place, required, schema, description = '' }: Parameter): Field => ({
  name,
  type: typeOf(schema),
  note: required ? `${place}, required` : place,
  meaning: description,
});

function bodyOf(content: NonNullable<Operation['requestBody']>['content'], schemas: Components): Html {
  return html`${Object.entries(content).map(
    ([type, { schema, example }]) => html`<details><summary>Body (${type})</summary>
${fieldList(fieldsOf(schema, schemas, 'required'))}
${type === 'application/json' ? code(example) : ''}</details>`,
  )}`;
}

function responseOf(
  status: string,
  { description, content = {} }: OpenApiResponse,
  schemas: Components,
): Html {
  const parts = Object.entries(content);
  if (parts.length === 0) return html`<p><code>${status}</code> ${marked(description)}</p>`;
  return html`${parts.map(
    ([
      type,
      { schema, example },
    ]) => html`<details><summary><code>${status}</code> ${marked(description)} (${type})</summary>
${fieldList(fieldsOf(schema, schemas, 'always'))}
${example === undefined ? '' : code(example)}</details>`,
  )}`;
}

type Components = OpenApiDocument['components']['schemas'];

/** The fields of a schema, those of a list's elements for a list. @param must the word for one that is never left out */
function fieldsOf(given: JsonSchema, schemas: Components, must: string): Field[] {
  const schema = resolved(given, schemas);
  if (schema['type'] === 'array') return fieldsOf((schema['items'] ?? {}) as JsonSchema, schemas, must);
  const options = (schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined;
  if (options?.[0] !== undefined) return fieldsOf(options[0], schemas, must);
  const required = (schema['required'] ?? []) as string[];
  return Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>).map(
    ([name, property]) => ({
      name,
      type: typeOf(property),
      note: required.includes(name) ? must : '',
      meaning: String(property['description'] ?? resolved(property, schemas)['description'] ?? ''),
    }),
  );
}

function resolved(schema: JsonSchema, schemas: Components): JsonSchema {
  const { $ref } = schema as { $ref?: string };
  return $ref === undefined ? schema : (schemas[$ref.replace('#/components/schemas/', '')] ?? {});
}

function typeOf(schema: JsonSchema): string {
  const {
    $ref,
    type,
    enum: values,
    items,
    const: only,
  } = schema as {
    $ref?: string;
    type?: string;
    enum?: unknown[];
    items?: JsonSchema;
    const?: unknown;
  };
  if ($ref !== undefined) return $ref.replace('#/components/schemas/', '');
  if (only !== undefined) return JSON.stringify(only);
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (type === 'array') return `array of ${typeOf(items ?? {})}`;
  return type ?? 'any';
}

function fieldList(fields: readonly Field[]): Html | '' {
  if (fields.length === 0) return '';
  return html`<dl class="fields">${fields.map(
    ({ name, type, note, meaning }) =>
      html`<div><dt><code>${name}</code> <span class="quiet">${note}</span></dt><dd>${marked(meaning)} <span class="quiet">${type}</span></dd></div>`,
  )}</dl>`;
}

const code = (value: unknown): Html =>
  html`<pre tabindex="0"><code>${JSON.stringify(value, null, 2)}</code></pre>`;

/** Text with `code` in it. */
const marked = (text: string): Html =>
  html`${text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`;
