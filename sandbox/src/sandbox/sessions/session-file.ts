import type { Snapshot } from '../../service/core/core.ts';
import { isSecret, redactedBody } from '../../service/http/wire/redacted-body.ts';
import { version } from '../../service/http/wire/version.ts';
import type {
  SessionAnswer,
  SessionFile,
  SessionRequest,
  SessionRow,
  SessionStart,
} from '../../service/model/session.ts';
import { toSessionCall } from '../../service/model/session-calls.ts';
import type { OpenWorkspace } from '../workspaces.ts';
import { computeDigest, digestOfState } from './digest.ts';
import { Placeholders } from './placeholders.ts';
import type { KeptRequest, KeptRow, Part, Recorder } from './recorder.ts';

/** Maximum characters of a response in a session. */
const SHOWN = 2_000;

const iso = (milliseconds: number) => new Date(milliseconds).toISOString();

/** Returns the recording of a workspace as a file. */
export function writeSessionFile(recorder: Recorder, { traffic }: OpenWorkspace): SessionFile {
  const { core, options, parts, forgotten } = recorder;
  const [first] = parts as readonly [Part, ...Part[]];
  const kept = folded(parts.flatMap(({ rows }) => rows));
  const made = new Map<string, string>();
  const placeholders = new Placeholders(findMaker(kept, core.state.documents.idSuffix, made));
  addSecretsOfAccount(placeholders, core.tx.account);
  const baseUrl = kept.find(({ request }) => request !== undefined)?.request?.baseUrl ?? 'http://sandbox';
  const start = toStart(first, options, traffic.hostOptions.pagesUrl, placeholders);
  const numbers = new Map<KeptRow, number>(kept.map((row, at) => [row, at + 1]));
  const lastEnds = new Map(kept.map((row) => [row.goesOn, row]));
  const rows = kept.map((row, at) => {
    const shown = toRow(row, at + 1, { numbers, placeholders, baseUrl });
    // Earlier rows cannot refer to the response of a later one.
    const answered = lastEnds.has(row) ? undefined : row;
    const ended = typeof row.goesOn === 'object' && lastEnds.get(row.goesOn) === row ? row.goesOn : answered;
    const turn = ended?.request?.turn;
    if (ended !== undefined && turn !== undefined)
      placeholders.addAnswer(
        numbers.get(ended) ?? 0,
        answerValue(turn.answer, turn.location),
        turn.fault !== undefined,
      );
    return shown;
  });
  const faults = traffic.faults.list();
  const { at, state } = stateNow(recorder);
  return {
    Format: 'clientlib-sandbox session',
    Version: 1,
    Service: version,
    BaseUrl: baseUrl,
    Start: start,
    ...(forgotten === 0 ? {} : { Forgotten: forgotten }),
    Rows: rows,
    ...collectIds(rows, made, state),
    End: {
      At: iso(at),
      Digest: digestOfState(state),
      ...(faults.length === 0 ? {} : { Faults: faults.map((rule) => JSON.parse(JSON.stringify(rule))) }),
    },
  };
}

/** Returns the state with its real time, which is frozen while the state is read. */
function stateNow({ core }: Recorder) {
  const at = core.realTime;
  const { turns } = core;
  if (turns === undefined) return { at, state: core.snapshot() };
  const { realTime } = turns;
  turns.realTime = () => at;
  try {
    return { at, state: core.snapshot() };
  } finally {
    turns.realTime = realTime;
  }
}

/** Merges each uninterrupted move of the clock into one row with its steps. */
function folded(rows: readonly KeptRow[]): KeptRow[] {
  const result: KeptRow[] = [];
  const lastEnds = new Map(rows.map((row) => [row.goesOn, row]));
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] as KeptRow;
    const [steps, end] = [rows[at + 1]?.steps, rows[at + 2]];
    const isAlone = (row.request ?? row.call) !== undefined && steps !== undefined && end?.goesOn === row;
    if (isAlone && lastEnds.get(row) === end && !row.isWallClock && !end.isWallClock) {
      result.push({ ...row, steps });
      at += 2;
    } else result.push(row);
  }
  return result;
}

interface Secrets {
  readonly OAuthClients: readonly { readonly ClientId: string; readonly ClientSecret?: string }[];
  readonly ServiceUsers: readonly { readonly Username: string; readonly Password: string }[];
}

/** Returns the secrets of an account, each with its owner. */
export function collectSecrets({ OAuthClients, ServiceUsers }: Secrets): Map<string, string> {
  return new Map([
    ...OAuthClients.map(({ ClientId, ClientSecret = '' }) => [ClientId, ClientSecret] as const),
    ...ServiceUsers.map(({ Username, Password }) => [Username, Password] as const),
  ]);
}

function addSecretsOfAccount(placeholders: Placeholders, account: Secrets): void {
  for (const [of, secret] of collectSecrets(account))
    if (secret !== '') placeholders.add(secret, `{{secret of ${of}}}`);
}

function toStart(
  { snapshot, at }: Part,
  { seed = '', clock, strict, config, webhooks }: Recorder['options'],
  pagesUrl: string | undefined,
  placeholders: Placeholders,
): SessionStart {
  const json = (value: unknown) => JSON.parse(JSON.stringify(withoutSecrets(value)));
  return {
    Seed: seed,
    At: iso(at),
    ...(clock === undefined ? {} : { Clock: typeof clock === 'string' ? clock : clock.toISOString() }),
    ...(strict === true ? { Strict: true } : {}),
    ...(config === undefined ? {} : { Config: json(config) }),
    ...(webhooks === undefined ? {} : { Webhooks: json(webhooks) }),
    ...(pagesUrl === undefined ? {} : { PagesUrl: pagesUrl }),
    ...(snapshot === undefined ? {} : { Snapshot: withoutKeys(json(snapshot), placeholders) }),
  };
}

/** Configurations and documents with placeholders for the secrets of the merchant. */
function withoutSecrets(value: unknown): unknown {
  const placeholders = new Placeholders(() => undefined);
  return placeholders.json(value);
}

/** Documents whose id is a key. */
const KEYS = ['accessTokens', 'selfServiceTokens', 'downloadLinks'];

/** A snapshot with placeholders for keys, the same as in the rows that use them. */
function withoutKeys(snapshot: SessionStart['Snapshot'] & object, placeholders: Placeholders) {
  const keys = new Map<string, string>();
  const { Collections } = snapshot as unknown as Record<string, Record<string, { Id: string }[]>>;
  for (const name of KEYS)
    for (const { Id } of Collections?.[name] ?? []) {
      const placeholder = `stand-in-${name}-${keys.size + 1}`;
      keys.set(Id, placeholder);
      placeholders.add(Id, placeholder);
    }
  const text = JSON.stringify(snapshot).replace(/[A-Za-z0-9_-]{16,}/g, (token) => keys.get(token) ?? token);
  return JSON.parse(text) as SessionStart['Snapshot'] & object;
}

/**
 * @param made receives the requested ids
 * @returns a function that returns which row created an id: `{{4#2}}`
 */
function findMaker(
  rows: readonly KeptRow[],
  suffix: string,
  made: Map<string, string>,
): (id: string) => string | undefined {
  return (id) => {
    if (id.length !== 24 || id.slice(8, 18) !== suffix) return undefined;
    const count = Number.parseInt(id.slice(18), 16);
    // Counters of ids restart after 16 million.
    const at = rows.findLastIndex(({ lastId }) => (lastId & 0xffffff) < count);
    const row = rows[at];
    if (row === undefined) return undefined;
    const place = `${at + 1}#${count - (row.lastId & 0xffffff)}`;
    made.set(place, id);
    return `{{${place}}}`;
  };
}

/** Returns the documents that requests identify by the row that created them; tests read them from there. */
function collectIds(
  rows: readonly SessionRow[],
  made: ReadonlyMap<string, string>,
  { Collections }: Snapshot,
): Pick<SessionFile, 'Ids'> {
  const asked = JSON.stringify(rows.map(({ Request, Call }) => [Request, Call]));
  const found = [...made].flatMap(([place, id]) => {
    if (!asked.includes(`{{${place}}}`)) return [];
    for (const [Collection, documents] of Object.entries(Collections)) {
      const At = (documents as readonly { readonly Id: string }[]).findIndex(({ Id }) => Id === id);
      if (At >= 0) return [[place, { Collection, At }] as const];
    }
    return [];
  });
  return found.length === 0 ? {} : { Ids: Object.fromEntries(found) };
}

function toRow(
  row: KeptRow,
  number: number,
  context: {
    readonly numbers: ReadonlyMap<KeptRow, number>;
    readonly placeholders: Placeholders;
    readonly baseUrl: string;
  },
): SessionRow {
  const { numbers, placeholders, baseUrl } = context;
  const { now, at, isWallClock, request, call, attempt, event, steps, goesOn } = row;
  const shared = { Row: number, Now: iso(now), ...(isWallClock ? { At: iso(at) } : {}) };
  if (goesOn !== undefined)
    return { ...shared, GoesOn: goesOn === 'Schedule' ? 0 : (numbers.get(goesOn) ?? 0) };
  const stepped = steps === undefined ? {} : { Steps: steps };
  if (call !== undefined) {
    const args = placeholders.json(JSON.parse(JSON.stringify(call.args))) as SessionRow['Call'] & object;
    return { ...shared, Call: { Name: toSessionCall(call.name), Arguments: args as never }, ...stepped };
  }
  if (attempt !== undefined) {
    const { id, outcome, at: instant } = attempt;
    const named = event === undefined ? {} : { Event: event };
    return { ...shared, Delivery: { Id: placeholders.within(id), ...named, At: iso(instant), ...outcome } };
  }
  const exchange = request === undefined ? {} : toExchange(request, placeholders, baseUrl);
  return { ...shared, ...exchange, ...stepped };
}

function toExchange(
  { method, path, headers, body, turn, baseUrl }: KeptRequest,
  placeholders: Placeholders,
  usual: string,
): Pick<SessionRow, 'Request' | 'Answer'> {
  const shown = Object.entries(headers).map(([name, value]) => [name, toHeader(name, value, placeholders)]);
  const Request: SessionRequest = {
    Method: method,
    Path: toPath(path, placeholders),
    ...(baseUrl === usual ? {} : { BaseUrl: baseUrl }),
    ...(shown.length === 0 ? {} : { Headers: Object.fromEntries(shown) }),
    ...toBody(body, headers['Content-Type'] ?? '', placeholders),
    ...(turn.fault === undefined ? {} : { Fault: turn.fault }),
  };
  return { Request, Answer: shownAnswer(turn.status, turn.answer) };
}

/** Returns the value that placeholders refer to: the JSON of a response, and its redirect. */
export function answerValue(text: string | undefined, location: string | undefined): unknown {
  const leads = location === undefined ? {} : { Location: location };
  try {
    return { ...leads, ...(text === undefined ? {} : JSON.parse(text)) };
  } catch {
    return leads;
  }
}

/** A response in the form in which a session stores and compares it. */
export function shownAnswer(Status: number, text: string | undefined): SessionAnswer {
  if (text === undefined || text === '' || Status === 0) return { Status };
  const shown = redactedBody(text);
  return { Status, Body: shown.slice(0, SHOWN), Digest: computeDigest(shown) };
}

function toPath(path: string, placeholders: Placeholders): string {
  const [before = '', ...query] = path.split('?');
  const shown = placeholders.within(before);
  if (query.length === 0) return shown;
  const parameters = [...new URLSearchParams(query.join('?'))].map(
    ([name, value]) => `${encodeURIComponent(name)}=${encoded(placeholders.text(value, name))}`,
  );
  return `${shown}?${parameters.join('&')}`;
}

/** Percent-encoded, without the braces of placeholders. */
const encoded = (text: string) =>
  text
    .split(/(\{\{[^{}]+\}\})/)
    .map((part, at) => (at % 2 === 0 ? encodeURIComponent(part) : part))
    .join('');

function toHeader(name: string, value: string, placeholders: Placeholders): string {
  if (name !== 'Authorization') return placeholders.within(value);
  const [scheme = '', credential = ''] = value.split(' ');
  if (scheme.toLowerCase() !== 'basic') return `${scheme} ${placeholders.text(credential, name)}`;
  const [user = '', ...secret] = decoded(credential).split(':');
  return `Basic ${user}:${placeholders.text(secret.join(':'), 'Password')}`;
}

function decoded(base64: string): string {
  try {
    return atob(base64);
  } catch {
    return '';
  }
}

function toBody(
  body: string,
  type: string,
  placeholders: Placeholders,
): Pick<SessionRequest, 'Body' | 'Form' | 'Text'> {
  if (body === '') return {};
  if (type.startsWith('application/x-www-form-urlencoded')) {
    const fields = [...new URLSearchParams(body)].map(([name, value]) => [
      name,
      placeholders.text(value, name),
    ]);
    return { Form: Object.fromEntries(fields) };
  }
  try {
    const value: unknown = JSON.parse(body);
    // Repeats are identified by the text of their body.
    if (JSON.stringify(value) === body)
      return { Body: placeholders.json(value) as SessionRequest['Body'] & object };
  } catch {
    // The request was rejected; it is stored unchanged.
  }
  return { Text: placeholders.within(withoutValues(body)) };
}

/** A text without the values of secrets of the merchant. */
const withoutValues = (text: string) =>
  text.replace(/("(\w+)"\s*:\s*)"(?:[^"\\]|\\.)*"/g, (whole, start: string, name: string) =>
    isSecret(name) && /secret|password/i.test(name) ? `${start}"stand-in-for-a-secret"` : whole,
  );
