import type { PlaceholderPlace } from '../../service/model/placeholder.ts';
import type { SessionFile, SessionRequest } from '../../service/model/session.ts';
import { sessionCallOf } from '../../service/model/session-calls.ts';
import { answerBody, expectedText, member, noteIds } from './expectation.ts';
import { fitted } from './fitted.ts';
import { literal, quoted, rowVariable, templatePart } from './literal.ts';
import {
  headersOf,
  isMeanwhile,
  lastRequest,
  type Part,
  partsOf,
  receiversAnswers,
  type Step,
  stepsOf,
  titleOf,
} from './steps.ts';

/** What differs between the test runners for JavaScript. */
export interface Runner {
  readonly imports: readonly string[];
  /** Sets the options of the sandbox. */
  readonly use: (options: string) => string;
  readonly fixtures: string;
  /** The first arguments of `send`. */
  readonly sender: string;
  /** Options of a test with many steps. */
  readonly ofLongTests?: string;
  readonly send: string;
}

/** What is added to the session. */
export interface TestOptions {
  readonly title?: string;
  /** An expression over `sandbox` that is true while the test shall fail. */
  readonly fails?: string;
}

/** Steps from which on a test may take longer than its runner expects. */
const LONG = 20;

/** The functions that a test needs besides. */
const helpers = {
  tokenIn: `/** One of the ids and tokens in a text. */
const tokenIn = (text: string, at: number) =>
  text.match(/(?<![\\w-])(?=[A-Za-z_-]*\\d)[\\w-]{16,}/g)?.[at] ?? '';`,
  idOf: `/** The id of a document, by its place in the collection: for ids that no answer had. */
const idOf = (sandbox: TestSandbox, collection: string, at: number) =>
  (sandbox.snapshot().Collections[collection]?.[at] as { Id: string } | undefined)?.Id ?? '';`,
  secretOf: `/** A secret of the account, by the client or user that it belongs to. */
async function secretOf(sandbox: TestSandbox, of: string): Promise<string> {
  const catalog = await (await sandbox.fetch(\`\${sandbox.baseUrl}/sandbox/catalog\`)).json();
  const { ClientSecret, Password } = [...catalog.OAuthClients, ...catalog.ServiceUsers].find(
    ({ ClientId, Username }) => (ClientId ?? Username) === of,
  );
  return ClientSecret ?? Password;
}`,
} as const;

const answerOf = `interface Answer {
  /** 0 where the connection was dropped. */
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each answer has a shape of its own.
  readonly body: any;
}

/** The JSON of an answer, with where it leads. */
function answerOf(status: number, text: string, location?: string | null): Answer {
  const leads = location ? { Location: location } : {};
  try {
    const body = JSON.parse(text);
    return { status, body: Array.isArray(body) ? body : { ...leads, ...body } };
  } catch {
    return { status, body: leads };
  }
}`;

/** Writes a session as a test in TypeScript. */
export function javascriptTest(session: SessionFile, runner: Runner, { title, fails }: TestOptions): string {
  const steps = stepsOf(session);
  const code = new TestCode(session, runner);
  const ending = code.ending(lastRequest(steps), fails);
  const lines = steps.map((step) => code.step(step));
  const body = [...code.beginning(), ...lines.flatMap((line) => line()), ...ending];
  const long = steps.length > LONG && runner.ofLongTests !== undefined ? `${runner.ofLongTests}, ` : '';
  const file = [
    ...runner.imports,
    '',
    ...code.options().flatMap((line) => fitted(line)),
    '',
    `test(${quoted(title ?? titleOf(steps))}, ${long}async (${runner.fixtures}) => {`,
  ];
  const used = Object.entries(helpers).flatMap(([name, text]) => (code.needs.has(name) ? ['', text] : []));
  return [
    ...file,
    ...body.flatMap((line) => fitted(line, '  ')),
    '});',
    '',
    answerOf,
    '',
    runner.send,
    ...used,
    '',
  ].join('\n');
}

class TestCode {
  readonly #session: SessionFile;
  readonly #runner: Runner;
  /** Rows whose answers others refer to. */
  readonly #named = new Set<number>();
  /** Names of helpers. */
  readonly needs = new Set<string>();

  constructor(session: SessionFile, runner: Runner) {
    this.#session = session;
    this.#runner = runner;
  }

  options(): string[] {
    const { Seed, Clock, At, Strict, Config, Webhooks } = this.#session.Start;
    const options = { seed: Seed, clock: Clock ?? At, strict: Strict, config: Config, webhooks: Webhooks };
    const answers = receiversAnswers(this.#session);
    const sendsWebhooks = answers.length > 0 || JSON.stringify(this.#session.Rows).includes('/webhooks');
    if (!sendsWebhooks && Webhooks === undefined) return [this.#runner.use(literal(options))];
    const fields = literal(options).slice(2, -2);
    const isAlwaysTaken = answers.every((status) => status >= 200 && status < 205);
    if (isAlwaysTaken)
      return [this.#runner.use(`{ ${fields}, deliver: async () => new Response(null, { status: 204 }) }`)];
    return [
      '/** What the receivers of webhooks answer, one after the other; 0 is a failed connection. */',
      `const statuses = ${literal(answers)};`,
      'const deliver = async () => {',
      '  const status = statuses.shift() ?? 204;',
      "  if (status === 0) throw new TypeError('fetch failed');",
      '  return new Response(null, { status });',
      '};',
      this.#runner.use(`{ ${fields}, deliver }`),
    ];
  }

  beginning(): string[] {
    const { Snapshot } = this.#session.Start;
    if (Snapshot === undefined) return [];
    return [`sandbox.restore(JSON.parse(${quoted(JSON.stringify(Snapshot))}));`];
  }

  /** @returns the lines, when all is known that others refer to */
  step(step: Step): () => string[] {
    switch (step.kind) {
      case 'End':
        return () => [
          `${this.#named.has(step.row) ? `const ${rowVariable(step.row)} = ` : ''}await ${rowVariable(step.row, 'waiting')};`,
        ];
      case 'Clock':
        return () => [`await sandbox.clock.set(${quoted(step.now)});`];
      default: {
        const call = step.kind === 'Request' ? this.#request(step.request) : this.#call(step.name, step.args);
        return () => [this.#begun(step, call)];
      }
    }
  }

  /** What came of it: the last answer, and what fails. */
  ending(last: ReturnType<typeof lastRequest>, fails: string | undefined): string[] {
    const lines = last === undefined ? [] : [this.#expectation(last.row, last.status)];
    if (fails === undefined) return lines;
    return [...lines, `expect(Boolean(${fails}), ${quoted(fails)}).toBe(false);`];
  }

  #begun({ row, kind, waits }: Extract<Step, { waits: boolean }>, call: string): string {
    if (waits) return `const ${rowVariable(row, 'waiting')} = ${call};`;
    if (kind === 'Call' && !call.includes('clock.')) return `${call};`;
    return `${this.#named.has(row) ? `const ${rowVariable(row)} = ` : ''}await ${call};`;
  }

  #call(name: string, args: readonly unknown[]): string {
    return `sandbox.${sessionCallOf(name)}(${args.map((argument) => this.#literal(argument)).join(', ')})`;
  }

  #request(request: SessionRequest): string {
    const headers = headersOf(request);
    const body = this.#body(request);
    const init = [
      ...(Object.keys(headers).length === 0 ? [] : [`headers: ${this.#headers(headers)}`]),
      ...(body === undefined ? [] : [`body: ${body}`]),
    ];
    const { sender } = this.#runner;
    const target = `${quoted(request.Method)}, ${this.#text(request.Path)}`;
    return `send(${sender}, ${target}${init.length === 0 ? '' : `, { ${init.join(', ')} }`})`;
  }

  #headers(headers: Readonly<Record<string, string>>): string {
    return literal(headers, (value) => {
      if (!value.startsWith('Basic ')) return this.#text(value);
      return `\`Basic \${btoa(${this.#text(value.slice('Basic '.length))})}\``;
    });
  }

  #body({ Body, Form, Text }: SessionRequest): string | undefined {
    if (Body !== undefined) return `JSON.stringify(${this.#literal(Body)})`;
    if (Form !== undefined) return `String(new URLSearchParams(${this.#literal(Form)}))`;
    return Text === undefined ? undefined : this.#text(Text);
  }

  #expectation(row: number, status: number): string {
    this.#named.add(row);
    const steps = stepsOf(this.#session);
    const body = isMeanwhile(steps, row) ? undefined : answerBody(this.#session, row);
    if (body === undefined) return `expect(${rowVariable(row)}.status).toBe(${literal(status)});`;
    const known = new Map<string, string>();
    for (const earlier of steps)
      if (earlier.kind === 'Request' && earlier.row < row)
        noteIds(answerBody(this.#session, earlier.row), `${rowVariable(earlier.row)}.body`, known);
    const expected = literal(body, (text, name) => {
      const written = expectedText(this.#session, known)(text, name);
      const [, named] = /^row(\d+)\./.exec(written) ?? [];
      if (named !== undefined) this.#named.add(Number(named));
      return written;
    });
    return `expect(${rowVariable(row)}).toMatchObject({ status: ${literal(status)}, body: ${expected} });`;
  }

  #literal = (value: unknown): string => literal(value, (text) => this.#text(text));

  #text(text: string): string {
    const parts = partsOf(text, this.#session.BaseUrl);
    const [only] = parts;
    if (parts.every((part) => typeof part === 'string')) return quoted(parts.join(''));
    if (parts.length === 1 && only !== undefined) return this.#part(only);
    const template = parts.map((part) =>
      typeof part === 'string' ? templatePart(part) : `\${${this.#part(part)}}`,
    );
    return `\`${template.join('')}\``;
  }

  #part(part: Part): string {
    if (typeof part === 'string') return quoted(part);
    return part.kind === 'BaseUrl' ? 'sandbox.baseUrl' : this.#place(part);
  }

  #place(place: PlaceholderPlace): string {
    if (place.kind === 'Secret') {
      this.needs.add('secretOf');
      return `await secretOf(sandbox, ${quoted(place.of)})`;
    }
    if (place.kind === 'Made') {
      const placeholder = `${place.row}#${place.at}`;
      const found = this.#session.Ids?.[placeholder];
      if (found === undefined) return quoted(`{{${placeholder}}}`);
      this.needs.add('idOf');
      return `idOf(sandbox, ${quoted(found.Collection)}, ${literal(found.At)})`;
    }
    this.#named.add(place.row);
    const value = `${rowVariable(place.row)}.body${place.path.map(member).join('')}`;
    if (place.token === undefined) return value;
    this.needs.add('tokenIn');
    return `tokenIn(${value}, ${place.token})`;
  }
}
