import type { RecordedSession } from '../../service/activity/history.ts';
import type { Core, CoreOptions, Snapshot } from '../../service/core/core.ts';
import { Attempt } from '../../service/delivery/deliverer.ts';
import { RequestTurn, type TurnRequest } from '../../service/http/traffic/request-turn.ts';
import { queryString } from '../../service/http/wire/path.ts';
import type { Flow, TurnListener, Turns } from '../../service/state/turns.ts';
import { CallTurn } from './call-turn.ts';
import { withoutPaymentData } from './payment-data.ts';

/** Rows after which the state is stored, so that a session continues from there when its first part is dropped. */
const PART_ROWS = 2_500;

/** Default maximum characters of stored bodies; the state is also stored after each part of them. */
const MAX_CHARACTERS = 20_000_000;

/** Maximum number of parts of a session: the latest ones. */
const PARTS = 2;

/** Headers that affect the processing of a request. */
const HEADERS = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'Origin',
  'Accept-Language',
  'Accept',
];

/** A stored request. Formatting is postponed until somebody requests the session. */
export interface KeptRequest {
  readonly method: string;
  readonly baseUrl: string;
  /** Below the base URL, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Without payment data. */
  readonly body: string;
  readonly turn: RequestTurn;
}

/** A stored turn. */
export interface KeptRow {
  /** The simulated time in epoch milliseconds. */
  readonly now: number;
  /** The real time in epoch milliseconds. */
  readonly at: number;
  readonly isWallClock: boolean;
  /** The newest id before it. */
  readonly lastId: number;
  readonly request?: KeptRequest;
  readonly call?: CallTurn;
  readonly attempt?: Attempt;
  readonly event?: string;
  steps?: number;
  /** The continued row; `undefined` with `goesOn` is the schedule. */
  readonly goesOn?: KeptRow | 'Schedule';
}

/** A part of a session: a state, and the following activity. */
export interface Part {
  /** Absent for a new sandbox. */
  readonly snapshot?: Snapshot;
  /** The real time at its start in epoch milliseconds. */
  readonly at: number;
  readonly rows: KeptRow[];
}

/** A position in a session. */
interface Mark {
  readonly parts: readonly Part[];
  readonly forgotten: number;
  /** Rows of the last part. */
  readonly rows: number;
  /** Steps of its last row. */
  readonly steps: number | undefined;
}

/** Records the turns of one workspace. */
export class Recorder implements TurnListener, RecordedSession {
  readonly core: Core;
  readonly options: CoreOptions;
  readonly #turns: Turns;
  #parts: Part[];
  #forgotten = 0;
  #characters = 0;
  /** The number of touched documents when the running turn began. */
  #touched = 0;
  #lastId = 0;
  #now = 0;
  #isWallClock = false;
  #goesOn = false;
  /** Number of times the state was replaced: earlier work belongs to no row. */
  #session = 0;
  #begunIn = 0;
  #flows = new Map<Flow, KeptRow>();
  #isEnding = false;
  readonly #partCharacters: number;
  /** Called at the end of each turn. */
  onEnd: (() => void) | undefined;

  /** @param characters maximum characters of stored bodies */
  constructor(core: Core, turns: Turns, options: CoreOptions, characters = MAX_CHARACTERS) {
    this.#partCharacters = characters / PARTS;
    this.core = core;
    this.options = options;
    this.#turns = turns;
    this.#parts = [{ at: turns.madeAt, rows: [] }];
    turns.listener = this;
    core.feed.on('replaced', (how) => {
      if (how !== 'Rewound') this.#begin(how);
    });
  }

  /** The stored parts, oldest first. */
  get parts(): readonly Part[] {
    return this.#parts;
  }

  /** Number of dropped rows. */
  get forgotten(): number {
    return this.#forgotten;
  }

  began(flow: Flow, goesOn: boolean): void {
    this.#touched = this.core.state.documents.touched;
    this.#lastId = this.core.state.documents.lastId;
    this.#now = this.core.clock.now();
    this.#isWallClock = this.core.clock.mode === 'WallClock';
    this.#begunIn = this.#session;
    this.#goesOn = goesOn;
    if (!goesOn) return;
    const row = flow === this.core.schedule ? 'Schedule' : this.#flows.get(flow);
    if (row !== undefined) this.#add({ goesOn: row });
  }

  ended(flow: Flow, waits: boolean): void {
    if (this.#begunIn !== this.#session) return;
    if (flow === this.core.schedule) {
      if (!this.#goesOn) this.#addStep();
    } else if (this.#flows.has(flow)) {
      if (!waits) this.#flows.delete(flow);
    } else this.#addFirst(flow, waits);
    this.#divide();
    this.#isEnding = true;
    this.onEnd?.();
    this.#isEnding = false;
  }

  mark(): Mark | undefined {
    const { holder } = this.#turns;
    const isUnderWay = this.#flows.size > 0 || this.core.schedule.progress !== undefined;
    if (isUnderWay || (holder !== undefined && !this.#isEnding)) return undefined;
    const { rows } = this.#last;
    return {
      parts: [...this.#parts],
      forgotten: this.#forgotten,
      rows: rows.length,
      steps: rows.at(-1)?.steps,
    };
  }

  goTo(mark: Mark | undefined): void {
    if (mark === undefined) {
      this.#begin('Kept');
      return;
    }
    this.#session += 1;
    this.#flows.clear();
    this.#forgotten = mark.forgotten;
    const part = mark.parts.at(-1) as Part;
    const rows = part.rows.slice(0, mark.rows);
    const last = rows.at(-1);
    // Steps are counted on in their row.
    if (last !== undefined && last.steps !== mark.steps)
      rows[rows.length - 1] = { ...last, ...(mark.steps === undefined ? {} : { steps: mark.steps }) };
    this.#parts = [...mark.parts.slice(0, -1), { ...part, rows }];
  }

  cutIn(flow: Flow): void {
    if (this.#begunIn !== this.#session) return;
    const row = this.#toRow(flow, true);
    if (row !== undefined) this.#add(row);
  }

  dropped(): void {}

  /** The first turn of a flow. It is omitted if it changed nothing, unless it may have changed faults or decisions. */
  #addFirst(flow: Flow, waits: boolean): void {
    const row = this.#toRow(flow, waits || this.core.state.documents.touched !== this.#touched);
    if (flow instanceof RequestTurn) flow.request = undefined;
    if (row === undefined) return;
    const added = this.#add(row);
    if (waits) this.#flows.set(flow, added);
  }

  #toRow(flow: Flow, hasChanged: boolean): Partial<KeptRow> | undefined {
    if (flow instanceof CallTurn) return { call: flow };
    if (flow instanceof Attempt) {
      const event = this.core.tx.deliveries.get(flow.id)?.Event;
      return event === undefined ? { attempt: flow } : { attempt: flow, event };
    }
    if (!(flow instanceof RequestTurn) || flow.request === undefined) return undefined;
    if (!hasChanged && !flow.isKept) return undefined;
    const request = keptRequest(flow.request, flow);
    this.#characters += request.body.length + (flow.answer?.length ?? 0);
    return { request };
  }

  #add(row: Partial<KeptRow>): KeptRow {
    const added = {
      now: this.#now,
      at: this.#turns.now(),
      isWallClock: this.#isWallClock,
      lastId: this.#lastId,
      ...row,
    };
    this.#last.rows.push(added);
    return added;
  }

  /** Consecutive steps form one row while the clock is moved manually, because the real time does not matter then. */
  #addStep(): void {
    const row = this.#last.rows.at(-1);
    if (row?.steps === undefined || row.isWallClock || this.#isWallClock) this.#add({ steps: 1 });
    else row.steps += 1;
  }

  get #last(): Part {
    return this.#parts.at(-1) as Part;
  }

  #begin(how: 'Fresh' | 'Kept'): void {
    this.#session += 1;
    this.#flows.clear();
    this.#forgotten = 0;
    this.#parts = [this.#newPart(how)];
  }

  #newPart(how: 'Fresh' | 'Kept'): Part {
    this.#characters = 0;
    const at = this.#turns.now();
    return how === 'Fresh' ? { at, rows: [] } : { at, snapshot: this.core.snapshot(), rows: [] };
  }

  /** Begins a new part when the last one is long, at a moment without work in progress. */
  #divide(): void {
    const isLong = this.#last.rows.length >= PART_ROWS || this.#characters >= this.#partCharacters;
    if (!isLong || this.#flows.size > 0 || this.core.schedule.progress !== undefined) return;
    this.#parts.push(this.#newPart('Kept'));
    if (this.#parts.length > PARTS) this.#forgotten += this.#parts.shift()?.rows.length ?? 0;
  }
}

function keptRequest(request: TurnRequest, turn: RequestTurn): KeptRequest {
  const { method, url, path, baseUrl, body } = request;
  const headers: Record<string, string> = {};
  for (const name of HEADERS) {
    const value = request.header(name);
    if (value !== undefined) headers[name] = value;
  }
  const query = queryString(url);
  return {
    method,
    baseUrl,
    path: query === '' ? path : `${path}?${query}`,
    headers,
    body: withoutPaymentData(body),
    turn,
  };
}
