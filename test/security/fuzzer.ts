// Requests made at random from the OpenAPI document: each operation with an example of what it takes, in which a few
// things are wrong. Same seed, same requests.
import { sample } from 'openapi-sampler';
import { createSandbox, type Sandbox } from '../../sandbox/src/sandbox/sandbox.ts';
import { Random } from '../../sandbox/src/service/state/random.ts';
import { AnswerValidator } from '../sandbox/answer-validator.ts';
import { parametersOf } from '../sandbox/openapi-references.ts';
import type { JsonSchema, OpenApiDocument, Operation, Parameter } from '../sandbox/openapi-types.ts';
import { accessToken } from '../sandbox/service/http/service.ts';

/** What came of a run. */
export interface Outcome {
  /** Each broken promise, with the request that broke it. */
  readonly findings: string[];
  /** How many requests each operation answered well, such as `GET /api/v1/orders`. */
  readonly succeeded: Map<string, number>;
  /** How many requests were refused. */
  refused: number;
}

interface Target {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** Let requests fail, wait or forget on purpose, so that what follows proves nothing; or files that the bench has not. */
const leftOut =
  /^\/(sandbox\/(faults|reset|snapshot|clock|tokens)|oauth\/revoke|clientlib\.js|elements\/payment-form\.js)/;

/** What can hardly be meant. A JSON text each, as not all of it can be told by a value. */
const strange = [
  'null',
  'true',
  '-1',
  '0',
  '1.5',
  '1e308',
  '1e400',
  '-0',
  '9007199254740993',
  '""',
  '" "',
  '"é€"',
  '"😀"',
  '"\\ud800"',
  '"\\u0000"',
  '"<script>"',
  '"..%2f.."',
  '"0001-01-01"',
  '"9999-12-31T23:59:59Z"',
  '"-271821-04-20T00:00:00Z"',
  '"2026-02-30"',
  '"NaN"',
  '"4111 1111 1111 1111"',
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '{"toString":1}',
  '{"valueOf":{}}',
  '{"__proto__":{"x":1}}',
  '{"length":1e9}',
  `"${'x'.repeat(3000)}"`,
  '"javascript:alert(1)"',
  '"000000000000000000000000"',
];

/** The same in paths, queries and headers. */
const strangeWords = [
  '%00',
  '%zz',
  '..%2f',
  '__proto__',
  'constructor',
  '%F0%9F%92%A9',
  '-1',
  '1e999',
  'x'.repeat(2000),
  '*',
  '"',
];

/** Sends `requests` made-up requests to a sandbox of its own. */
export async function fuzz(document: OpenApiDocument, seed: string, requests: number): Promise<Outcome> {
  const sandbox = createSandbox({
    seed,
    clock: '2026-01-15T10:00:00Z',
    config: { Account: { RateLimit: { Requests: 1e9, TokenRequests: 1e9, WindowSeconds: 60 } } },
    deliver: async () => new Response(null, { status: 204 }),
  });
  try {
    return await new Fuzzer(sandbox, document, seed, await accessToken(sandbox)).run(requests);
  } finally {
    sandbox.close();
  }
}

const validators = new WeakMap<OpenApiDocument, AnswerValidator>();

/** One for all runs with a document: it compiles each schema once. */
function validatorOf(document: OpenApiDocument): AnswerValidator {
  const known = validators.get(document) ?? new AnswerValidator(document);
  validators.set(document, known);
  return known;
}

class Fuzzer {
  readonly #sandbox: Sandbox;
  readonly #document: OpenApiDocument;
  readonly #validator: AnswerValidator;
  readonly #random: Random;
  readonly #token: string;
  readonly #targets: readonly Target[];
  /** Ids that answers have named, by resource: `contracts`, `planVariants`. */
  readonly #ids = new Map<string, string[]>();
  #selfServiceToken = 'none-yet';

  constructor(sandbox: Sandbox, document: OpenApiDocument, seed: string, token: string) {
    this.#sandbox = sandbox;
    this.#document = document;
    this.#validator = validatorOf(document);
    this.#random = new Random(`fuzz ${seed}`);
    this.#token = token;
    this.#targets = Object.entries(document.paths)
      .filter(([path]) => !leftOut.test(path))
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({
          method: method.toUpperCase(),
          path,
          operation,
        })),
      );
  }

  async run(requests: number): Promise<Outcome> {
    const outcome: Outcome = { findings: [], succeeded: new Map(), refused: 0 };
    await this.#stock();
    let before = this.#documents();
    for (let sent = 0; sent < requests; sent += 1) {
      const target = this.#oneOf(this.#targets);
      const { url, init } = this.#request(target);
      const said = `#${sent} ${init.method} ${url} ${init.body ?? ''}`.slice(0, 600);
      const response = await this.#sandbox.app.fetch(new Request(url, init));
      await this.#validator
        .check(target.method, url, response)
        .catch((error: Error) => outcome.findings.push(`${said}: ${error.message}`));
      if (response.status >= 500) outcome.findings.push(`${said}: ${response.status}`);
      await this.#sandbox.settle();
      const after = this.#documents();
      if (response.status < 300) {
        const name = `${target.method} ${target.path}`;
        outcome.succeeded.set(name, (outcome.succeeded.get(name) ?? 0) + 1);
        if (response.headers.get('Content-Type')?.includes('json') === true)
          this.#learn(target.path, await response.text());
      } else if (response.status >= 400) {
        outcome.refused += 1;
        if (after.length !== before.length || after.some((one, at) => one !== before[at]))
          outcome.findings.push(`${said}: refused with ${response.status}, but the state changed`);
      }
      // A body that nobody reads is kept by Node for good.
      if (!response.bodyUsed) await response.body?.cancel();
      before = after;
    }
    return outcome;
  }

  /** A contract with its customer, and the ids of the catalogue: else hardly anything would name what there is. */
  async #stock(): Promise<void> {
    const ask = async (method: string, path: string, body?: object): Promise<string> => {
      const headers = { Authorization: `Bearer ${this.#token}`, 'Content-Type': 'application/json' };
      const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      const response = await this.#sandbox.app.fetch(new Request(`http://sandbox/api/v1/${path}`, init));
      if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
      const text = await response.text();
      this.#learn(`/api/v1/${path}`, text);
      return text;
    };
    const Cart = { PlanVariantId: 'b00000000000000000000001' };
    const order = JSON.parse(await ask('POST', 'orders', { Customer: { FirstName: 'Ada' }, Cart }));
    await ask('POST', `orders/${order.Id}/commit`, { PaymentMethod: 'InvoicePayment' });
    await ask('GET', `contracts/${order.ContractId}/selfServiceToken`);
    for (const list of [
      'planGroups',
      'plans',
      'planVariants',
      'components',
      'discounts',
      'coupons',
      'taxPolicies',
    ])
      await ask('GET', list);
    await ask('GET', 'invoices');
  }

  /** The documents, which are never changed in place: the same ones in the same order are the same state. */
  #documents(): unknown[] {
    const { idempotentAnswers, ...collections } = this.#sandbox.snapshot().Collections;
    return Object.values(collections).flat();
  }

  #request({ method, path, operation }: Target): { url: string; init: RequestInit & { body?: string } } {
    const parameters = parametersOf(this.#document, operation);
    const place = path.replace(/\{(\w+)\}/g, (_, name: string) => this.#segment(path, name, parameters));
    const query = parameters
      .filter((parameter) => parameter.in === 'query' && (parameter.required || this.#chance(0.3)))
      .map((parameter) => `${parameter.name}=${this.#word(parameter)}`)
      .join('&');
    const content = operation.requestBody?.content ?? {};
    const type = Object.keys(content)[0];
    const schema = type === undefined ? undefined : content[type]?.schema;
    const body = schema === undefined ? undefined : this.#body(schema, type as string);
    const authorization = this.#authorization(operation);
    return {
      url: `http://sandbox${place}${query === '' ? '' : `?${query}`}`,
      init: {
        method,
        headers: {
          ...(authorization === undefined ? {} : { Authorization: authorization }),
          ...(type === undefined ? {} : { 'Content-Type': this.#chance(0.98) ? type : 'text/xml' }),
          ...(this.#chance(0.1) ? { 'Idempotency-Key': `key-${this.#random.below(20)}` } : {}),
          ...(this.#chance(0.1) ? { 'If-Match': this.#oneOf(['*', '"x"', 'W/"x"', 'x', '"']) } : {}),
        },
        ...(body === undefined ? {} : { body }),
      },
    };
  }

  #segment(path: string, name: string, parameters: readonly Parameter[]): string {
    if (this.#chance(0.1)) return this.#oneOf(strangeWords);
    const before =
      path
        .slice(0, path.indexOf(`{${name}}`))
        .split('/')
        .filter(Boolean)
        .at(-1) ?? '';
    const known = this.#ids.get(before);
    if (known !== undefined) return this.#oneOf(known);
    const example = parameters.find((one) => one.in === 'path' && one.name === name)?.schema;
    return String(example === undefined ? name : sample(example, {}, this.#document));
  }

  #word({ schema }: Parameter): string {
    if (this.#chance(0.3)) return this.#oneOf(strangeWords);
    return encodeURIComponent(String(sample(schema, {}, this.#document)));
  }

  #authorization(operation: Operation): string | undefined {
    if (this.#chance(0.05)) return undefined;
    if (this.#chance(0.05))
      return this.#oneOf(['Bearer x', 'Basic x', 'Bearer', `Basic ${btoa('a:b')}`, 'Bearer "']);
    const isOfCustomer = operation.security?.some((scheme) => 'selfServiceToken' in scheme) === true;
    return `Bearer ${isOfCustomer ? this.#selfServiceToken : this.#token}`;
  }

  #body(schema: JsonSchema, type: string): string {
    const example: unknown = sample(schema, { skipNonRequired: this.#chance(0.6) }, this.#document);
    if (!type.endsWith('json'))
      return new URLSearchParams(Object.entries(example as Record<string, string>)).toString();
    if (this.#chance(0.02)) return this.#oneOf(['', '{', 'NaN', '[]', 'null', '"x"', '{"a":1}}']);
    const holes: string[] = [];
    const changes = this.#random.below(4);
    const text = JSON.stringify(this.#changed(this.#withKnownIds(example), changes, holes));
    return text.replace(/"hole (\d+)"/g, (_, at: string) => holes[Number(at)] as string);
  }

  /** The example with ids of things that there are. */
  #withKnownIds(example: unknown): unknown {
    return JSON.parse(JSON.stringify(example ?? {}), (name, value) => {
      const known = typeof value === 'string' ? this.#ids.get(resourceOf(name)) : undefined;
      return known === undefined ? value : this.#oneOf(known);
    });
  }

  /** Takes some values out and puts holes, which something strange comes into, in the place of others. */
  #changed(value: unknown, changes: number, holes: string[]): unknown {
    if (changes === 0) return value;
    if (typeof value !== 'object' || value === null || this.#chance(0.1)) {
      holes.push(this.#oneOf(strange));
      return `hole ${holes.length - 1}`;
    }
    const entries = Object.entries(value);
    if (entries.length === 0) return value;
    const at = this.#random.below(entries.length);
    const isTaken = this.#chance(0.3);
    const next = entries.flatMap(([name, one], position) => {
      if (position !== at) return [[name, one]];
      return isTaken ? [] : [[name, this.#changed(one, 1, holes)]];
    });
    const whole = Array.isArray(value) ? next.map(([, one]) => one) : Object.fromEntries(next);
    return this.#changed(whole, changes - 1, holes);
  }

  /** Remembers ids and tokens of an answer, for requests to come. */
  #learn(path: string, text: string): void {
    const resource = path.split('/')[3] ?? '';
    JSON.parse(text, (name, value) => {
      if (typeof value !== 'string' || value === '') return value;
      if (name === 'Token' && path.endsWith('/selfServiceToken')) this.#selfServiceToken = value;
      const kind = name === 'Id' && path.startsWith('/api/v1/') ? resource : resourceOf(name);
      if (!/^[0-9a-f]{24}$/.test(value) || kind === '') return value;
      const known = this.#ids.get(kind) ?? [];
      if (!known.includes(value)) this.#ids.set(kind, [...known, value].slice(-20));
      return value;
    });
  }

  #oneOf<T>(list: readonly T[]): T {
    return list[this.#random.below(list.length)] as T;
  }

  #chance(probability: number): boolean {
    return this.#random.fraction() < probability;
  }
}

/** The resource that a property names one of: `planVariants` for `PlanVariantId`. */
function resourceOf(name: string): string {
  const [, first = '', rest = ''] = /^(\w)(\w*)Id$/.exec(name) ?? [];
  return first === '' ? '' : `${first.toLowerCase()}${rest}s`;
}
