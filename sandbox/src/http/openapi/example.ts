import type { JsonSchema } from './schemas.ts';

/** Levels below which an example shows no further objects. */
const DEEPEST = 6;

/**
 * A value that the schema allows, from the examples of its fields.
 *
 * @param all whether fields that may be left out are shown too
 */
export function exampleOf(
  schema: JsonSchema,
  components: { readonly [name: string]: JsonSchema },
  all: boolean,
): unknown {
  const make = (given: JsonSchema, depth: number, name: string): unknown => {
    const examples = given['examples'];
    if (Array.isArray(examples) && examples.length > 0) return examples[0];
    if (given['const'] !== undefined) return given['const'];
    if (given['default'] !== undefined) return given['default'];
    if (Array.isArray(given['enum'])) return given['enum'][0];
    if (typeof given['$ref'] === 'string') {
      const target = given['$ref'].replace('#/components/schemas/', '');
      return make(components[target] ?? {}, depth, name);
    }
    const options = (given['anyOf'] ?? given['oneOf']) as JsonSchema[] | undefined;
    if (options?.[0] !== undefined) return make(options[0], depth, name);
    switch (given['type']) {
      case 'object':
        return objectOf(given, depth);
      case 'array':
        return depth >= DEEPEST ? [] : [make((given['items'] ?? {}) as JsonSchema, depth + 1, name)];
      case 'number':
      case 'integer':
        return Math.max(1, Number(given['minimum'] ?? 1));
      case 'boolean':
        return false;
      case 'string':
        return given['format'] === 'date-time' ? '2026-05-22T13:33:30.9510000Z' : (texts[name] ?? name);
      default:
        return {};
    }
  };
  const objectOf = (given: JsonSchema, depth: number): object => {
    const required = (given['required'] ?? []) as string[];
    const properties = Object.entries((given['properties'] ?? {}) as Record<string, JsonSchema>);
    return Object.fromEntries(
      properties
        .filter(([name]) => required.includes(name) || (all && depth < DEEPEST - 2))
        .map(([name, property]) => [name, make(property, depth + 1, name)]),
    );
  };
  return make(schema, 0, 'text');
}

/** What texts look like that have no example of their own. */
const texts: { readonly [name: string]: string } = {
  FirstName: 'Ada',
  LastName: 'Lovelace',
  CustomerName: 'Ada Lovelace',
  RecipientName: 'Ada Lovelace',
  Holder: 'Ada Lovelace',
  EmailAddress: 'ada@example.com',
  Street: 'Musterstraße',
  HouseNumber: '1',
  PostalCode: '10115',
  City: 'Berlin',
  CardType: 'visa',
  Last4: '1111',
  CouponCode: 'WELCOME20',
  InternalName: 'Basic monthly',
  PaymentProvider: 'FakePSP',
  ExternalCustomerId: 'user-4711',
  ExternalId: 'contract-4711',
  Tag: 'user-4711',
  LineItemId: '6a10580a3c9b1f0e5d000042',
};
