import { writeFile } from 'node:fs/promises';
import { replaySession } from '../../clients/replay/replay-session.ts';
import type { ExpectedContract } from '../../served/test-code/javascript.ts';
import { sessionAsTest, type TestKind } from '../../served/test-code/session-as-test.ts';
import type { SessionAnswer, SessionFile } from '../../service/model/session.ts';
import { print, printError } from './output.ts';
import { readSession } from './session-file.ts';
import type { ReplayCommandOptions } from './session-options.ts';
import { shrunk, toExpression } from './shrink-command.ts';

/** Exit code if a row gave a different result. */
const FOUND = 1;

/** Maximum number of contracts that a written test expects: the oldest ones. */
const MAX_CONTRACTS = 10;

const EXTENSIONS: Readonly<Record<TestKind, string>> = {
  vitest: '.test.ts',
  playwright: '.spec.ts',
  curl: '.sh',
};

/** Replays a session, or writes a shorter one or a test. */
export async function runReplay(options: ReplayCommandOptions): Promise<void> {
  const { file, until = Infinity, as, shrink } = options;
  const read = await readSession(file);
  if (as === undefined && shrink === undefined) return replay(read, options.until);
  const part = { ...read, Rows: read.Rows.filter(({ Row }) => Row <= until) };
  const session = shrink === undefined ? part : await shrunkFrom(part, shrink);
  const base = file.replace(/\.json$/, '') + (shrink === undefined ? '' : '.min');
  if (as === undefined) return write(options.out ?? `${base}.json`, `${JSON.stringify(session, null, 2)}\n`);
  const fails = shrink === undefined || toExpression(shrink) === undefined ? {} : { fails: shrink };
  const contracts = as === 'curl' ? [] : await contractsAtEnd(session);
  const test = sessionAsTest(session, as, { ...fails, contracts });
  await write(options.out ?? base + EXTENSIONS[as], test, as === 'curl');
}

/** The contracts after a replay; none if it differs from the recording. */
async function contractsAtEnd(session: SessionFile): Promise<ExpectedContract[]> {
  const { sandbox, difference } = await replaySession(session);
  const { contracts = [], invoices = [] } = sandbox.snapshot().Collections as {
    readonly [name: string]: readonly Contract[];
  };
  sandbox.close();
  if (difference !== undefined && difference.Row > 0) return [];
  return contracts.slice(0, MAX_CONTRACTS).map(({ Id, LifecycleStatus, Balance }) => ({
    id: Id,
    isActive: LifecycleStatus === 'Active',
    owed: Balance,
    invoices: invoices.filter(({ ContractId }) => ContractId === Id).length,
  }));
}

interface Contract {
  readonly Id: string;
  readonly ContractId?: string;
  readonly LifecycleStatus: string;
  readonly Balance: number;
}

async function shrunkFrom(session: SessionFile, condition: string): Promise<SessionFile> {
  const result = await shrunk(session, condition);
  printError(`${result.Rows.length} of ${session.Rows.length} rows still fail.\n`);
  return result;
}

async function write(path: string, text: string, isScript = false): Promise<void> {
  if (path === '-') return void print(text);
  await writeFile(path, text, isScript ? { mode: 0o755 } : {});
  print(`Wrote ${path}.\n`);
}

/** Names the first row with a different result, with both responses. */
async function replay(session: SessionFile, until: number | undefined): Promise<void> {
  const rows = session.Rows.filter(({ Row }) => Row <= (until ?? Infinity)).length;
  const { sandbox, difference } = await replaySession(session, until === undefined ? {} : { until });
  const now = sandbox.clock.now().toISOString();
  sandbox.close();
  if (difference === undefined) {
    print(
      `${rows} of ${session.Rows.length} rows replayed with the recorded results. The clock is at ${now}.\n`,
    );
    return;
  }
  const { Row, Message, Recorded, Replayed } = difference;
  const answers =
    Recorded === undefined
      ? ''
      : `  recorded: ${answerText(Recorded)}\n  replayed: ${answerText(Replayed)}\n`;
  print(`${Row === 0 ? 'At the end' : `Row ${Row}`}: ${Message}\n${answers}`);
  process.exitCode = FOUND;
}

const answerText = ({ Status, Body = '' }: SessionAnswer = { Status: 0 }) => `${Status} ${Body}`.trimEnd();
