import type { CoreOptions } from '../../service/core/core.ts';
import { invalid } from '../../service/domain/basics/problem.ts';
import { getHistory } from '../../service/http/traffic/history.ts';
import { notRecorded } from '../../service/http/traffic/recorded-session.ts';
import type { HostOptions } from '../../service/http/traffic/traffic.ts';
import type { SessionFile } from '../../service/model/session.ts';
import { Random } from '../../service/state/random.ts';
import type { OpenWorkspace } from '../workspaces.ts';
import { Recorder } from './recorder.ts';
import { writeSessionFile } from './session-file.ts';

const recorders = new WeakMap<OpenWorkspace['core'], Recorder>();

/** The options with the seed that recording requires. */
export function recordedSeed<Options extends CoreOptions>(options: Options): Options {
  return options.record === true ? { ...options, seed: options.seed ?? new Random().hex(32) } : options;
}

/** The options of the sandbox in which a session began. @throws Problem for an invalid session */
export function toOptions(
  session: SessionFile,
): CoreOptions & { readonly record: true; readonly pagesUrl?: string } {
  if (session.Format !== 'clientlib-sandbox session' || session.Version !== 1)
    throw invalid('session', 'expected a session of version 1 from session() or GET /sandbox/session');
  const { Seed, Clock, Strict, Config, Webhooks, PagesUrl } = session.Start;
  return {
    record: true,
    seed: Seed,
    ...(Clock === undefined ? {} : { clock: Clock }),
    ...(Strict === undefined ? {} : { strict: Strict }),
    ...(Config === undefined ? {} : { config: Config as CoreOptions['config'] & object }),
    ...(Webhooks === undefined ? {} : { webhooks: Webhooks as CoreOptions['webhooks'] & object }),
    ...(PagesUrl === undefined ? {} : { pagesUrl: PagesUrl }),
  };
}

/** Starts recording the turns of a workspace. */
export function recordIn(
  workspace: OpenWorkspace,
  options: CoreOptions & Pick<HostOptions, 'quotas'>,
  seed = options.seed,
): void {
  const { core, traffic } = workspace;
  const { turns } = core;
  if (turns === undefined) return;
  const { sessionCharacters } = options.quotas ?? {};
  const given = { ...options, ...(seed === undefined ? {} : { seed }) };
  const recorder = new Recorder(core, turns, given, sessionCharacters);
  turns.realTime = Date.now;
  recorders.set(core, recorder);
  const history = getHistory(core, traffic);
  history.session = recorder;
  recorder.onEnd = () => history.turnEnded();
  traffic.session = () => {
    if (core.turns === undefined) throw notRecorded();
    return writeSessionFile(recorder, workspace);
  };
}

export function getRecorder({ core }: OpenWorkspace): Recorder {
  const recorder = recorders.get(core);
  if (recorder === undefined) throw notRecorded();
  return recorder;
}
