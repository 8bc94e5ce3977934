import { budgets } from '../../service/model/budgets.ts';
import { OF_FIXTURES, TOKEN } from '../../service/model/placeholder.ts';
import type { SessionFile, SessionRow } from '../../service/model/session.ts';

/** Maximum number of recorded steps: nobody reads a longer test. */
const MAX_STEPS = 200;

/** A request that an agent made through the tools, and its response. */
export interface JournalEntry {
  readonly method: string;
  /** Below the base URL. */
  readonly path: string;
  readonly body?: unknown;
  /** The self-service token; without one, the request is from a back end or anonymous. */
  readonly token?: string | undefined;
  readonly status: number;
  readonly answer: unknown;
}

/** The actions of an agent, as rows of a session: ids from responses become placeholders in later requests. */
export class Journal {
  /** The sandbox clock at the first step. */
  startedAt: string | undefined;
  rows: readonly SessionRow[] = [];
  /** Whether a step could not be recorded; later steps would then depend on a missing one. */
  isFull = false;
  /** Characters of the rows as JSON. */
  #length = 0;
  #placeholders: ReadonlyMap<string, string> = new Map();

  note({ method, path, body, token, status, answer }: JournalEntry, now: string): void {
    if (this.isFull) return;
    const Row = this.rows.length + 1;
    const shown = idsOnly(answer);
    if (method === 'GET' && shown === undefined) return;
    const Headers = {
      ...(token === undefined ? {} : { Authorization: `Bearer ${this.#text(token)}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    };
    const row: SessionRow = {
      Row,
      Now: now,
      Request: {
        Method: method,
        Path: this.#text(path),
        Headers,
        ...(body === undefined ? {} : { Body: this.#json(body) }),
      },
      Answer: { Status: status, ...(shown === undefined ? {} : { Body: JSON.stringify(shown) }) },
    };
    const length = this.#length + JSON.stringify(row).length;
    this.isFull = Row > MAX_STEPS || length > budgets.journal;
    if (this.isFull) return;
    this.startedAt ??= now;
    this.rows = [...this.rows, row];
    this.#length = length;
    this.#placeholders = new Map([...placeholdersIn(shown, `${Row}`), ...this.#placeholders]);
  }

  /** The current journal. */
  copy(): Journal {
    const copy = new Journal();
    Object.assign(copy, { startedAt: this.startedAt, rows: this.rows, isFull: this.isFull });
    copy.#length = this.#length;
    copy.#placeholders = this.#placeholders;
    return copy;
  }

  /** Ids of contracts, in the order of their first responses. */
  get contractIds(): readonly string[] {
    const bodies = this.rows.map(({ Answer }) => Answer?.Body ?? '').join();
    return [...new Set([...bodies.matchAll(/"ContractId":"([0-9a-f]{24})"/g)].map(([, id = '']) => id))];
  }

  /** @param baseUrl base URL of the workspace */
  session(baseUrl: string): SessionFile {
    const at = this.startedAt ?? '';
    return {
      Format: 'clientlib-sandbox session',
      Version: 1,
      Service: '',
      BaseUrl: baseUrl,
      Start: { Seed: '', Clock: at, At: at },
      Rows: [...this.rows],
      End: { At: at, Digest: '' },
    };
  }

  #text = (text: string): string =>
    this.#placeholders.get(text) ?? text.replace(TOKEN, (token) => this.#placeholders.get(token) ?? token);

  #json(value: unknown): unknown {
    if (typeof value === 'string') return this.#text(value);
    if (Array.isArray(value)) return value.map((item) => this.#json(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.#json(item)]));
  }
}

/** Recognizes an id by its form or by the name of its field: a token may have no digit. */
const isId = (text: string, name: string) =>
  name === 'Token' || (text.match(TOKEN)?.[0] === text && !OF_FIXTURES.test(text));

/** Returns the parts of a response that later steps may need: ids, tokens and the code of a rejection. */
function idsOnly(answer: unknown, name = ''): unknown {
  if (typeof answer === 'string') return name === 'Code' || isId(answer, name) ? answer : undefined;
  if (typeof answer !== 'object' || answer === null) return undefined;
  if (Array.isArray(answer)) return answer.map((item) => idsOnly(item) ?? null);
  const kept = Object.entries(answer)
    .map(([field, value]) => [field, idsOnly(value, field)] as const)
    .filter(([, value]) => value !== undefined);
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** Returns the ids of a response with their placeholders: `{{4.Id}}`. */
function placeholdersIn(answer: unknown, path: string, name = ''): [string, string][] {
  if (typeof answer === 'string') return isId(answer, name) ? [[answer, `{{${path}}}`]] : [];
  if (typeof answer !== 'object' || answer === null) return [];
  return Object.entries(answer)
    .reverse()
    .flatMap(([field, value]) => placeholdersIn(value, `${path}.${field}`, field));
}
