import type { oas31 } from 'zod-openapi';
import { exampleBody } from '../openapi/example-body.ts';
import {
  type ListedOperation,
  listedOperations,
  type OperationParts,
  operationParts,
} from '../openapi/listed-operations.ts';
import type { ServiceContext } from '../zones/env.ts';
import { answerDocumentation } from './documentation-layout.tsx';
import { answerPage } from './page.tsx';

/**
 * The description of the service as a page: a group of paths, or the list of groups. It is readable without scripts; with
 * the documentation's script, each path can be tried.
 * @param isWithGuides false if the sandbox has no files, and so neither guides nor that script
 */
export function apiReferencePage(
  c: ServiceContext,
  document: oas31.OpenAPIObject,
  tag: string | undefined,
  isWithGuides: boolean,
): Response {
  const { baseUrl } = c.env;
  const chosen = document.tags?.find(({ name }) => name.toLowerCase() === tag?.toLowerCase());
  const title = chosen === undefined ? document.info.title : `${chosen.name}: ${document.info.title}`;
  const heading = chosen?.name ?? document.info.title;
  const body =
    chosen === undefined ? (
      <Overview document={document} baseUrl={baseUrl} />
    ) : (
      <Group document={document} baseUrl={baseUrl} tag={chosen} />
    );
  if (!isWithGuides) return answerPage(c, { title, heading, notice: '', layout: 'wide', body });
  return answerDocumentation(c, {
    title,
    document,
    part: 'reference',
    tag: chosen?.name,
    body: (
      <article class="reference" data-base={baseUrl}>
        <h1>{heading}</h1>
        {body}
      </article>
    ),
  });
}

interface View {
  readonly document: oas31.OpenAPIObject;
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
            {listedOperations(document, name).map(({ method, path, operation }) => (
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
      <h2>Refusals</h2>
      <p class="quiet">Every refusal is a Problem, whatever its status.</p>
      <SchemaList document={document} names={['Problem']} />
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

function Group({ document, baseUrl, tag }: View & { readonly tag: oas31.TagObject }) {
  const operations = listedOperations(document, tag.name).map((listed) => ({
    ...listed,
    ...operationParts(document, listed.operation),
  }));
  return (
    <>
      <p>
        <a href={`${baseUrl}/docs`}>All groups</a>
      </p>
      <p>{tag.description}</p>
      {operations.map(({ method, path, operation, parameters, answers }) => (
        <section
          id={operation.operationId}
          data-method={method}
          data-path={path}
          data-body={sampleBody(document, operation)}
        >
          <h2>
            <code>
              {method} {path}
            </code>
          </h2>
          <p>
            <strong>{operation.summary}.</strong> <Marked text={operation.description ?? ''} />
          </p>
          <p class="quiet">
            {credentialText(operation)} <a href={operation.externalDocs?.url}>Guide</a>
          </p>
          <Parameters parameters={parameters} />
          {listContents(operation.requestBody).map(([type, schema]) => (
            <details>
              <summary>Body ({type})</summary>
              <Body schema={schema} must="required" />
            </details>
          ))}
          {answers.map((answer) => (
            <Answer {...answer} />
          ))}
        </section>
      ))}
      <SchemaList document={document} names={namesIn(operations.map(successResponses))} />
    </>
  );
}

/** Returns the parts of an operation that the page shows; rejections are in the overview. */
function successResponses({ operation: { requestBody, responses = {} } }: ListedOperation): unknown {
  return [requestBody, Object.entries(responses).filter(([status]) => Number(status) < 400)];
}

const credentialText = ({ security = [] }: oas31.OperationObject): string => {
  if (security.some((scheme) => 'accessToken' in scheme)) return 'Needs an access token.';
  return security.some((scheme) => 'selfServiceToken' in scheme)
    ? 'Needs a self-service token.'
    : 'Needs no token.';
};

/** An example body to start from, as text; none if the operation accepts no body, or no JSON. */
function sampleBody(
  document: oas31.OpenAPIObject,
  { requestBody }: oas31.OperationObject,
): string | undefined {
  const schema = Object.fromEntries(listContents(requestBody))['application/json'];
  return schema && JSON.stringify(exampleBody(schema, document.components?.schemas), undefined, 2);
}

/** Content types of a body, each with its schema. */
function listContents(holder: { content?: oas31.ContentObject } | oas31.ReferenceObject = {}) {
  const content = 'content' in holder ? (holder.content ?? {}) : {};
  return Object.entries(content).map(
    ([type, media]) => [type, ('schema' in media ? media.schema : {}) as Schema] as const,
  );
}

function Parameters({ parameters }: Pick<OperationParts, 'parameters'>) {
  if (parameters.length === 0) return null;
  return (
    <dl class="fields">
      {parameters.map(({ name, in: place, required, schema = {}, description }) => (
        <Field
          name={name}
          note={required === true ? `${place}, required` : place}
          schema={schema as Schema}
          meaning={description}
          place={place}
        />
      ))}
    </dl>
  );
}

function Answer({ status, response }: OperationParts['answers'][number]) {
  const { description = '' } = response;
  // Every rejection has the fields that the overview lists.
  const contents = Number(status) >= 400 ? [] : listContents(response);
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
          <Body schema={schema} must="always" />
        </details>
      ))}
    </>
  );
}

/** No schema is just `true` or `false`, which the library's type allows. */
type Schema = oas31.SchemaObject | oas31.ReferenceObject;
type Schemas = oas31.SchemasObject;

const schemaName = ($ref: string) => $ref.replace('#/components/schemas/', '');

/** Names of the referenced schemas. */
function namesIn(value: unknown): string[] {
  const found = JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g);
  return [...new Set([...found].map(([, name = '']) => name))];
}

/** The schemas of these names and those that they refer to, each once. */
function SchemaList({ document, names }: Pick<View, 'document'> & { readonly names: readonly string[] }) {
  const schemas = (document.components?.schemas ?? {}) as Schemas;
  const all = new Set(names);
  for (const name of all) for (const inner of namesIn(schemas[name])) all.add(inner);
  return (
    <>
      {[...all].sort().map((name) => (
        <section id={`schema-${name}`}>
          <h2>{name}</h2>
          <p>
            <Marked text={schemas[name]?.description ?? ''} />
          </p>
          <Fields schema={schemas[name] ?? {}} must="always" />
        </section>
      ))}
    </>
  );
}

interface SchemaView {
  readonly schema: Schema;
  /** The label of a field that is never omitted. */
  readonly must: string;
}

/** Shows the type of a body: a named schema, or its own fields. */
function Body({ schema, must }: SchemaView) {
  return (
    <>
      <p>
        <TypeName schema={schema} />
      </p>
      <Fields schema={schema} must={must} />
    </>
  );
}

function Fields({ schema, must }: SchemaView) {
  const { properties = {}, required = [] } = schema as oas31.SchemaObject;
  const fields = Object.entries(properties);
  if (fields.length === 0) return null;
  return (
    <dl class="fields">
      {fields.map(([name, property]) => (
        <Field
          name={name}
          note={required.includes(name) ? must : ''}
          schema={property}
          meaning={property.description}
        />
      ))}
    </dl>
  );
}

/** The type of a value; a named schema is a link to it. */
function TypeName({ schema }: { readonly schema: Schema }) {
  if (schema.$ref !== undefined) {
    const name = schemaName(schema.$ref);
    return <a href={`#schema-${name}`}>{name}</a>;
  }
  const { type, enum: values, items, const: only, anyOf } = schema as oas31.SchemaObject;
  if (only !== undefined) return <>{JSON.stringify(only)}</>;
  if (values !== undefined) return <>{values.map((value) => JSON.stringify(value)).join(' | ')}</>;
  if (items !== undefined) {
    return (
      <>
        array of <TypeName schema={items} />
      </>
    );
  }
  if (anyOf === undefined) return <>{String(type ?? 'any')}</>;
  return (
    <>
      {anyOf.map((option, at) => (
        <>
          {at > 0 && ' or '}
          <TypeName schema={option} />
        </>
      ))}
    </>
  );
}

interface FieldView {
  readonly name: string;
  /** The parameter's location, or whether it is required. */
  readonly note: string;
  readonly schema: Schema;
  readonly meaning: string | undefined;
  /** The location of a parameter. */
  readonly place?: string;
}

function Field({ name, note, schema, meaning = '', place }: FieldView) {
  const [example] = (schema as oas31.SchemaObject).examples ?? [];
  return (
    <div data-parameter={place && name} data-in={place}>
      <dt>
        <code>{name}</code> <span class="quiet">{note}</span>
      </dt>
      <dd>
        <Marked text={meaning} />{' '}
        <span class="quiet">
          <TypeName schema={schema} />
        </span>{' '}
        {example !== undefined && <code>{JSON.stringify(example)}</code>}
      </dd>
    </div>
  );
}

const Code = ({ text }: { readonly text: string }) => (
  // A scrollable element must be reachable by keyboard.
  <pre tabindex={0}>
    <code>{text}</code>
  </pre>
);

/** Text with `code` in it. */
const Marked = ({ text }: { readonly text: string }) => (
  <>{text.split('`').map((part, at) => (at % 2 === 1 ? <code>{part}</code> : part))}</>
);
