import { HonoBase } from 'hono/hono-base';
import { refuseUnknown } from '../service/domain/basics/known-names.ts';
import { responseToError } from '../service/http/answers/problem-answer.ts';
import { whenAnswered } from '../service/http/middleware/middleware.ts';
import { splitUrl } from '../service/http/wire/path.ts';
import { PathRouter } from '../service/http/wire/router.ts';
import type { Difference, SessionFile } from '../service/model/session.ts';
import { Turns } from '../service/state/turns.ts';
import { type Arrival, answerRequest } from './answer-request.ts';
import { createClient } from './in-process.ts';
import type { Sandbox, SandboxOptions } from './sandbox-types.ts';
import { getRecorder, recordedSeed, recordIn, toOptions } from './sessions/recording.ts';
import type { ReplayOptions } from './sessions/replay.ts';
import { createCaller, fetched, toWorkspace } from './workspace-view.ts';
import { type OpenWorkspace, Workspaces } from './workspaces.ts';

export type * from './sandbox-types.ts';

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
  certify: true,
  record: true,
  session: true,
} satisfies Record<keyof SandboxOptions, true>);

/** Values that a host may pass with a request: `sandbox.app.fetch(request, { visitor })`. */
interface HostBindings {
  readonly visitor?: string;
}

/** The parts of a sandbox that only hosts use. */
interface ForHosts {
  readonly workspaces: Workspaces;
  /**
   * Responds to a request like `app.fetch`, without creating a second Hono context.
   *
   * @throws ConnectionDropped if a fault rule breaks the connection
   */
  readonly answer: (request: Request, arrival?: Arrival) => Response | Promise<Response>;
}

/** The key of the parts for hosts. */
const FOR_HOSTS = Symbol();

/** Creates a sandbox; checked-sandbox.ts checks its configuration first. */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  return replayingSandbox(options, {}).sandbox;
}

/** A sandbox, and the result of replaying its session. */
export function replayingSandbox(
  given: SandboxOptions,
  replay: ReplayOptions,
): { readonly sandbox: Sandbox; readonly difference: Promise<Difference | undefined> } {
  refuseUnknown(given, optionNames, 'createSandbox option ');
  const { session, ...others } = given;
  const options = session === undefined ? recordedSeed(others) : { ...others, ...toOptions(session) };
  const basePath = (options.basePath ?? '').replace(/\/+$/, '');
  const newTurns = () => {
    const at = session === undefined ? Date.now() : Date.parse(session.Start.At);
    return new Turns(() => at);
  };
  const workspaces = new Workspaces(
    options,
    { ...options, basePath },
    { createCopy: createSandbox, createReplay: replayingSandbox },
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
  const answerReady = (request: Request, arrival: Arrival) => {
    const answerNow = () => answerRequest(workspaces, basePath, request, arrival);
    return replayed === undefined ? answerNow() : replayed.then(answerNow, answerNow);
  };
  const app = new HonoBase({ router: new PathRouter(), getPath: () => '/' });
  app.all('*', (c) => {
    const env = c.env as HostBindings | undefined;
    return answerReady(c.req.raw, { visitor: env?.visitor });
  });
  app.onError((error) => responseToError(error));
  const answer = (request: Request, arrival: Arrival = {}) =>
    whenAnswered(
      () => answerReady(request, arrival),
      (response) => response,
      responseToError,
    );
  const fetch = (input: Request | string | URL, init?: RequestInit) =>
    fetched(input, init, (request) => answer(request));
  const sandbox = Object.assign(toWorkspace(main), {
    ready,
    app: app as unknown as Sandbox['app'],
    client: createClient(basePath, fetch),
    fetch,
    workspace: (name: string) => toWorkspace(workspaces.open(name), `${basePath}/w/${name}`),
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

/** Replays a session in a workspace created for it. @returns the first difference, once all rows are done */
async function replayIn(
  workspace: OpenWorkspace,
  session: SessionFile,
  options: ReplayOptions,
): Promise<Difference | undefined> {
  const { Replay } = await import('./sessions/replay.ts');
  const { path: mount } = splitUrl(session.BaseUrl);
  const view = toWorkspace(workspace, mount === '/' ? '' : mount);
  const recorder = getRecorder(workspace);
  const replay = new Replay(
    session,
    { workspace, recorder, fetch: view.fetch, call: createCaller(view) },
    options,
  );
  try {
    return await replay.run();
  } finally {
    replay.release();
  }
}

/** @throws Error that names the row */
function refuseDifference(difference: Difference | undefined): void {
  if (difference === undefined) return;
  const { Row, Message } = difference;
  throw new Error(`The session had a different result${Row === 0 ? '' : ` in row ${Row}`}: ${Message}`);
}

/** The internals of a sandbox, for a host. @throws TypeError if it was not created here */
export function forHosts(sandbox: Sandbox & { readonly [FOR_HOSTS]?: ForHosts }): ForHosts {
  const inside = sandbox[FOR_HOSTS];
  if (inside === undefined) throw new TypeError('Expected a sandbox from createSandbox.');
  return inside;
}

/** The workspaces of a sandbox, for a host that stores their states. @throws TypeError if it was not created here */
export function getWorkspaces(sandbox: Sandbox): Workspaces {
  return forHosts(sandbox).workspaces;
}
