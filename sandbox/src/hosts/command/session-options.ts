import { type Command, Option } from 'commander';
import { type TestKind, testKinds } from '../../served/test-code/session-as-test.ts';
import { parseRow } from './argument-parsers.ts';

export interface ReplayCommandOptions {
  readonly file: string;
  /** The last row to replay. */
  readonly until?: number;
  /** Write it as a test instead. */
  readonly as?: TestKind;
  /** Reduce it to the fewest rows for which this expression is true, or this command fails. */
  readonly shrink?: string;
  /** The file to write; `-` is the standard output. */
  readonly out?: string;
}

/** The command that replays a session (docs/sessions.md), loaded on demand. */
export interface SessionCommand {
  readonly command: 'replay';
  readonly options: ReplayCommandOptions;
}

/** Adds the options to start with recording, or to continue from a session. */
export function addSessionOptions(program: Command): void {
  program
    .option('--record', 'record all requests, for GET /sandbox/session')
    .option(
      '--session <file>',
      'replay this session and continue from its end, with its seed, clock and configuration',
    );
}

/** Adds the command. @param found receives the parsed command line */
export function addSessionCommand(program: Command, found: (command: SessionCommand) => void): void {
  program
    .command('replay')
    .description(
      'replay a session, convert it to a test, or shrink it; exits with 1 and reports the first row with a different result',
    )
    .argument('<file>', 'a session from GET /sandbox/session')
    .option('--until <row>', 'last row to replay', parseRow)
    .addOption(
      new Option('--as <kind>', 'convert it to a test or script that takes ids from responses').choices(
        testKinds,
      ),
    )
    .option(
      '--shrink <condition>',
      'reduce it to the fewest rows for which an expression with `sandbox` is true, or a command fails',
    )
    .option('--out <file>', 'file to write (default: next to the session file; - for standard output)')
    .action((file: string, options: Omit<ReplayCommandOptions, 'file'>) =>
      found({ command: 'replay', options: { file, ...options } }),
    );
}
