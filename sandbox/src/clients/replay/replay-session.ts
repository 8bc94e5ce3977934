import { replayingSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/sandbox.ts';
import type { ReplayOptions } from '../../sandbox/sessions/replay.ts';
import type { Difference, SessionFile } from '../../service/model/session.ts';

/** Replays a session, up to a row or to its end. @returns the sandbox, which the caller closes, and the first difference */
export async function replaySession(
  session: SessionFile,
  { until }: Pick<ReplayOptions, 'until'> = {},
  options: SandboxOptions = {},
): Promise<{ readonly sandbox: Sandbox; readonly difference: Difference | undefined }> {
  const replayed = replayingSandbox({ ...options, session }, until === undefined ? {} : { until });
  return { sandbox: replayed.sandbox, difference: await replayed.difference };
}
