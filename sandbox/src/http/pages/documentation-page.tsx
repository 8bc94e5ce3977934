import type { Child } from 'hono/jsx';
import type { oas31, oas32 } from 'zod-openapi';
import type { ServiceContext } from '../env.ts';
import { answerPage } from './page.tsx';

/** The description of the service as a page: a group of paths, or the list of groups. It needs no script and no network. */
export function documentationPage(
  c: ServiceContext,
  document: oas32.OpenAPIObject,
  tag: string | undefined,
): Response {
  const { baseUrl } = c.env;
  const chosen = document.tags?.find(({ name }) => name.toLowerCase() === tag?.toLowerCase());
  return answerPage(c, {
    title: chosen === undefined ? document.info.title : `${chosen.name}: ${document.info.title}`,
    heading: chosen === undefined ? document.info.title : chosen.name,
    notice: '',
    layout: 'wide',
    body:
      chosen === undefined ? (
        <Overview document={document} baseUrl={baseUrl} />
      ) : (
        <Group document={document} baseUrl={baseUrl} tag={chosen} />
      ),
  });
}

interface Listed {
  readonly method: string;
  readonly path: string;
  readonly operation: oas32.OperationObject;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

function operationsOf(document: oas32.OpenAPIObject, tag: string): Listed[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      if (operation?.tags?.includes(tag) !== true) return [];
      return [{ method: method.toUpperCase(), path, operation }];
    }),
  );
}

interface View {
  readonly document: oas32.OpenAPIObject;
  readonly baseUrl: string;
}

function Overview({ document, baseUrl }: View) {
  const groupUrl = (name: string) => `${baseUrl}/docs?tag=${encodeURIComponent(name)}`;
  return (
    <>
      <p>
        <Marked text={document.info.description ?? ''} />
      </p>
      <p>
        Version {document.info.version}. Machines read <a href={`${baseUrl}/openapi.json`}>openapi.json</a>{' '}
        (OpenAPI 3.1).
      </p>
      <p>A token:</p>
      <Code
        text={`curl -u c00000000000000000000001:sandbox-secret -d grant_type=client_credentials ${baseUrl}/oauth/token/`}
      />
      {document.tags?.map(({ name, description }) => (
        <>
          <h2>
            <a href={groupUrl(name)}>{name}</a>
          </h2>
          <p class="quiet">{description}</p>
          <ul class="operations">
            {operationsOf(document, name).map(({ method, path, operation }) => (
              <li>
                <a href={`${groupUrl(name)}#${operation.operationId}`}>
                  <code>
                    {method} {path}
                  </code>
                </a>{' '}
                {operation.summary}
              </li>
            ))}
          </ul>
        </>
      ))}
      <h2>Webhooks</h2>
      <ul class="operations">
        {Object.entries(document.webhooks ?? {}).map(([event, { post }]) => (
          <li>
            <code>{event}</code> {post?.description}
          </li>
        ))}
      </ul>
    </>
  );
}

function Group({ document, baseUrl, tag }: View & { readonly tag: oas32.TagObject }) {
  const schemas = (document.components?.schemas ?? {}) as Schemas;
  return (
    <>
      <p>
        <a href={`${baseUrl}/docs`}>All groups</a>
      </p>
      <p>{tag.description}</p>
      {operationsOf(document, tag.name).map(({ method, path, operation }) => (
        <section id={operation.operationId}>
          <h2>
            <code>
              {method} {path}
            </code>
          </h2>
          <p>
            <strong>{operation.summary}.</strong> <Marked text={operation.description ?? ''} />
          </p>
          <p class="quiet">{credentialOf(operation)}</p>
          <Parameters operation={operation} />
          {contentsOf(operation.requestBody).map(([type, schema]) => (
            <details>
              <summary>Body ({type})</summary>
              <Fields schema={schema} schemas={schemas} must="required" />
            </details>
          ))}
          {Object.entries(operation.responses ?? {}).map(([status, response]) => (
            <Answer status={status} response={response} schemas={schemas} />
          ))}
        </section>
      ))}
    </>
  );
}

const credentialOf = ({ security = [] }: oas32.OperationObject): string => {
  if (security.some((scheme) => 'accessToken' in scheme)) return 'Needs an access token.';
  return security.some((scheme) => 'selfServiceToken' in scheme)
    ? 'Needs a self-service token.'
    : 'Needs no token.';
};

/** Content types of a body, each with its schema. */
function contentsOf(holder: { content?: oas32.ContentObject } | oas32.ReferenceObject = {}) {
  const content = 'content' in holder ? (holder.content ?? {}) : {};
  return Object.entries(content).map(
    ([type, media]) => [type, ('schema' in media ? media.schema : {}) as Schema] as const,
  );
}

function Parameters({ operation: { parameters = [] } }: { readonly operation: oas32.OperationObject }) {
  const own = parameters.filter((parameter) => 'name' in parameter);
  if (own.length === 0) return null;
  return (
    <dl class="fields">
      {own.map(({ name, in: place, required, schema = {}, description }) => (
        <Field
          name={name}
          note={required === true ? `${place}, required` : place}
          schema={schema as Schema}
          meaning={description}
        />
      ))}
    </dl>
  );
}

interface Answered {
  readonly status: string;
  readonly response: oas32.ResponseObject;
  readonly schemas: Schemas;
}

function Answer({ status, response, schemas }: Answered) {
  const { description = '' } = response;
  const contents = contentsOf(response);
  if (contents.length === 0) {
    return (
      <p>
        <code>{status}</code> <Marked text={description} />
      </p>
    );
  }
  return (
    <>
      {contents.map(([type, schema]) => (
        <details>
          <summary>
            <code>{status}</code> <Marked text={description} /> ({type})
          </summary>
          <Fields schema={schema} schemas={schemas} must="always" />
        </details>
      ))}
    </>
  );
}

/** None of ours is just `true` or `false`, which the library's type allows. */
type Schema = oas31.SchemaObject | oas31.ReferenceObject;
type Schemas = oas31.SchemasObject;

/** Levels of objects within objects that the page shows. */
const MAX_DEPTH = 4;

interface FieldsView {
  readonly schema: Schema;
  readonly schemas: Schemas;
  /** The word for a field that is never left out. */
  readonly must: string;
  readonly depth?: number;
}

/** The fields of a schema, each with the fields of its own. */
function Fields({ schema, schemas, must, depth = 0 }: FieldsView) {
  const { properties = {}, required = [] } = objectOf(schema, schemas);
  const fields = Object.entries(properties);
  if (fields.length === 0 || depth > MAX_DEPTH) return null;
  return (
    <dl class="fields">
      {fields.map(([name, property]) => (
        <Field
          name={name}
          note={required.includes(name) ? must : ''}
          schema={property}
          meaning={property.description ?? resolved(property, schemas).description}
        >
          {objectOf(property, schemas).properties !== undefined && depth < MAX_DEPTH && (
            <details>
              <summary>{typeOf(property)}</summary>
              <Fields schema={property} schemas={schemas} must={must} depth={depth + 1} />
            </details>
          )}
        </Field>
      ))}
    </dl>
  );
}

function resolved(schema: Schema, schemas: Schemas): oas31.SchemaObject {
  if (schema.$ref === undefined) return schema as oas31.SchemaObject;
  return schemas[schema.$ref.replace('#/components/schemas/', '')] ?? {};
}

/** What has the fields: the elements of a list, the first of several forms. */
function objectOf(schema: Schema, schemas: Schemas): oas31.SchemaObject {
  const found = resolved(schema, schemas);
  const inner = found.items ?? found.anyOf?.[0] ?? found.oneOf?.[0];
  return inner === undefined ? found : objectOf(inner, schemas);
}

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.replace('#/components/schemas/', '');
  const { type, enum: values, items, const: only, anyOf } = schema as oas31.SchemaObject;
  if (only !== undefined) return JSON.stringify(only);
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (anyOf !== undefined) return anyOf.map(typeOf).join(' | ');
  if (type === 'array') return `array of ${typeOf(items ?? {})}`;
  return String(type ?? 'any');
}

interface FieldView {
  readonly name: string;
  /** Where it stands, or whether it must. */
  readonly note: string;
  readonly schema: Schema;
  readonly meaning: string | undefined;
  readonly children?: Child;
}

function Field({ name, note, schema, meaning = '', children }: FieldView) {
  const [example] = (schema as oas31.SchemaObject).examples ?? [];
  return (
    <div>
      <dt>
        <code>{name}</code> <span class="quiet">{note}</span>
      </dt>
      <dd>
        <Marked text={meaning} /> <span class="quiet">{typeOf(schema)}</span>
        {example !== undefined && (
          <>
            {' '}
            <code>{JSON.stringify(example)}</code>
          </>
        )}
        {children}
      </dd>
    </div>
  );
}

const Code = ({ text }: { readonly text: string }) => (
  // What scrolls must be reachable by keyboard.
  <pre tabindex={0}>
    <code>{text}</code>
  </pre>
);

/** Text with `code` in it. */
const Marked = ({ text }: { readonly text: string }) => (
  <>{text.split('`').map((part, at) => (at % 2 === 1 ? <code>{part}</code> : part))}</>
);
