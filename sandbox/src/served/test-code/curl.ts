import type { PlaceholderPlace } from '../../service/model/placeholder.ts';
import type { SessionFile, SessionRequest } from '../../service/model/session.ts';
import { type SessionCall, toSessionCall } from '../../service/model/session-calls.ts';
import type { TestOptions } from './javascript.ts';
import { comment, rowVariable, shellQuoted, shellWord } from './literal.ts';
import { ownHeaders, type Part, type RecordedStep, testTitle, toParts, toSteps } from './steps.ts';

const functions = `ANSWER=$(mktemp) HEADERS=$(mktemp)
trap 'rm -f "$ANSWER" "$HEADERS"' EXIT

# Sends a request and keeps its answer.
request() {
  STATUS=$(curl -gsS -o "$ANSWER" -D "$HEADERS" -w '%{http_code}' "$@") || true
}

# Ends the script where the answer has another status: expect ROW STATUS
expect() {
  # shellcheck disable=SC2053
  [[ $STATUS == $2 ]] && return
  echo "Row $1 answers $STATUS instead of $2: $(cat "$ANSWER")" >&2
  exit 1
}

# A value of the answer: value FIELD… [~NUMBER OF THE TOKEN IN IT]
value() {
  node -e '
    const { readFileSync } = require("node:fs");
    const [answer, headers, ...path] = process.argv.slice(1);
    const [, Location] = /^location: *(.*?)\\r?$/im.exec(readFileSync(headers, "utf8")) ?? [];
    const token = path.at(-1).startsWith("~") ? path.pop().slice(1) : undefined;
    let value = { Location };
    try { value = Object.assign(value, JSON.parse(readFileSync(answer, "utf8"))); } catch {}
    for (const name of path) value = value?.[name];
    const tokens = String(value).match(/(?<![\\w-])(?=[A-Za-z_-]*\\d)[\\w-]{16,}/g);
    process.stdout.write(String((token === undefined ? value : tokens?.[token]) ?? ""));
  ' "$ANSWER" "$HEADERS" "$@"
}`;

const CONTROL = `\${CONTROL_TOKEN:+-H "Authorization: Bearer $CONTROL_TOKEN"}`;

/** In-process calls as requests to the control API. */
const calls: Readonly<Record<SessionCall, (argument: unknown) => SessionRequest>> = {
  'clock.advance': (Advance) => post('/sandbox/clock', { Advance }),
  'clock.set': (Now) => post('/sandbox/clock', { Now }),
  'clock.followWallClock': () => post('/sandbox/clock', { Mode: 'WallClock' }),
  'clock.cancel': () => ({ Method: 'DELETE', Path: '/sandbox/clock/advance' }),
  'payments.next': (decision) => post('/sandbox/payments/next', decision),
  'payments.remove': (id) => ({ Method: 'DELETE', Path: `/sandbox/payments/next/${id}` }),
  'payments.clear': () => ({ Method: 'DELETE', Path: '/sandbox/payments/next' }),
};

const post = (Path: string, Body: unknown): SessionRequest => ({
  Method: 'POST',
  Path,
  Headers: { 'Content-Type': 'application/json' },
  Body,
});

/** Writes a session as a curl script for a new sandbox at `$URL`, one request after the other. */
export function curlScript(session: SessionFile, { title }: TestOptions): string {
  const steps = toSteps(session);
  const code = new Script(session);
  const requests = steps.map((step) => code.step(step));
  return [
    '#!/usr/bin/env bash',
    ...comments(session, title ?? testTitle(steps)).map((line) => comment(line, '#')),
    'set -euo pipefail',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: of the shell.
    'URL=${URL:-http://localhost:4400}',
    '',
    functions,
    ...code.beginning(),
    ...requests.flatMap((lines) => lines()),
    '',
    `echo ${shellQuoted(`${steps.length} steps, all answered as recorded.`)}`,
    '',
  ].join('\n');
}

function comments({ Start }: SessionFile, title: string): string[] {
  const { Seed, Clock, At, Strict, Config } = Start;
  const flags = [
    `--seed ${shellQuoted(Seed)}`,
    `--clock ${shellQuoted(Clock ?? At)}`,
    ...(Strict === true ? ['--strict'] : []),
  ];
  return [
    title,
    'It needs bash, curl and Node.js, and a new sandbox at $URL, started with',
    `  clientlib-sandbox ${flags.join(' ')}${Config === undefined ? '' : ' --config config.json'}`,
    ...(Config === undefined ? [] : [`and this config.json: ${JSON.stringify(Config)}`]),
    'Receivers of webhooks are those of the sandbox: what they answered is not part of this script.',
  ];
}

class Script {
  readonly #session: SessionFile;
  /** Values that later requests take from the response to a row: variable names by path. */
  readonly #taken = new Map<number, Map<string, string>>();
  readonly #before: string[] = [];

  constructor(session: SessionFile) {
    this.#session = session;
  }

  /** Returns the first lines: they load the state and read secrets. */
  beginning(): string[] {
    const { Snapshot } = this.#session.Start;
    if (Snapshot === undefined) return this.#before;
    return [
      ...this.#before,
      '',
      `request -X PUT "$URL/sandbox/snapshot" ${CONTROL} -H 'Content-Type: application/json' --data-binary @- <<'SNAPSHOT'`,
      JSON.stringify(Snapshot),
      'SNAPSHOT',
      "expect 0 '2*'",
    ];
  }

  /** @returns the lines, when all is known that others refer to */
  step(step: RecordedStep): () => string[] {
    const { row } = step;
    if (step.kind === 'End') return () => [];
    if (step.kind === 'Request')
      return this.#step(row, step.request, shellWord(String(step.status).padStart(3, '0')));
    const request =
      step.kind === 'Clock'
        ? post('/sandbox/clock', { Now: step.now })
        : calls[toSessionCall(step.name)](step.args[0]);
    return this.#step(row, request, "'2*'");
  }

  #step(row: number, request: SessionRequest, status: string): () => string[] {
    const command = this.#command(row, request);
    return () => {
      const taken = [...(this.#taken.get(row) ?? [])].map(([name, value]) => `${name}=$(${value})`);
      return ['', `# Row ${rowVariable(row, '')}`, ...command, `expect ${row} ${status}`, ...taken];
    };
  }

  #command(row: number, request: SessionRequest): string[] {
    const { Method, Path } = request;
    const asked: string[] = [];
    const word = (text: string) => this.#word(text, row, asked);
    const headers = Object.entries(ownHeaders(request)).map(([name, value]) =>
      value.startsWith('Basic ')
        ? `-u ${word(value.slice('Basic '.length))}`
        : `-H ${shellQuoted(`${name}: `)}${word(value)}`,
    );
    const control = Path.startsWith('/sandbox') ? [CONTROL] : [];
    const method = Method === 'GET' ? '' : ` -X ${shellWord(Method)}`;
    const parts = [`request${method} "$URL"${word(Path)}`, ...control, ...headers, ...toBody(request, word)];
    return [...asked, parts.join(' \\\n  ')];
  }

  /** Returns a text as one shell word. @param asked receives the lines that read its values */
  #word(text: string, row: number, asked: string[]): string {
    return toParts(text, this.#session.BaseUrl)
      .map((part) => (typeof part === 'string' ? shellQuoted(part) : this.#part(part, row, asked)))
      .join('');
  }

  #part(part: Exclude<Part, string>, row: number, asked: string[]): string {
    if (part.kind === 'BaseUrl') return '"$URL"';
    if (part.kind === 'Answer') return `"$${this.#variable(part)}"`;
    if (part.kind === 'Secret') {
      const name = `secret_${part.of.replace(/\W/g, '_')}`;
      const line = `${name}=$(secret ${shellQuoted(part.of)})`;
      if (this.#before.length === 0) this.#before.push('', secretFunction, '');
      if (!this.#before.includes(line)) this.#before.push(line);
      return `"$${name}"`;
    }
    const placeholder = `${part.row}#${part.at}`;
    const found = this.#session.Ids?.[placeholder];
    if (found === undefined) return shellQuoted(`{{${placeholder}}}`);
    const name = `${rowVariable(row)}_${found.Collection}_${found.At}`.replace(/\W/g, '_');
    asked.push(
      `request "$URL/sandbox/snapshot" ${CONTROL}`,
      `${name}=$(value Collections ${shellWord(found.Collection)} ${shellWord(String(found.At))} Id)`,
    );
    return `"$${name}"`;
  }

  #variable({ row, path, token }: Extract<PlaceholderPlace, { kind: 'Answer' }>): string {
    const words = token === undefined ? path : [...path, `~${token}`];
    const name = [rowVariable(row), ...words].join('_').replace(/\W/g, '_');
    const taken = this.#taken.get(row) ?? new Map<string, string>();
    this.#taken.set(row, taken.set(name, `value ${words.map((text) => shellQuoted(text)).join(' ')}`));
    return name;
  }
}

const secretFunction = `# A secret of the account, by the client or user that it belongs to.
secret() {
  request "$URL/sandbox/catalog" ${CONTROL}
  node -e '
    const { OAuthClients, ServiceUsers } = JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"));
    const of = [...OAuthClients, ...ServiceUsers].find((one) => (one.ClientId ?? one.Username) === process.argv[2]);
    process.stdout.write(of?.ClientSecret ?? of?.Password ?? "");
  ' "$ANSWER" "$1"
}`;

function toBody({ Body, Form, Text }: SessionRequest, word: (text: string) => string): string[] {
  if (Body !== undefined) return [`--data-raw ${word(JSON.stringify(Body))}`];
  if (Text !== undefined) return [`--data-raw ${word(Text)}`];
  return Object.entries(Form ?? {}).map(
    ([name, value]) => `--data-urlencode ${shellQuoted(`${name}=`)}${word(value as string)}`,
  );
}
