import type { SessionAnswer } from '../model/session.ts';
import { replaySession } from '../session/replay-session.ts';
import { readSession } from './session-file.ts';
import type { ReplayCommandOptions } from './session-options.ts';

/** Exit code where a row came to something else. */
const FOUND = 1;

/** Replays a session and names the first row that came to something else, with both answers. */
export async function runReplay({ file, until }: ReplayCommandOptions): Promise<void> {
  const session = await readSession(file);
  const rows = session.Rows.filter(({ Row }) => Row <= (until ?? Infinity)).length;
  const { sandbox, difference } = await replaySession(session, until === undefined ? {} : { until });
  const now = sandbox.clock.now().toISOString();
  sandbox.close();
  if (difference === undefined) {
    process.stdout.write(
      `${rows} of ${session.Rows.length} rows replayed, all as recorded. The clock stands at ${now}.\n`,
    );
    return;
  }
  const { Row, Message, Recorded, Replayed } = difference;
  const answers =
    Recorded === undefined
      ? ''
      : `  recorded: ${answerText(Recorded)}\n  replayed: ${answerText(Replayed)}\n`;
  process.stdout.write(`${Row === 0 ? 'At the end' : `Row ${Row}`}: ${Message}\n${answers}`);
  process.exitCode = FOUND;
}

const answerText = ({ Status, Body = '' }: SessionAnswer = { Status: 0 }) => `${Status} ${Body}`.trimEnd();
