import { sample } from 'openapi-sampler';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { isComplete, some } from '../../../properties.ts';
import { parametersOf } from '../../openapi-references.ts';
import type { JsonSchema, OpenApiDocument } from '../../openapi-types.ts';
import { type Api, backEnd, newContract, newSandbox } from './service.ts';

let sandbox: Sandbox;
let api: Api;
let document: OpenApiDocument;
let ids: Record<string, string>;
let selfServiceToken: string;

beforeAll(async () => {
  sandbox = newSandbox({
    config: { Account: { RateLimit: { Requests: 1e9, TokenRequests: 1e9, WindowSeconds: 60 } } },
  });
  api = await backEnd(sandbox);
  document = (await api('GET', '/openapi.json')).body;
  const contract = await newContract(api, { Cart: { PlanVariantId: 'b00000000000000000000003' } });
  const order = await api('POST', 'orders', {
    Customer: { FirstName: 'Grace' },
    Cart: { PlanVariantId: 'b00000000000000000000001' },
  });
  const component = await api('POST', `contracts/${contract.Id}/componentSubscriptions`, {
    ComponentId: 'd00000000000000000000001',
    Quantity: 1,
  });
  selfServiceToken = (await api('GET', `contracts/${contract.Id}/selfServiceToken`)).body.Token;
  ids = {
    orders: order.body.Id,
    customers: contract.CustomerId,
    contracts: contract.Id,
    componentSubscriptions: component.body.Id,
    planGroups: 'a10000000000000000000001',
    plans: 'b10000000000000000000001',
    planVariants: 'b00000000000000000000001',
    components: 'd00000000000000000000001',
    discounts: 'f10000000000000000000001',
    coupons: 'f00000000000000000000001',
    taxPolicies: 'e00000000000000000000001',
  };
});

/** What can never be meant, by what is wanted. What is converted without a loss: wire/tolerance.test.ts. */
const hostile: { readonly [type: string]: readonly string[] } = {
  string: ['12345678901234567890', '{}', '["x"]', 'true', '"\\u0000"', '"a\\u001bb"', '"\\ud800"'],
  number: ['"NaN"', '"1e3"', '1e400', '-1e308', '1e308', '{}', 'true'],
  integer: ['"NaN"', '1e400', '1.5', '-1', '1e308'],
  boolean: ['"yes"', '1', '{}'],
  array: ['{}', '"x"', '[null]', '[{"__proto__":{}}]', '{"length":1e9}'],
  object: [
    '[1]',
    '"x"',
    '5',
    '{"__proto__":{"admin":true}}',
    '{"constructor":{}}',
    '{"x":"\\u0000"}',
    nested(64),
  ],
};

/** Whole bodies that are no object of any schema. */
const roots = [
  'null',
  '"x"',
  '5',
  'NaN',
  '{',
  '{"a":1}}',
  '\u0000',
  '{"__proto__":{"x":1}}',
  nested(5000),
  '[]'.repeat(3),
];

function nested(depth: number): string {
  return `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
}

interface Target {
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly token?: string;
  readonly schema: JsonSchema;
  readonly example: unknown;
}

function targets(): Target[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const content = operation.requestBody?.content['application/json'];
      if (content === undefined || !path.startsWith('/api/v1/')) return [];
      const kind = path.split('/')[3] as string;
      const filled = path.replace('{id}', ids[kind] ?? '6a10580a3c9b1f0e5d000001');
      const ofPortal = operation.security.some((scheme) => 'selfServiceToken' in scheme);
      return [
        {
          at: `${method.toUpperCase()} ${path}`,
          method: method.toUpperCase(),
          path: filled,
          ...(ofPortal ? { token: selfServiceToken } : {}),
          schema: content.schema,
          example: withRealIds(sample(content.schema, { skipNonRequired: true }, document)),
        },
      ];
    }),
  );
}

/** The example with ids of things that exist, so that nothing but what is hostile is wrong in it. */
function withRealIds(example: unknown): unknown {
  const real: Record<string, string | undefined> = {
    PlanGroupId: ids['planGroups'],
    PlanId: ids['plans'],
    PlanVariantId: ids['planVariants'],
    ComponentId: ids['components'],
    DiscountId: ids['discounts'],
    TaxPolicyId: ids['taxPolicies'],
    CustomerId: ids['customers'],
    ContractId: ids['contracts'],
    OrderId: ids['orders'],
  };
  return JSON.parse(JSON.stringify(example), (name, value) => real[name] ?? value);
}

/** The documents, which are never changed in place: the same ones in the same order are the same state. */
function documents(): unknown[] {
  const { idempotentAnswers, ...collections } = sandbox.snapshot().Collections;
  return Object.values(collections).flat();
}

/** Sends a body, which must be refused in the form of a problem and change nothing. */
async function refused(target: Target, body: string, what: string): Promise<string[]> {
  const before = documents();
  const {
    status,
    headers,
    body: answer,
  } = await api(target.method, target.path, body, {
    ...(target.token === undefined ? {} : { Authorization: `Bearer ${target.token}` }),
  });
  const wrong: string[] = [];
  const at = `${target.at} ${what}`;
  if (status < 400 || status > 499) wrong.push(`${at}: ${status}`);
  else if (
    headers.get('Content-Type')?.startsWith('application/problem+json') !== true ||
    answer.status !== status
  ) {
    wrong.push(`${at}: ${status} is no problem`);
  }
  const after = documents();
  if (after.length !== before.length || after.some((one, position) => one !== before[position])) {
    wrong.push(`${at}: the state changed`);
  }
  return wrong;
}

/** Every property of a schema with the text of a body in which it is hostile. */
function bodies(schema: JsonSchema, example: unknown): { readonly what: string; readonly body: string }[] {
  const found: { what: string; body: string }[] = [];
  const visit = (
    given: JsonSchema,
    value: unknown,
    wrap: (text: string) => string,
    path: string,
    depth: number,
  ): void => {
    const resolved = resolve(given);
    const type = String(resolved['type'] ?? 'any');
    if (path !== '')
      for (const text of hostile[type] ?? [])
        found.push({ what: `${path} = ${text.slice(0, 40)}`, body: wrap(text) });
    if (depth > 4) return;
    if (type === 'array') {
      visit(
        (resolved['items'] ?? {}) as JsonSchema,
        (value as unknown[])?.[0],
        (text) => wrap(`[${text}]`),
        `${path}[]`,
        depth + 1,
      );
    }
    for (const [name, property] of Object.entries(
      (resolved['properties'] ?? {}) as Record<string, JsonSchema>,
    )) {
      const siblings = typeof value === 'object' && value !== null ? { ...value } : {};
      delete (siblings as Record<string, unknown>)[name];
      const rest = JSON.stringify(siblings).slice(1, -1);
      const around = (text: string) =>
        wrap(`{${rest}${rest === '' ? '' : ','}${JSON.stringify(name)}:${text}}`);
      visit(
        property,
        (value as Record<string, unknown>)?.[name],
        around,
        path === '' ? name : `${path}.${name}`,
        depth + 1,
      );
    }
  };
  const resolve = (given: JsonSchema): JsonSchema => {
    if (typeof given['$ref'] === 'string') {
      return resolve(document.components.schemas[given['$ref'].replace('#/components/schemas/', '')] ?? {});
    }
    const options = (given['anyOf'] ?? given['oneOf']) as JsonSchema[] | undefined;
    return options?.[0] === undefined ? given : resolve(options[0]);
  };
  visit(schema, example, (text) => text, '', 0);
  return found;
}

describe('hostile bodies', () => {
  it('are rejected as a whole, on every path that accepts a body', { timeout: 60_000 }, async () => {
    const wrong: string[] = [];
    for (const target of targets()) {
      for (const root of some(roots, 2)) wrong.push(...(await refused(target, root, root.slice(0, 30))));
      wrong.push(...(await refused(target, JSON.stringify({ a: 'x'.repeat(1_048_576) }), '1 MB text')));
    }
    expect(wrong).toEqual([]);
  });

  it('are rejected in every property of every body', { timeout: 120_000 }, async () => {
    const wrong: string[] = [];
    let sent = 0;
    for (const target of targets()) {
      for (const { what, body } of some(bodies(target.schema, target.example), 8)) {
        sent += 1;
        wrong.push(...(await refused(target, body, what)));
      }
    }
    expect(sent).toBeGreaterThan(isComplete ? 3000 : 375);
    expect(wrong).toEqual([]);
  });
});

describe('hostile paths and queries', () => {
  it('never break the service', { timeout: 60_000 }, async () => {
    const values = [
      '%00',
      '__proto__',
      'constructor',
      '%E0%A4%A',
      '..%2f..',
      '%F0%9F%92%A9',
      'x'.repeat(5000),
      '-1',
      'NaN',
      '1e999',
    ];
    let turn = 0;
    /** Each parameter with one value, the next one with the next; all of each with all examples. */
    const inTurn = () => (isComplete ? values : [values[turn++ % values.length] as string]);
    for (const [path, methods] of Object.entries(document.paths)) {
      if (path.startsWith('/sandbox/')) continue;
      const operation = methods['get'];
      if (operation === undefined) continue;
      if (path.includes('{'))
        for (const value of inTurn()) {
          const answer = await api('GET', path.replace(/\{\w+\}/g, value));
          expect(answer.status, `${path} ${value}`).toBeGreaterThanOrEqual(400);
        }
      for (const parameter of parametersOf(document, operation)) {
        if (parameter.in !== 'query') continue;
        const target = path.replace('{id}', ids[path.split('/')[3] as string] ?? 'none');
        for (const value of inTurn()) {
          const answer = await api('GET', `${target}?${parameter.name}=${value}`);
          expect(answer.status, `${path}?${parameter.name}=${value}`).toBeLessThan(500);
        }
      }
    }
    if (!isComplete) expect(turn).toBeGreaterThan(10 * values.length);
  });
});
