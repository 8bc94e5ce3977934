import { writeFile } from 'node:fs/promises';
import type { SessionAnswer, SessionFile } from '../model/session.ts';
import { replaySession } from '../session/replay-session.ts';
import { sessionAsTest, type TestKind } from '../test-code/session-as-test.ts';
import { readSession } from './session-file.ts';
import type { ReplayCommandOptions } from './session-options.ts';

/** Exit code where a row came to something else. */
const FOUND = 1;

/** How the files of tests end. */
const EXTENSIONS: Readonly<Record<TestKind, string>> = {
  vitest: '.test.ts',
  playwright: '.spec.ts',
  curl: '.sh',
};

/** Replays a session, or writes it as a test. */
export async function runReplay(options: ReplayCommandOptions): Promise<void> {
  const { file, until, as } = options;
  const session = await readSession(file);
  if (as === undefined) return replay(session, until);
  const Rows = session.Rows.filter(({ Row }) => Row <= (until ?? Infinity));
  const path = options.out ?? file.replace(/\.json$/, '') + EXTENSIONS[as];
  const code = sessionAsTest({ ...session, Rows }, as);
  if (path === '-') return void process.stdout.write(code);
  await writeFile(path, code, as === 'curl' ? { mode: 0o755 } : {});
  process.stdout.write(`Wrote ${path}.\n`);
}

/** Names the first row that came to something else, with both answers. */
async function replay(session: SessionFile, until: number | undefined): Promise<void> {
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
