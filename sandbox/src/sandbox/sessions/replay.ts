import { Attempt } from '../../service/delivery/deliverer.ts';
import type { Problem } from '../../service/domain/basics/problem.ts';
import type { FaultRule } from '../../service/http/traffic/faults.ts';
import { RequestTurn } from '../../service/http/traffic/request-turn.ts';
import type { Difference, SessionFile, SessionRow } from '../../service/model/session.ts';
import { toSessionCall } from '../../service/model/session-calls.ts';
import { nextSlice } from '../../service/state/time-slices.ts';
import type { Flow } from '../../service/state/turns.ts';
import type { OpenWorkspace } from '../workspaces.ts';
import { digestOfState } from './digest.ts';
import { type Known, PlaceholderBudget, resolved, resolvedJson } from './placeholders.ts';
import type { Recorder } from './recorder.ts';
import { ReplayTurns } from './replay-turns.ts';
import { answerValue, collectSecrets, shownAnswer } from './session-file.ts';
import { toRequest } from './to-request.ts';

/** Number of rows after which other work gets a turn. */
const SLICE = 20;

export interface ReplayOptions {
  /** The last row that is replayed. Default: all. */
  readonly until?: number;
  /** Called with the number of documents after each row and each step; an error it throws ends the replay. */
  readonly onDocuments?: (documents: number) => void;
}

/** The sandbox in which a session is replayed. */
export interface Stage {
  readonly workspace: OpenWorkspace;
  readonly recorder: Recorder;
  /** Sends a request to the workspace, bypassing the requests that wait for the session. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Calls a method of the sandbox in the same process. */
  readonly call: (name: string, args: readonly unknown[]) => unknown;
}

interface UnderWay {
  readonly row: SessionRow;
  flow: Flow | undefined;
  /** The response, unless the connection was dropped. */
  readonly done: Promise<Response | undefined>;
}

/** Replays a session in a sandbox created for it. */
export class Replay {
  readonly #session: SessionFile;
  readonly #stage: Stage;
  readonly #onDocuments: ReplayOptions['onDocuments'];
  readonly #rows: readonly SessionRow[];
  readonly #turns: ReplayTurns;
  readonly #underWay = new Map<number, UnderWay>();
  readonly #answers = new Map<number, unknown>();
  readonly #ids = new Map<number, string[]>();
  readonly #known: Known;
  #difference: Difference | undefined;

  constructor(session: SessionFile, stage: Stage, { until = Infinity, onDocuments }: ReplayOptions) {
    this.#session = session;
    this.#stage = stage;
    this.#onDocuments = onDocuments;
    this.#rows = session.Rows.filter(({ Row }) => Row <= until);
    const { core } = stage.workspace;
    if (core.turns === undefined)
      throw new Error('A session can only be replayed in a sandbox that records.');
    this.#turns = new ReplayTurns(core.turns, core.schedule, stage.recorder);
    this.#known = {
      budget: new PlaceholderBudget(),
      answer: (row) => this.#answers.get(row),
      made: (row, at) => this.#ids.get(row)?.[at - 1],
      secret: (of) => collectSecrets(core.tx.account).get(of),
    };
  }

  /** @returns the first difference, if there is one */
  async run(): Promise<Difference | undefined> {
    const { core, traffic } = this.#stage.workspace;
    const { Start, End, Rows } = this.#session;
    this.#standAt(Start.At);
    core.schedule.suspend();
    core.deliverer.suspend();
    if (Start.Snapshot !== undefined) core.restore(Start.Snapshot as never);
    for (const [at, row] of this.#rows.entries()) {
      this.#standAt(row.At);
      this.#ids.set(row.Row, []);
      core.state.documents.onId = (id) => this.#ids.get(row.Row)?.push(id);
      await this.#replay(row);
      this.#onDocuments?.(core.state.documents.size);
      if (this.#difference !== undefined) break;
      if (at % SLICE === SLICE - 1) await nextSlice();
    }
    core.state.documents.onId = undefined;
    if (this.#difference === undefined && this.#rows.length === Rows.length) {
      this.#standAt(End.At);
      if (digestOfState(core.snapshot()) !== End.Digest)
        this.#differs({
          Row: 0,
          Message: 'All responses match the recording, but the state at the end differs.',
        });
    }
    traffic.faults.replace((End.Faults ?? []) as unknown as FaultRule[]);
    return this.#difference;
  }

  /** From now on, the sandbox behaves normally. */
  release(): void {
    const { core } = this.#stage.workspace;
    if (core.turns !== undefined) core.turns.realTime = Date.now;
    this.#turns.end(this.#stage.recorder);
    core.deliverer.resume();
    core.schedule.resume();
  }

  #standAt(at: string | undefined): void {
    const { turns } = this.#stage.workspace.core;
    if (at !== undefined && turns !== undefined) turns.realTime = () => Date.parse(at);
  }

  #differs(difference: Difference): void {
    this.#difference ??= difference;
  }

  #replay(row: SessionRow): Promise<void> | void {
    if (row.Request !== undefined) return this.#begin(row, () => this.#send(row));
    if (row.Call !== undefined) return this.#begin(row, () => this.#call(row));
    if (row.Steps !== undefined) return this.#step(row, row.Steps);
    if (row.Delivery !== undefined) return this.#attempt(row);
    if (row.GoesOn !== undefined) return this.#goOn(row, row.GoesOn);
  }

  /** Begins a request or call, and waits for the end of its first turn. */
  async #begin(row: SessionRow, work: () => Promise<Response | undefined>): Promise<void> {
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const done = begun.then(work);
    done.catch(() => {});
    const ended = await this.#turns.give({ kind: 'First' }, begin, done);
    const underWay = { row, flow: ended?.flow, done };
    if (ended?.waits !== true) return this.#end(underWay);
    this.#underWay.set(row.Row, underWay);
    if (row.Steps === undefined) return;
    await this.#step(row, row.Steps);
    await this.#goOn(row, row.Row);
  }

  async #goOn(row: SessionRow, number: number): Promise<void> {
    const flow = number === 0 ? this.#stage.workspace.core.schedule : this.#underWay.get(number)?.flow;
    const ended = flow && (await this.#turns.give({ kind: 'GoesOn', flow }, () => {}));
    if (ended === undefined)
      return this.#differs({ Row: row.Row, Message: `Row ${number} has ended before, or does not go on.` });
    const underWay = this.#underWay.get(number);
    if (ended.waits || underWay === undefined) return;
    this.#underWay.delete(number);
    await this.#end(underWay);
  }

  /** Compares the result of a request. */
  async #end({ row, flow, done }: UnderWay): Promise<void> {
    const response = await done;
    if (row.Request === undefined) return;
    // The whole response, even if a fault cuts it off.
    const turn = flow instanceof RequestTurn ? flow : undefined;
    const text = turn?.answer ?? (await readText(response));
    const location = turn?.location ?? response?.headers.get('Location') ?? undefined;
    this.#answers.set(row.Row, answerValue(text, location));
    const recorded = row.Answer ?? { Status: 0 };
    const replayed = shownAnswer(turn?.status ?? response?.status ?? 0, text);
    if (recorded.Status === replayed.Status && recorded.Digest === replayed.Digest) return;
    const { Method, Path } = row.Request;
    const Message =
      recorded.Status === replayed.Status
        ? `${Method} ${Path} returned a different body.`
        : `${Method} ${Path} returned ${replayed.Status} instead of ${recorded.Status}.`;
    this.#differs({ Row: row.Row, Message, Recorded: recorded, Replayed: replayed });
  }

  async #step(row: SessionRow, steps: number): Promise<void> {
    const { core } = this.#stage.workspace;
    const { schedule } = core;
    for (let step = 1; step <= steps; step += 1) {
      const ended = await this.#turns.give({ kind: 'Step' }, () => {
        if (!schedule.isBusy) void schedule.catchUp();
      });
      if (ended === undefined)
        return this.#differs({
          Row: row.Row,
          Message: `Only ${step - 1} of ${steps} recorded tasks were due.`,
        });
      this.#onDocuments?.(core.state.documents.size);
    }
  }

  #attempt({ Row, Delivery }: SessionRow): void {
    if (Delivery === undefined) return;
    const { core } = this.#stage.workspace;
    const { Id, At, Event: _event, ...outcome } = Delivery;
    const attempt = new Attempt(resolved(Id, this.#known), outcome as Attempt['outcome'], Date.parse(At));
    const recorded = core.tx.deliveries.has(attempt.id)
      ? core.turns?.cutIn(attempt, () => core.deliverer.record(attempt))
      : undefined;
    if (recorded === undefined)
      this.#differs({ Row, Message: `There is no webhook ${Delivery.Event ?? ''} to deliver.` });
  }

  async #call({ Row, Call }: SessionRow): Promise<undefined> {
    if (Call === undefined) return;
    const name = toSessionCall(Call.Name);
    this.#known.budget.begin();
    const args = resolvedJson(Call.Arguments, this.#known) as unknown[];
    try {
      await this.#stage.call(name, args);
    } catch (error) {
      // It was rejected in the recording too, or later rows show the difference.
      this.#answers.set(Row, { Message: (error as Problem).message });
    }
  }

  async #send({ Row, Request: recorded }: SessionRow): Promise<Response | undefined> {
    if (recorded === undefined) return undefined;
    const { controlToken } = this.#stage.workspace.core;
    const baseUrl = recorded.BaseUrl ?? this.#session.BaseUrl;
    const request = toRequest(Row, recorded, baseUrl, this.#known, controlToken);
    // A fault rule may drop the connection.
    return this.#stage.fetch(request).catch(() => undefined);
  }
}

/** The body of a response, unless it is endless, which no session contains. */
async function readText(response: Response | undefined): Promise<string | undefined> {
  if (response?.headers.get('Content-Type')?.startsWith('text/event-stream') === true) {
    await response.body?.cancel();
    return undefined;
  }
  return response?.text().catch(() => undefined);
}
