import { checkedConfiguration } from '../configuration/check.ts';
import { conflict, invalid } from '../domain/problem.ts';
import { type ReplayedSession, type SessionFile, sessionFile } from '../model/session.ts';
import { incomingSnapshot } from '../snapshot/incoming.ts';
import { mistakesOf, written } from '../validation/mistakes.ts';
import type { ServiceBindings } from './env.ts';
import { refuseLargeCopy } from './fork.ts';
import { HttpProblem } from './http-problem.ts';

/** Rows of the longest session that is replayed: four times what is kept of one. */
const MAX_ROWS = 20_000;

/**
 * Replays a session beside a workspace, which then takes on the state.
 *
 * @param isDryRun only says what it comes to
 * @throws Problem 422 for what is no session, HttpProblem 507 where there is no room for its state
 */
export async function replayHere(
  { core, traffic: { usage }, createReplay }: ServiceBindings,
  body: string,
  isDryRun: boolean,
): Promise<ReplayedSession> {
  if (core.turns?.isReplay === true) throw conflict('A session cannot be replayed within a session.');
  const session = await checkedSession(body, usage);
  const onDocuments = (documents: number) => refuseLargeCopy(usage, documents, 1);
  // Nothing is sent: what is due then, this workspace sends when it has the state.
  const deliver = () => new Promise<Response>(() => {});
  const { sandbox, difference } = createReplay({ session, timers: false, deliver }, { onDocuments });
  try {
    const found = await difference;
    if (!isDryRun) core.restore(sandbox.snapshot());
    return { Rows: session.Rows.length, ...(found === undefined ? {} : { Difference: found }) };
  } finally {
    sandbox.close();
  }
}

/** A session from outside: with a state and a configuration that a sandbox could have. */
async function checkedSession(
  body: string,
  usage: ServiceBindings['traffic']['usage'],
): Promise<SessionFile> {
  const value = parsed(body);
  const { data: session, error } = sessionFile.safeParse(value);
  if (session === undefined) {
    const [mistake] = mistakesOf(error, value);
    throw invalid(written(mistake?.path ?? []), `${mistake?.message}. Expected a session of version 1`);
  }
  const { Rows, Start } = session;
  if (Rows.length > MAX_ROWS) throw invalid('Rows', `expected at most ${MAX_ROWS}, got ${Rows.length}`);
  if (Start.Config !== undefined) checkedConfiguration(Start.Config);
  if (Start.Snapshot !== undefined)
    await incomingSnapshot(chunksOf(JSON.stringify(Start.Snapshot)), (...came) => usage.noRoomFor(...came));
  return session;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new HttpProblem(
      400,
      'InvalidJson',
      'The body is not JSON. Send what GET /sandbox/session gave, by this or another sandbox.',
    );
  }
}

async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}
