import type { oas31 } from 'zod-openapi';
import { allOperations, type ListedOperation, operationParts } from './listed-operations.ts';

type Schema = oas31.SchemaObject | oas31.ReferenceObject;

/** Groups of pages and assets for browsers, which no program calls. */
const FOR_BROWSERS = ['ClientLib', 'Pages', 'Documentation', 'Simulated providers', 'Simulated stores'];

/** Operations that programs call, each with a text under its `operationId`. */
export const describedOperations = (document: oas31.OpenAPIObject): ListedOperation[] =>
  allOperations(document).filter(
    ({ operation: { tags = [] } }) => !tags.some((tag) => FOR_BROWSERS.includes(tag)),
  );

/** The list of all operations as Markdown. */
export function operationList(operations: readonly ListedOperation[]): string {
  const lines = operations.map(
    ({ method, path, operation }) =>
      `- [${method} ${path}](${operation.operationId}.md): ${operation.summary}`,
  );
  return `# Operations\n\n${lines.join('\n')}\n`;
}

/** An operation as Markdown: the top level of its body, then a section for each nested object, then its response. */
export function operationText(
  document: oas31.OpenAPIObject,
  { method, path, operation }: ListedOperation,
): string {
  const { parameters, answers } = operationParts(document, operation);
  const query = parameters.filter((one) => one.in === 'query');
  const body = operation.requestBody as oas31.RequestBodyObject | undefined;
  const [type = '', { schema = undefined } = {}] = Object.entries(body?.content ?? {})[0] ?? [];
  const sections = [
    `# ${method} ${path}`,
    [operation.summary, operation.description].filter(Boolean).join('. '),
    ...(query.length === 0
      ? []
      : ['## Query', query.map((one) => propertyLine(document, one.name, one.schema ?? {}, one)).join('\n')]),
    ...(schema === undefined
      ? []
      : [`## Body${type.includes('json') ? '' : ` (${type})`}`, ...objectText(document, schema, '')]),
    ...answers.flatMap(({ status, response }) => {
      const answer = Object.values(response.content ?? {})[0]?.schema;
      if (!status.startsWith('2') || answer === undefined) return [];
      return [`## Answer ${status}`, fieldsText(document, answer)];
    }),
  ];
  return `${sections.join('\n\n')}\n`;
}

/** The fields of an object, and those of each nested object under a heading with its path. */
function objectText(
  document: oas31.OpenAPIObject,
  schema: Schema,
  place: string,
  above: readonly object[] = [],
): string[] {
  const { properties = {} } = followed(document, schema).object;
  const parts = Object.entries(properties).flatMap(([name, value]) => {
    const { object } = followed(document, value);
    if (object.properties === undefined || above.includes(object)) return [];
    const inner = place === '' ? name : `${place}.${name}`;
    return [`### ${inner}`, ...objectText(document, value, inner, [...above, object])];
  });
  return [fieldsText(document, schema), ...parts];
}

function fieldsText(document: oas31.OpenAPIObject, schema: Schema): string {
  const { object, isList } = followed(document, schema);
  const { properties, required = [] } = object;
  if (properties === undefined) return `${typeText(document, schema)}.`;
  const fields = Object.entries(properties).map(([name, value]) =>
    propertyLine(document, name, value, { required: required.includes(name) }),
  );
  const isEither = 'anyOf' in schema;
  return [
    ...(isEither ? ['One of these, or a list of them:\n'] : isList ? ['A list of:\n'] : []),
    ...fields,
  ].join('\n');
}

function propertyLine(
  document: oas31.OpenAPIObject,
  name: string,
  schema: Schema,
  { required = false, description }: { readonly required?: boolean; readonly description?: string },
): string {
  const text = description ?? schema.description ?? followed(document, schema).object.description ?? '';
  return `- \`${name}\`${required ? ' (required)' : ''}: ${typeText(document, schema)}${text === '' ? '' : `. ${text.replace(/\s+/g, ' ')}`}`;
}

/** Maximum number of enumeration values to show. */
const VALUES = 20;

function typeText(document: oas31.OpenAPIObject, schema: Schema): string {
  const { object, isList } = followed(document, schema);
  const { enum: values, const: constant, properties, anyOf, type = 'any' } = object;
  const name =
    values !== undefined
      ? `${values.slice(0, VALUES).join(' | ')}${values.length > VALUES ? ' | …' : ''}`
      : constant !== undefined
        ? JSON.stringify(constant)
        : properties === undefined && anyOf !== undefined
          ? anyOf.map((one) => typeText(document, one)).join(' | ')
          : [type].flat().join(' | ');
  return isList ? `list of ${name}` : name;
}

/** The schema that a reference, a list or the first of several alternatives refers to. */
function followed(
  document: oas31.OpenAPIObject,
  schema: Schema,
): { readonly object: oas31.SchemaObject; readonly isList: boolean } {
  if ('$ref' in schema) {
    const target = document.components?.schemas?.[schema.$ref.split('/').at(-1) ?? ''];
    return target === undefined ? { object: {}, isList: false } : followed(document, target);
  }
  // A tuple has no items of one kind.
  if (schema.type === 'array' && typeof schema.items === 'object')
    return { object: followed(document, schema.items).object, isList: true };
  const [first] = schema.anyOf ?? [];
  const inner = first === undefined ? undefined : followed(document, first).object;
  return { object: inner?.properties === undefined ? schema : inner, isList: false };
}
