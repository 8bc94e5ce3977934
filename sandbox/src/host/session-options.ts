import { type Command, InvalidArgumentError, Option } from 'commander';
import { type TestKind, testKinds } from '../test-code/session-as-test.ts';

/** What `replay` takes. */
export interface ReplayCommandOptions {
  readonly file: string;
  /** The last row that is replayed. */
  readonly until?: number;
  /** Write it as a test instead. */
  readonly as?: TestKind;
  /** Cut it to the fewest rows for which this expression is true, or this command fails. */
  readonly shrink?: string;
  /** The file that is written; `-` is the standard output. */
  readonly out?: string;
}

/** The command that replays a session (docs/sessions.md). It is loaded when it is asked for. */
export interface SessionCommand {
  readonly command: 'replay';
  readonly options: ReplayCommandOptions;
}

/** Adds the options of a start that records, or goes on from a session. */
export function addSessionOptions(program: Command): void {
  program
    .option('--record', 'keep what happens, for GET /sandbox/session')
    .option(
      '--session <file>',
      'replay this session and go on from its end; its seed, clock and configuration count',
    );
}

/** Adds the command. @param found gets what the command line asks for */
export function addSessionCommand(program: Command, found: (command: SessionCommand) => void): void {
  program
    .command('replay')
    .description(
      'replay a session, write it as a test, or shrink it; ends with 1 where a row comes to something else, and names the first one',
    )
    .argument('<file>', 'what GET /sandbox/session gave')
    .addOption(new Option('--until <row>', 'the last row that is replayed').argParser(rowOf))
    .addOption(
      new Option('--as <kind>', 'write it as a test or script that takes ids from answers').choices(
        testKinds,
      ),
    )
    .option(
      '--shrink <condition>',
      'cut it to the fewest rows with which an expression over `sandbox` is true, or a command fails',
    )
    .option('--out <file>', 'the file that is written (default: beside the session; - prints it)')
    .action((file: string, options: Omit<ReplayCommandOptions, 'file'>) =>
      found({ command: 'replay', options: { file, ...options } }),
    );
}

function rowOf(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('Expected the number of a row, from 1.');
  return Number(text);
}
