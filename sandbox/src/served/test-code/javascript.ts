import type { PlaceholderPlace } from '../../service/model/placeholder.ts';
import type { SessionFile, SessionRequest } from '../../service/model/session.ts';
import { toSessionCall } from '../../service/model/session-calls.ts';
import { answerBody, expectedText, member, noteIds } from './expectation.ts';
import { fitted, WIDTH } from './fitted.ts';
import { folded } from './folded.ts';
import { helpers } from './helpers.ts';
import { literal, quoted, rowVariable, templatePart } from './literal.ts';
import {
  followsOverlap,
  lastRequest,
  ownHeaders,
  type Part,
  receiversAnswers,
  type Step,
  testTitle,
  toParts,
  toSteps,
} from './steps.ts';

/** The differences between JavaScript test runners. */
export interface Runner {
  /** @param has the runner's features that the test uses */
  readonly imports: (has: (word: string) => boolean) => readonly string[];
  /** Sets the options of the sandbox. */
  readonly use: (options: string) => string;
  /** Options of a test with many steps. */
  readonly ofLongTests?: string;
}

export interface TestOptions {
  readonly title?: string;
  /** An expression over `sandbox` that is true while the test must fail. */
  readonly fails?: string;
  /** The contracts at the end, which the test expects. */
  readonly contracts?: readonly ExpectedContract[];
  /** Whether these are the steps of a coding agent: no response is expected, and its fault rules are steps. */
  readonly isJournal?: boolean;
}

export interface ExpectedContract {
  readonly id: string;
  readonly isActive: boolean;
  readonly owed: number;
  readonly invoices: number;
}

/** Number of steps from which a test may exceed its runner's default timeout. */
const LONG = 20;

/** Writes a session as a test in TypeScript. */
export function javascriptTest(session: SessionFile, runner: Runner, options: TestOptions): string {
  const code = new TestCode(session, runner, options);
  const { steps } = code;
  const ending = code.ending(options.fails);
  const lines = steps.map((step) => code.step(step));
  const body = [...code.beginning(), ...lines.flatMap((line) => line()), ...ending];
  const long = steps.length > LONG && runner.ofLongTests !== undefined ? `${runner.ofLongTests}, ` : '';
  const test = `, ${long}async ({ sandbox }) => {`;
  const title = quoted(options.title ?? testTitle(steps, WIDTH - "test(''".length - test.length));
  const written = [
    ...code.options().flatMap((line) => fitted(line)),
    '',
    `test(${title}${test}`,
    ...body.flatMap((line) => fitted(line, '  ')),
    '});',
    ...Object.entries(helpers).flatMap(([name, text]) => (code.needs.has(name) ? ['', text] : [])),
    '',
  ];
  const text = written.join('\n');
  return [...runner.imports((word) => new RegExp(`\\b${word}\\b`).test(text)), '', text].join('\n');
}

class TestCode {
  readonly #session: SessionFile;
  readonly #runner: Runner;
  readonly #options: TestOptions;
  /** The steps of the session. */
  readonly #recorded: readonly Step[];
  /** The written steps. */
  readonly steps: readonly Step[];
  readonly #last: ReturnType<typeof lastRequest>;
  /** Rows whose responses other steps refer to. */
  readonly #named = new Set<number>();
  /** Names of helpers. */
  readonly needs = new Set<string>();

  constructor(session: SessionFile, runner: Runner, options: TestOptions) {
    this.#session = session;
    this.#runner = runner;
    this.#options = options;
    this.#recorded = toSteps(session, options.isJournal);
    this.#last = options.isJournal === true ? undefined : lastRequest(this.#recorded);
    this.steps = folded(session, this.#recorded, (row) => row === this.#last?.row);
  }

  options(): string[] {
    const { Seed, Clock, At, Strict, Config, Webhooks } = this.#session.Start;
    const seed = this.#options.isJournal === true ? undefined : Seed;
    const options = { seed, clock: Clock ?? At, strict: Strict, config: Config, webhooks: Webhooks };
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
      case 'Fault':
        return () => [
          step.rule === undefined
            ? 'sandbox.faults.clear();'
            : `sandbox.faults.add(${this.#literal(step.rule)});`,
        ];
      case 'SignUp': {
        const input = Object.keys(step.input).length === 0 ? '' : this.#literal(step.input);
        return () => [this.#result(step.row, `sandbox.signUp(${input})`, step.code)];
      }
      case 'Rest':
        return this.#rest(step);
      default: {
        const call = step.kind === 'Request' ? this.#request(step.request) : this.#call(step.name, step.args);
        return () => [this.#begun(step, call)];
      }
    }
  }

  #rest({
    row,
    request: { Method, Path, Body },
    status,
  }: Extract<Step, { readonly kind: 'Rest' }>): () => string[] {
    const body = Body === undefined ? '' : `, ${this.#literal(Body)}`;
    const target = `(${quoted(Method)}, ${this.#text(Path.slice('/api/v1'.length))}${body})`;
    const { Code } = (answerBody(this.#session, row) ?? {}) as { readonly Code?: unknown };
    const error = status < 400 ? undefined : typeof Code === 'string' ? Code : `${status}`;
    return () => [this.#result(row, `sandbox.rest${this.#named.has(row) ? '<any>' : ''}${target}`, error)];
  }

  /** Writes a call whose result later steps may use. @param error for the message of the error that it throws */
  #result(row: number, call: string, error?: string): string {
    if (error !== undefined) return `await expect(${call}).rejects.toThrow(${quoted(error)});`;
    return `${this.#named.has(row) ? `const ${rowVariable(row)} = ` : ''}await ${call};`;
  }

  /** Returns the last lines: the last response, the contracts, and the failure. */
  ending(fails: string | undefined): string[] {
    const { contracts = [], isJournal } = this.#options;
    const known = this.#knownBefore(Number.POSITIVE_INFINITY);
    return [
      ...(this.#last === undefined ? [] : [this.#expectation(this.#last.row, this.#last.status)]),
      ...contracts.flatMap(({ id, isActive, owed, invoices }) => {
        const written = known.get(id);
        if (written === undefined) return [];
        this.#name(written);
        return [
          `expect(sandbox.contract(${written}).LifecycleStatus)${isActive ? '' : '.not'}.toBe('Active');`,
          `expect(sandbox.contract(${written})).toOwe(${literal(owed)});`,
          `expect(sandbox.contract(${written}).Invoices).toHaveLength(${literal(invoices)});`,
        ];
      }),
      ...(isJournal === true ? ['expect(sandbox.audit().Problems).toEqual([]);'] : []),
      ...(fails === undefined ? [] : [`expect(Boolean(await (${fails})), ${quoted(fails)}).toBe(false);`]),
    ];
  }

  #begun({ row, kind, waits }: Extract<Step, { waits: boolean }>, call: string): string {
    if (waits) return `const ${rowVariable(row, 'waiting')} = ${call};`;
    if (kind === 'Call' && !call.includes('clock.')) return `${call};`;
    return `${this.#named.has(row) ? `const ${rowVariable(row)} = ` : ''}await ${call};`;
  }

  #call(name: string, args: readonly unknown[]): string {
    return `sandbox.${toSessionCall(name)}(${args.map((argument) => this.#literal(argument)).join(', ')})`;
  }

  #request(request: SessionRequest): string {
    const headers = ownHeaders(request);
    const body = this.#body(request);
    const init = [
      ...(Object.keys(headers).length === 0 ? [] : [`headers: ${this.#headers(headers)}`]),
      ...(body === undefined ? [] : [`body: ${body}`]),
    ];
    this.needs.add('send');
    const target = `${quoted(request.Method)}, ${this.#text(request.Path)}`;
    return `send(sandbox, ${target}${init.length === 0 ? '' : `, { ${init.join(', ')} }`})`;
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
    const body = followsOverlap(this.#recorded, row) ? undefined : answerBody(this.#session, row);
    if (body === undefined) return `expect(${rowVariable(row)}.status).toBe(${literal(status)});`;
    const known = this.#knownBefore(row);
    const expected = literal(body, (text, name) => {
      const written = expectedText(this.#session, known)(text, name);
      if (known.get(text) === written) this.#name(written);
      return written;
    });
    return `expect(${rowVariable(row)}).toMatchObject({ status: ${literal(status)}, body: ${expected} });`;
  }

  /** Returns the variables of ids in responses before a row. */
  #knownBefore(row: number): Map<string, string> {
    const known = new Map<string, string>();
    for (const step of this.steps) {
      if (step.row >= row || !['Request', 'Rest', 'SignUp'].includes(step.kind)) continue;
      const answer = (answerBody(this.#session, step.row) ?? {}) as Readonly<Record<string, unknown>>;
      const { OrderId, ContractId, CustomerId } = answer;
      noteIds(
        step.kind === 'SignUp' ? { OrderId, ContractId, CustomerId } : answer,
        this.#rowValue(step.row),
        known,
      );
    }
    return known;
  }

  /** The row of an expression is named. */
  #name(expression: string): void {
    const [, row] = /^row(\d+)/.exec(expression) ?? [];
    if (row !== undefined) this.#named.add(Number(row));
  }

  /** The response to a row, including its order for a signup. */
  #rowValue(row: number): string {
    const step = this.steps.find((one) => one.row === row || (one.kind === 'SignUp' && one.order === row));
    return `${rowVariable(step?.row ?? row)}${step?.kind === 'Rest' || step?.kind === 'SignUp' ? '' : '.body'}`;
  }

  #literal = (value: unknown): string => literal(value, (text) => this.#text(text));

  #text(text: string): string {
    const parts = toParts(text, this.#session.BaseUrl);
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
    const answer = this.#rowValue(place.row);
    this.#name(answer);
    const value = `${answer}${place.path.map(member).join('')}`;
    if (place.token === undefined) return value;
    this.needs.add('tokenIn');
    return `tokenIn(${value}, ${place.token})`;
  }
}
