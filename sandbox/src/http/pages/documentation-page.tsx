import type { ServiceContext } from '../env.ts';
import type { OpenApiDocument, OpenApiResponse, Operation, Parameter } from '../openapi/document-types.ts';
import type { JsonSchema } from '../openapi/schemas.ts';
import { answerPage } from './page.tsx';

/** The description of the service as a page: a group of paths, or the list of groups. It needs no script and no network. */
export function documentationPage(
  c: ServiceContext,
  document: OpenApiDocument,
  tag: string | undefined,
): Response {
  const { baseUrl } = c.env;
  const chosen = document.tags.find(({ name }) => name.toLowerCase() === tag?.toLowerCase());
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
  readonly operation: Operation;
}

function operationsOf(document: OpenApiDocument, tag: string): Listed[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

interface View {
  readonly document: OpenApiDocument;
  readonly baseUrl: string;
}

function Overview({ document, baseUrl }: View) {
  const groupUrl = (name: string) => `${baseUrl}/docs?tag=${encodeURIComponent(name)}`;
  return (
    <>
      <p>
        <Marked text={document.info.description} />
      </p>
      <p>
        Version {document.info.version}. Machines read <a href={`${baseUrl}/openapi.json`}>openapi.json</a>{' '}
        (OpenAPI 3.1).
      </p>
      <p>A token:</p>
      <Code
        text={`curl -u c00000000000000000000001:sandbox-secret -d grant_type=client_credentials ${baseUrl}/oauth/token/`}
      />
      {document.tags.map(({ name, description }) => (
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
        {Object.entries(document.webhooks).map(([event, entry]) => (
          <li>
            <code>{event}</code> {(entry as { post: { description: string } }).post.description}
          </li>
        ))}
      </ul>
    </>
  );
}

function Group({ document, baseUrl, tag }: View & { readonly tag: OpenApiDocument['tags'][number] }) {
  const { schemas } = document.components;
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
          <FieldList fields={(operation.parameters ?? []).map(parameterOf)} />
          {Object.entries(operation.requestBody?.content ?? {}).map(([type, { schema, example }]) => (
            <details>
              <summary>Body ({type})</summary>
              <FieldList fields={fieldsOf(schema, schemas, 'required')} />
              {type === 'application/json' && <Json value={example} />}
            </details>
          ))}
          {Object.entries(operation.responses).map(([status, response]) => (
            <ResponseView status={status} response={response} schemas={schemas} />
          ))}
        </section>
      ))}
    </>
  );
}

const credentialOf = ({ security }: Operation): string => {
  if (security.some((scheme) => 'accessToken' in scheme)) return 'Needs an access token.';
  return security.some((scheme) => 'selfServiceToken' in scheme)
    ? 'Needs a self-service token.'
    : 'Needs no token.';
};

/** A parameter or property as the page lists it. */
interface Listing {
  readonly name: string;
  readonly type: string;
  /** Where it stands, or whether it must. */
  readonly note: string;
  readonly meaning: string;
}

const parameterOf = ({ name, in: place, required, schema, description = '' }: Parameter): Listing => ({
  name,
  type: typeOf(schema),
  note: required ? `${place}, required` : place,
  meaning: description,
});

function ResponseView({
  status,
  response: { description, content = {} },
  schemas,
}: {
  readonly status: string;
  readonly response: OpenApiResponse;
  readonly schemas: Components;
}) {
  const parts = Object.entries(content);
  if (parts.length === 0) {
    return (
      <p>
        <code>{status}</code> <Marked text={description} />
      </p>
    );
  }
  return (
    <>
      {parts.map(([type, { schema, example }]) => (
        <details>
          <summary>
            <code>{status}</code> <Marked text={description} /> ({type})
          </summary>
          <FieldList fields={fieldsOf(schema, schemas, 'always')} />
          {example !== undefined && <Json value={example} />}
        </details>
      ))}
    </>
  );
}

type Components = OpenApiDocument['components']['schemas'];

/** The fields of a schema, those of a list's elements for a list. @param must the word for one that is never left out */
function fieldsOf(given: JsonSchema, schemas: Components, must: string): Listing[] {
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

function FieldList({ fields }: { readonly fields: readonly Listing[] }) {
  if (fields.length === 0) return null;
  return (
    <dl class="fields">
      {fields.map(({ name, type, note, meaning }) => (
        <div>
          <dt>
            <code>{name}</code> <span class="quiet">{note}</span>
          </dt>
          <dd>
            <Marked text={meaning} /> <span class="quiet">{type}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const Json = ({ value }: { readonly value: unknown }) => <Code text={JSON.stringify(value, null, 2)} />;

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
