import { checkedConfiguration } from '../../../configuration/check.ts';
import { conflict } from '../../../domain/basics/problem.ts';
import type { ReplayedSession, SessionFile } from '../../../model/session.ts';
import { incomingSession } from '../../../snapshot/incoming-session.ts';
import { refuseLargeCopy } from '../../traffic/fork.ts';
import { allowsPrivateTargets, checkTarget } from '../../traffic/private-target.ts';
import type { HostOptions, Traffic } from '../../traffic/traffic.ts';
import { refuseEndlessJson } from '../../wire/hostile-json.ts';
import { HttpProblem } from '../../wire/http-problem.ts';
import type { ServiceBindings } from '../../zones/env.ts';

/** A received session, and the options of its replay. */
interface SessionRequest {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Aborts the replay when the client has disconnected. */
  readonly signal: AbortSignal;
  /** Whether to leave the state unchanged. */
  readonly isDryRun: boolean;
}

/**
 * Replays a session in a copy of a workspace, which then adopts the resulting state.
 *
 * @throws Problem 422 for an invalid session, HttpProblem 507 if there is no space for its state
 */
export async function replayHere(
  { core, traffic, createReplay }: ServiceBindings,
  { chunks, signal, isDryRun }: SessionRequest,
): Promise<ReplayedSession> {
  const { usage, hostOptions } = traffic;
  if (core.turns?.isReplay === true) throw conflict('A session cannot be replayed within a session.');
  const session = await checkedSession(chunks, traffic);
  const onDocuments = (documents: number) => {
    if (signal.aborted) throw conflict('The client left before the session was replayed.');
    refuseLargeCopy(usage, documents, 1);
  };
  // The copy sends nothing: this workspace sends what is due once it has the state.
  const deliver = () => new Promise<Response>(() => {});
  // Replayed requests add to this workspace's documents, but are not subject to its rate limit.
  const { requestsPerMinute: _, ...quotas } = hostOptions.quotas ?? {};
  const { workspaces, refuseTarget } = hostOptions;
  const options = {
    session,
    timers: false,
    deliver,
    quotas,
    privateWebhooks: allowsPrivateTargets(hostOptions),
    ...(workspaces && { workspaces }),
    ...(refuseTarget && { refuseTarget }),
  } as const;
  const { sandbox, difference } = createReplay(options, { onDocuments });
  try {
    const found = await difference;
    if (!isDryRun) core.restore(sandbox.snapshot());
    return { Rows: session.Rows.length, ...(found === undefined ? {} : { Difference: found }) };
  } finally {
    sandbox.close();
  }
}

/** Validates a session from outside, including its state and configuration. */
async function checkedSession(
  chunks: AsyncIterable<Uint8Array>,
  { usage, hostOptions }: Traffic,
): Promise<SessionFile> {
  const session = await incomingSession(chunks, (...came) => usage.noRoomFor(...came), notJson());
  const { Config, Webhooks = [] } = session.Start;
  for (const [at, webhook] of (Webhooks as HostOptions['webhooks'] & object).entries()) {
    const url = typeof webhook === 'string' ? webhook : webhook.Url;
    checkTarget(hostOptions, url, false, `Start.Webhooks[${at}]`);
  }
  if (Config !== undefined) {
    refuseEndlessJson(Config, hostOptions.quotas?.configurationValues);
    checkedConfiguration(Config);
  }
  return session;
}

function notJson(): HttpProblem {
  return new HttpProblem(
    400,
    'InvalidJson',
    'The body is not JSON. Send the response of GET /sandbox/session, from this or another sandbox.',
  );
}
