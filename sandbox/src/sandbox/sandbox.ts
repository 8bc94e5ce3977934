import type { Env, Hono } from 'hono';
import { HonoBase } from 'hono/hono-base';
import { withoutLongNumbers } from '../../../sdk/src/payment-data/masking.ts';
import type { Keepable } from '../service/configuration/start.ts';
import type { CoreOptions, Snapshot } from '../service/core/core.ts';
import type { Audit } from '../service/domain/audit/audit.ts';
import { refuseUnknown } from '../service/domain/basics/known-names.ts';
import { timestamp } from '../service/domain/basics/time.ts';
import { mailView } from '../service/domain/mails/outbox.ts';
import { responseToError } from '../service/http/answers/problem-answer.ts';
import { service } from '../service/http/app.ts';
import { whenAnswered } from '../service/http/middleware/middleware.ts';
import { allOperations, type ServiceSchema } from '../service/http/routes/index.ts';
import type { Faults } from '../service/http/traffic/faults.ts';
import { sessionOf } from '../service/http/traffic/session-of.ts';
import type { Reach } from '../service/http/traffic/traffic.ts';
import { HttpProblem } from '../service/http/wire/http-problem.ts';
import { targetOf } from '../service/http/wire/path.ts';
import { PathRouter } from '../service/http/wire/router.ts';
import { isCrossSite } from '../service/http/wire/same-site.ts';
import type { ServiceBindings } from '../service/http/zones/env.ts';
import type { EventName, EventPayload } from '../service/model/event-catalogue.ts';
import type { Forecast, ForecastInput } from '../service/model/forecast.ts';
import type { Mail } from '../service/model/mail.ts';
import type { Difference, SessionFile } from '../service/model/session.ts';
import { type SessionCall, sessionCallOf } from '../service/model/session-calls.ts';
import type { DecidedPayment, PaymentDecision } from '../service/simulation/collections.ts';
import {
  clearDecisions,
  decideNext,
  type PaymentDecisionInput,
  removeDecision,
} from '../service/simulation/payment-decisions.ts';
import type { ClockMode } from '../service/state/clock.ts';
import type { Progress } from '../service/state/schedule.ts';
import { Turns } from '../service/state/turns.ts';
import { audit, clientOf, type SandboxClient } from './in-process.ts';
import { CallTurn } from './sessions/call-turn.ts';
import { optionsOf, recordedSeed, recorderOf, recordIn } from './sessions/recording.ts';
import type { ReplayOptions } from './sessions/replay.ts';
import { type OpenWorkspace, Workspaces } from './workspaces.ts';

/** What {@link createSandbox} takes. */
export interface SandboxOptions extends CoreOptions, Reach {
  /**
   * A session that is replayed: what `session()` of this or another sandbox gave. Requests wait until that is done. Its seed,
   * clock and configuration count.
   */
  readonly session?: SessionFile;
}

/** The clock of a sandbox, for tests in the same process. */
export interface SandboxClock {
  /** The simulated instant. */
  now(): Date;
  /** Whether it runs with the real time, or stands until it is moved. */
  readonly mode: ClockMode;
  /** When the next thing happens by itself: a renewal, a retry, the end of a trial. */
  nextDue(): Date | undefined;
  /**
   * Moves on by an ISO 8601 duration (`P1M`) and resolves when all that fell due is done. Others have their turn on the
   * way, and advances at the same time add up.
   */
  advance(duration: string): Promise<void>;
  /** Moves on to an instant and resolves when all that fell due is done. */
  set(instant: string | Date): Promise<void>;
  /** How far the advance under way has come; `undefined` when there is none. */
  readonly progress: Progress | undefined;
  /** Ends the advance under way with the task that runs; it rejects with `AdvanceCanceled`. Resolves when it has ended. */
  cancel(): Promise<void>;
  /** Runs on with the real time. */
  followWallClock(): void;
}

/** An event with when it happened, ISO 8601 on the sandbox clock. */
export type SandboxEvent = EventPayload & { readonly At: string };

/** A webhook that is still to be delivered. */
export interface PendingDelivery {
  readonly Event: EventName;
  readonly Url: string;
  /** ISO 8601 on the sandbox clock. */
  readonly NextAttemptAt: string;
}

/** Simulated failures (dist/docs/faults.md). A rule without `Times` applies until it is removed. */
export type SandboxFaults = Pick<Faults, 'add' | 'list' | 'hitsOf' | 'remove' | 'clear'>;

/** Outcomes of the next payments (dist/docs/payment-outcomes.md#decide-the-next-payment). */
export interface SandboxPayments {
  /**
   * Decides the next payments that fit.
   *
   * @example
   * sandbox.payments.next({ ContractId, Outcome: { Code: 'InsufficientBalance' } });
   * await sandbox.clock.advance('P1M');
   * @throws Problem for an outcome that says nothing, or a contract, customer or provider that is not there
   */
  next(decision: PaymentDecisionInput): PaymentDecision;
  /** Decisions that wait for a payment, oldest first. */
  list(): readonly PaymentDecision[];
  /** @throws Problem when there is no such decision */
  remove(id: string): void;
  clear(): void;
  /** Payments that were decided, oldest first. */
  decided(): readonly DecidedPayment[];
}

/** The service with a state, a clock and keys of its own. */
export interface Workspace {
  /**
   * Answers a request as the service would; the host of its URL does not matter.
   *
   * @throws TypeError when a fault rule drops the connection, and AbortError when its signal is aborted, as `fetch` does
   */
  fetch(request: Request | string | URL, init?: RequestInit): Promise<Response>;
  readonly clock: SandboxClock;
  readonly faults: SandboxFaults;
  readonly payments: SandboxPayments;
  /** Back to the fixtures, clock, faults and logs included; what `keep` names stays as it is. */
  reset(options?: { readonly keep?: readonly Keepable[] }): void;
  /** Grows with every change of the state. */
  readonly revision: number;
  /** The whole state as JSON. */
  snapshot(): Snapshot;
  /**
   * Brings back what `snapshot()` gave. Its single documents are not checked, as `PUT /sandbox/snapshot` does: use that for
   * a file that somebody else has written.
   *
   * @throws Problem when it is no snapshot; then everything stays as it was
   */
  restore(snapshot: Snapshot): void;
  /** Resolves when everything that is due now is done, webhooks included. */
  settle(): Promise<void>;
  /** Webhooks that are still to be delivered, in the order of their events. */
  pendingDeliveries(): readonly PendingDelivery[];
  /**
   * The outbox: mails that customers would have got, newest first. The `Url` of an attachment is a path for `fetch`.
   *
   * @param options.take how many of the newest; all by default
   */
  mails(options?: { readonly take?: number }): readonly Mail[];
  /**
   * Checks what must hold of all money, whatever was done to the state: documents, ledger, balances and payments tell of the
   * same money, no day is billed twice, no number is missing (dist/docs/billing.md#audit). It reads everything.
   */
  audit(): Audit;
  /**
   * What will be billed in the next months, when and to whom: a copy of the state whose clock moves. This state stays as it
   * is. With `Config`, another configuration, also what it changes for each contract (dist/docs/your-account.md).
   *
   * @example
   * const { Sums } = await sandbox.forecast({ Months: 3 });
   * @throws Problem with the field of `Config` that is wrong
   */
  forecast(input: ForecastInput): Promise<Forecast>;
  /**
   * What has happened so far, as a file that can be replayed (dist/docs/sessions.md): without secrets and card data.
   *
   * @throws Problem where it is not recorded: without `record: true`, or with a state that tabs share
   */
  session(): SessionFile;
  /**
   * Calls the listener with each event of this name (`event` for all), after the change that it reports is committed.
   *
   * @returns a function that ends it
   */
  on(event: EventName | 'event', listener: (event: SandboxEvent) => void): () => void;
}

/** The service, in memory, without a port. */
export interface Sandbox extends Workspace {
  /**
   * The service as a Hono app: mount it in your own, or give its `fetch` to whatever takes one.
   *
   * @example
   * const sandbox = createSandbox({ basePath: '/billing' });
   * app.all('/billing/*', (c) => sandbox.app.fetch(c.req.raw));
   */
  readonly app: Hono<Env, ServiceSchema, '/'>;
  /**
   * Hono's typed client: paths, input and responses are those of the service.
   *
   * @example
   * const response = await sandbox.client.api.v1.orders.$post({ json: { Cart: { PlanVariantId } } }, { headers });
   * if (response.ok) console.log((await response.json()).TotalGross);
   */
  readonly client: SandboxClient;
  /** The workspace of this name, made on first use: what `/w/<name>/…` reaches. */
  workspace(name: string): Workspace;
  /** Names of the workspaces in use. */
  workspaces(): string[];
  /** @returns whether there was one */
  removeWorkspace(name: string): boolean;
  /**
   * Resolves when the session that the sandbox was made with is replayed; at once without one. Rejects when a row of it gave
   * a different result: the sandbox then stands where that row was.
   */
  readonly ready: Promise<void>;
  /** An independent copy of state and clock; workspaces are not copied. */
  fork(): Sandbox;
  /** Stops timers and deliveries. */
  close(): void;
}

/** All options, for JavaScript users: without this list a misspelt option would be ignored without a message. */
export const optionNames = Object.keys({
  seed: true,
  clock: true,
  config: true,
  strict: true,
  webhooks: true,
  controlToken: true,
  timers: true,
  deliver: true,
  basePath: true,
  pagesUrl: true,
  pageOrigin: true,
  exposed: true,
  privateWebhooks: true,
  workspaces: true,
  refuseTarget: true,
  quotas: true,
  guideText: true,
  record: true,
  session: true,
} satisfies Record<keyof SandboxOptions, true>);

/** What a host may hand over with a request: `sandbox.app.fetch(request, { visitor })`. */
interface HostBindings {
  readonly visitor?: string;
}

/** What hosts need of a sandbox and users do not. */
interface ForHosts {
  readonly workspaces: Workspaces;
  /**
   * Answers a request as `app.fetch` does, without a context of Hono that would only ask the service for one more.
   *
   * @throws ConnectionDropped where a fault rule breaks the connection
   */
  readonly answer: (request: Request, visitor?: string) => Response | Promise<Response>;
}

/** Under it a sandbox has what hosts need. */
const FOR_HOSTS = Symbol();

const WORKSPACE = /^\/+w\/+([^/]+)/i;

/**
 * Makes a sandbox: the whole service in memory.
 *
 * @example
 * const sandbox = createSandbox({ seed: 'checkout', clock: '2026-01-01T00:00:00Z' });
 * const health = await sandbox.fetch('http://sandbox/sandbox/health');
 * @throws Problem with the name of an option or configured field that means nothing, and the nearest known one
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  return replayingSandbox(options, {}).sandbox;
}

/** A sandbox, and what replaying its session came to. */
export function replayingSandbox(
  given: SandboxOptions,
  replay: ReplayOptions,
): { readonly sandbox: Sandbox; readonly difference: Promise<Difference | undefined> } {
  refuseUnknown(given, optionNames, 'createSandbox option ');
  const { session, ...others } = given;
  const options = session === undefined ? recordedSeed(others) : { ...others, ...optionsOf(session) };
  const basePath = (options.basePath ?? '').replace(/\/+$/, '');
  const newTurns = () => {
    const at = session === undefined ? Date.now() : Date.parse(session.Start.At);
    return new Turns(() => at);
  };
  const workspaces = new Workspaces(
    options,
    { ...options, basePath },
    options.record === true ? newTurns : undefined,
  );
  const { main } = workspaces;
  workspaces.each((name, workspace) =>
    recordIn(workspace, options, name === '' ? options.seed : `${options.seed}/${name}`),
  );
  const replayed = session === undefined ? undefined : replayIn(main, session, replay);
  const difference = replayed ?? Promise.resolve(undefined);
  const ready = difference.then(refuseDifference);
  ready.catch(() => {});
  const answerReady = (request: Request, visitor: string | undefined) => {
    const answerNow = () => answerRequest(workspaces, basePath, request, visitor);
    return replayed === undefined ? answerNow() : replayed.then(answerNow, answerNow);
  };
  const app = new HonoBase({ router: new PathRouter(), getPath: () => '/' });
  app.all('*', (c) => {
    const env = c.env as HostBindings | undefined;
    return answerReady(c.req.raw, env?.visitor);
  });
  app.onError((error) => responseToError(error));
  const answer = (request: Request, visitor?: string) =>
    whenAnswered(
      () => answerReady(request, visitor),
      (response) => response,
      responseToError,
    );
  const fetch = (input: Request | string | URL, init?: RequestInit) =>
    fetched(input, init, (request) => answer(request));
  const sandbox = Object.assign(viewOf(main), {
    ready,
    app: app as unknown as Sandbox['app'],
    client: clientOf(basePath, fetch),
    fetch,
    workspace: (name: string) => viewOf(workspaces.open(name), `${basePath}/w/${name}`),
    workspaces: () => workspaces.names(),
    removeWorkspace: (name: string) => workspaces.remove(name),
    fork() {
      const copy = createSandbox(options as SandboxOptions);
      copy.restore(main.core.snapshot());
      return copy;
    },
    ...(replayed === undefined ? {} : { settle: () => ready.then(() => main.core.schedule.settle()) }),
    close() {
      void workspaces.close();
    },
    [FOR_HOSTS]: { workspaces, answer },
  });
  return { sandbox, difference };
}

/** Replays a session in a workspace that was made for it. @returns the first difference, when all is done */
async function replayIn(
  workspace: OpenWorkspace,
  session: SessionFile,
  options: ReplayOptions,
): Promise<Difference | undefined> {
  const { Replay } = await import('./sessions/replay.ts');
  const { path: mount } = targetOf(session.BaseUrl);
  const view = viewOf(workspace, mount === '/' ? '' : mount);
  const recorder = recorderOf(workspace);
  const replay = new Replay(session, { workspace, recorder, fetch: view.fetch, call: callOf(view) }, options);
  try {
    return await replay.run();
  } finally {
    replay.release();
  }
}

/** Does a call of a sandbox by its name in a session. @throws Error for a name that no session records */
export function callOf({ clock, payments }: Pick<Workspace, 'clock' | 'payments'>) {
  const calls: Readonly<Record<SessionCall, (...args: never[]) => unknown>> = {
    'clock.advance': clock.advance,
    'clock.set': clock.set,
    'clock.cancel': clock.cancel,
    'clock.followWallClock': clock.followWallClock,
    'payments.next': payments.next,
    'payments.remove': payments.remove,
    'payments.clear': payments.clear,
  };
  return (name: string, args: readonly unknown[]) => calls[sessionCallOf(name)](...(args as never[]));
}

/** @throws Error that names the row */
function refuseDifference(difference: Difference | undefined): void {
  if (difference === undefined) return;
  const { Row, Message } = difference;
  throw new Error(`The session had a different result${Row === 0 ? '' : ` in row ${Row}`}: ${Message}`);
}

/** The inside of a sandbox, for a host. @throws TypeError when it was not made here */
export function insideOf(sandbox: Sandbox & { readonly [FOR_HOSTS]?: ForHosts }): ForHosts {
  const inside = sandbox[FOR_HOSTS];
  if (inside === undefined) throw new TypeError('Expected a sandbox from createSandbox.');
  return inside;
}

/** The workspaces behind a sandbox, for a host that keeps their states. @throws TypeError when it was not made here */
export function workspacesOf(sandbox: Sandbox): Workspaces {
  return insideOf(sandbox).workspaces;
}

/** @throws HttpProblem 400 for the name of a workspace that could not stand in a path, 404 where there is none */
function answerRequest(
  workspaces: Workspaces,
  basePath: string,
  request: Request,
  visitor: string | undefined,
): Response | Promise<Response> {
  const { url } = request;
  const { origin, path } = targetOf(url);
  // An app that mounts the sandbox may have taken the base path off.
  const below = isBelow(path, basePath) ? path.slice(basePath.length) : path;
  const [mount = '', encoded] = WORKSPACE.exec(below) ?? [];
  const answerIn = (workspace: OpenWorkspace) =>
    service.fetch(
      request,
      bindingsFor(workspace, url, origin, basePath + mount, below.slice(mount.length), visitor),
    );
  if (encoded === undefined) return answerIn(workspaces.main);
  const name = decodedName(encoded);
  const workspace = workspaces.find(name);
  return workspace === undefined ? answerFirst(workspaces, name, request, answerIn) : answerIn(workspace);
}

/** Answers the first request to a workspace, which makes it unless nothing is found there. */
async function answerFirst(
  workspaces: Workspaces,
  name: string,
  request: Request,
  answerIn: (workspace: OpenWorkspace) => Response | Promise<Response>,
): Promise<Response> {
  // A service worker does not see which site opens a page, in a window, frame or form: such a request makes nothing. It is
  // of the mode `same-origin` once its body was read.
  const isForeign = ['navigate', 'same-origin'].includes(request.mode) || isCrossSite(request);
  if (!workspaces.onFirstUse || isForeign || !workspaces.hasRoom) throw noWorkspace(name);
  const workspace = workspaces.open(name);
  const { revision } = workspace.core.state.documents;
  const response = await answerIn(workspace);
  // Requests that came at the same time may have found something.
  const unused = workspace.core.state.documents.revision === revision && workspace.traffic.log.count <= 1;
  if (response.status === 404 && unused) workspaces.remove(name);
  return response;
}

function noWorkspace(name: string): HttpProblem {
  return new HttpProblem(
    404,
    'NotFound',
    `There is no workspace "${withoutLongNumbers(name.slice(0, 64))}". POST /sandbox/workspaces {"Name": "…"} creates it; ` +
      'it is not created by pages of other sites, or if the sandbox is exposed.',
  );
}

function decodedName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

const isBelow = (path: string, base: string) => path === base || path.startsWith(`${base}/`);

/** @param mount path before the service's own paths: base path and workspace */
function bindingsFor(
  { core, traffic }: OpenWorkspace,
  url: string,
  origin: string,
  mount: string,
  path: string,
  visitor?: string,
): ServiceBindings {
  const { basePath = '', pagesUrl } = traffic.reach;
  const baseUrl = origin + mount;
  return {
    core,
    replacements: core.state.replacements,
    visitor,
    traffic,
    url,
    path: path || '/',
    baseUrl,
    pagesUrl: pagesUrl === undefined ? baseUrl : pagesUrl + mount.slice(basePath.length),
    operations: allOperations,
    answerAgent,
    createCopy: createSandbox,
    createReplay: replayingSandbox,
    warnings: [],
    ignored: new Map(),
    trace: { id: 0 },
    headers: {},
    response: undefined,
    responseHeaders: {},
    responseBody: null,
    route: undefined,
    client: undefined,
    caller: '',
    body: '',
    turn: undefined,
  };
}

/** Answers a coding agent in its workspace; what it needs is loaded when one asks first. */
async function answerAgent(request: Request, env: ServiceBindings): Promise<Response> {
  const { answerInWorkspace } = await import('./agent-access.ts');
  return answerInWorkspace(request, env, bindingsFor);
}

/** @param mount path below which the workspace is reached from outside; its own `fetch` takes paths without it too */
function viewOf(workspace: OpenWorkspace, mount = ''): Workspace {
  /** The text of a mail costs more than the mail, and a test that waits for one looks at all with each event. */
  const mailViews = new WeakMap<object, Mail>();
  const { core, traffic } = workspace;
  /** Does what cannot wait, as a turn of a session where there is one. */
  const call = <R>(name: string, args: readonly unknown[], work: () => R): R =>
    core.turns === undefined ? work() : core.turns.cutIn(new CallTurn(name, args), work);
  /** The same for what waits itself. */
  const begin = async (name: string, args: readonly unknown[], work: () => Promise<unknown>) => {
    const { turns } = core;
    await turns?.take(new CallTurn(name, args));
    try {
      await work();
    } finally {
      turns?.release();
    }
  };
  return {
    fetch: (input, init) =>
      fetched(input, init, (request) => {
        const { url } = request;
        const { origin, path } = targetOf(url);
        const taken = isBelow(path, mount) ? mount : '';
        return service.fetch(request, bindingsFor(workspace, url, origin, taken, path.slice(taken.length)));
      }),
    clock: {
      now: () => new Date(core.clock.now()),
      get mode() {
        return core.clock.mode;
      },
      nextDue: () => core.schedule.next && new Date(core.schedule.next.DueAt),
      advance: (duration) => begin('clock.advance', [duration], () => core.advance({ Advance: duration })),
      set(instant) {
        const Now = typeof instant === 'string' ? instant : instant.toISOString();
        return begin('clock.set', [Now], () => core.advance({ Now }));
      },
      get progress() {
        return core.schedule.progress;
      },
      cancel: () => begin('clock.cancel', [], () => core.cancelAdvance()),
      followWallClock() {
        call('clock.followWallClock', [], () => core.clock.followWallClock());
        core.schedule.arm();
      },
    },
    faults: traffic.faults,
    payments: {
      next: (decision) =>
        call('payments.next', [decision], () => core.transaction((tx) => decideNext(tx, decision))),
      list: () => [...core.tx.paymentDecisions],
      remove: (id) => call('payments.remove', [id], () => core.transaction((tx) => removeDecision(tx, id))),
      clear: () => call('payments.clear', [], () => core.transaction(clearDecisions)),
      decided: () => [...core.tx.decidedPayments],
    },
    reset({ keep } = {}) {
      call('reset', [], () => core.reset(keep));
      traffic.clear();
    },
    get revision() {
      return core.state.documents.revision;
    },
    snapshot: () => core.snapshot(),
    restore: (snapshot) => call('restore', [], () => core.restore(snapshot)),
    settle: () => core.schedule.settle(),
    session: () => sessionOf(traffic),
    pendingDeliveries: () =>
      core.tx.deliveries
        .where('Status', 'Pending')
        .map(({ Event, Url, NextAttemptAt = core.clock.now() }) => ({
          Event,
          Url,
          NextAttemptAt: timestamp(NextAttemptAt),
        })),
    mails: ({ take } = {}) =>
      core.tx.mails.list({ newestFirst: true, take }).map((entry) => {
        const mail = mailViews.get(entry) ?? mailView(entry, mount);
        mailViews.set(entry, mail);
        return mail;
      }),
    audit: () => audit(core.tx),
    async forecast({ Months, Config }) {
      const { forecast } = await import('../service/forecast/forecast.ts');
      return forecast(core, { Months, Config });
    },
    on(name, listener) {
      return core.feed.on('event', ({ At, Payload }) => {
        if (name === 'event' || Payload.Event === name) listener({ ...Payload, At: timestamp(At) });
      });
    },
  };
}

/**
 * Answers as `fetch` does.
 *
 * @throws the reason of the signal when it is aborted, an AbortError as a rule; nothing is done where it was aborted already
 */
async function fetched(
  input: Request | string | URL,
  init: RequestInit | undefined,
  answer: (request: Request) => Response | Promise<Response>,
): Promise<Response> {
  const request = asRequest(input, init);
  request.signal.throwIfAborted();
  try {
    return await answer(request);
  } finally {
    init?.signal?.throwIfAborted();
  }
}

function asRequest(input: Request | string | URL, init: RequestInit | undefined): Request {
  const ready = typeof input === 'object' && !(input instanceof URL) && init === undefined;
  // Not by `instanceof Request`: servers put a Request class of their own in the global one's place.
  return ready ? input : new Request(input, init);
}
