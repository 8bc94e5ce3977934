import { Command, CommanderError, Option } from 'commander';
import { nearestName } from '../../service/domain/basics/nearest-name.ts';
import { version } from '../../service/http/wire/version.ts';
import type { DataSync } from '../node/node.ts';
import { type AccountCommand, addAccountCommands } from './account-options.ts';
import { type AgentCommand, addAgentCommand } from './agent-options.ts';
import {
  append,
  parseCount,
  parseHosts,
  parseHttpUrl,
  parseInstant,
  parsePort,
  parseReadBack,
  parseSeconds,
} from './argument-parsers.ts';
import type { ExploreCommand } from './explore-command.ts';
import { addSessionCommand, addSessionOptions, type SessionCommand } from './session-options.ts';

export type LogFormat = 'pretty' | 'json';

/** The options with which the sandbox is started. */
export interface StartCommand {
  readonly port: number;
  readonly host: string;
  readonly config?: string;
  readonly clock?: string;
  readonly seed?: string;
  readonly strict?: true;
  readonly record?: true;
  readonly session?: string;
  readonly webhook?: readonly string[];
  readonly data?: string;
  readonly snapshot?: string;
  readonly dataSync: DataSync;
  readonly log: LogFormat;
  readonly quiet?: true;
  readonly controlToken?: string;
  readonly insecure?: true;
  readonly allowedHost?: readonly string[];
  readonly privateWebhooks?: true;
}

export type CommandLine =
  | { readonly command: 'start'; readonly options: StartCommand }
  | { readonly command: 'init'; readonly folder: string; readonly serviceWorker: boolean }
  | { readonly command: 'wait'; readonly url: string; readonly timeoutSeconds: number }
  | { readonly command: 'certify'; readonly options: CertifyCommand }
  | { readonly command: 'explore'; readonly options: ExploreCommand }
  | AccountCommand
  | AgentCommand
  | SessionCommand
  /** Help or version, to be printed. */
  | { readonly command: 'print'; readonly text: string };

export interface CertifyCommand {
  /** Address of the webhook receiver. */
  readonly receiver: string;
  /** URL that returns the merchant's view of a contract, with `{contract}` in it. */
  readonly readBack?: string;
  /** Port of the sandbox that the receiver reads from. */
  readonly port?: number;
  /** Maximum number of orders in which the events of a life are sent. */
  readonly maxOrders: number;
  /** Files to write. */
  readonly junit?: string;
  readonly html?: string;
}

/** An error in the command line, shown in one line without a stack trace. */
export class UsageError extends Error {}

export const DEFAULT_PORT = 4400;
/** The orders of six events. */
const ALL_ORDERS = 720;

const examples = `
Examples:
  clientlib-sandbox                                   start on port 4400
  clientlib-sandbox -p 0 -t 2026-01-15T10:00:00Z      free port, paused clock
  clientlib-sandbox -w http://localhost:3000/hooks    send all webhooks to your back end
  clientlib-sandbox -d .sandbox -c sandbox.json       keep the state, with your own catalogue
  clientlib-sandbox wait && npm test                  in CI, after starting it in the background
  clientlib-sandbox init public                       copy the browser files into your public folder
`;

const usage = `[options]
       clientlib-sandbox init <public folder> [--service-worker]
       clientlib-sandbox wait [url] [--timeout <seconds>]
       clientlib-sandbox certify --receiver <url> [--read-back <url>]
       clientlib-sandbox explore <file> [--workers <number>]
       clientlib-sandbox types [--from <url> | --config <file>] [--out <file>] [--check]
       clientlib-sandbox import --from <url> --client-id <id> [--with contracts]
       clientlib-sandbox verify --against <url> --client-id <id> [--config <file>]
       clientlib-sandbox capture --from <url> [--port <number>] [--out <file>]
       clientlib-sandbox forecast [url] --months <number> [--snapshot <file>] [--config <file>]
       clientlib-sandbox mcp [url]
       clientlib-sandbox mcp init [--editor <name>]
       clientlib-sandbox replay <file> [--until <row>] [--as <target>] [--shrink <condition>] [--out <file>]`;

/** Reads the arguments of the command. @throws UsageError */
export function readCommandLine(args: readonly string[]): CommandLine {
  let result: CommandLine | undefined;
  let printed = '';
  const found = (command: CommandLine) => {
    result = command;
  };
  const program = startCommand(found);
  addInit(program, found);
  addWait(program, found);
  addCertify(program, found);
  addExplore(program, found);
  addSessionOptions(program);
  addSessionCommand(program, found);
  addAccountCommands(program, found);
  addAgentCommand(program, found);
  const commandsOfAgents = program.commands.flatMap((one) => one.commands);
  for (const one of [program, ...program.commands, ...commandsOfAgents])
    one.exitOverride().configureOutput({
      writeOut: (text) => {
        printed += text;
      },
      writeErr: () => {},
    });
  try {
    program.parse([...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw new UsageError(toSentence(error.message));
  }
  return result ?? { command: 'print', text: printed };
}

type Found = (command: CommandLine) => void;

/** The command without a name, which starts the sandbox. */
function startCommand(found: Found): Command {
  const program = new Command('clientlib-sandbox')
    .description('A simulated subscription-billing service on your machine.')
    .argument('[command]')
    // `-p` after a command belongs to the command.
    .enablePositionalOptions()
    .usage(usage)
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .addHelpText('after', examples)
    .action((command: string | undefined, options: StartCommand) => {
      if (command !== undefined) throw unknownCommand(command, program);
      found({ command: 'start', options });
    });
  for (const option of startOptions()) program.addOption(option);
  return program.version(version, '-v, --version', 'print the version');
}

const startOptions = (): Option[] => [
  new Option('-p, --port <number>', 'port to listen on; 0 picks a free port')
    .default(DEFAULT_PORT)
    .argParser(parsePort),
  new Option('-H, --host <address>', 'address to listen on').default('127.0.0.1'),
  new Option(
    '--allowed-host <name>',
    'another host name of this sandbox, such as that of its container; repeat for more',
  )
    .env('HOSTS')
    .argParser(parseHosts),
  new Option('--private-webhooks', 'allow webhooks to this machine and its network, even with --host'),
  new Option('-c, --config <file>', 'JSON file that overrides the default account and catalogue'),
  new Option(
    '-t, --clock <instant>',
    'start at this ISO 8601 instant with a paused clock (default: follow real time)',
  ).argParser(parseInstant),
  new Option(
    '-s, --seed <text>',
    'make ids and random choices repeatable: same seed, same requests, same responses',
  ),
  new Option('--strict', 'treat warnings as errors (unknown properties, client_id in the body)'),
  new Option('-w, --webhook <url>', 'send all events to this URL; repeat for more URLs').argParser(append),
  new Option('-d, --data <folder>', 'folder to store the state in (default: memory only)'),
  new Option('--snapshot <file>', 'start from this snapshot (JSON or NDJSON) instead of the stored state'),
  new Option(
    '--data-sync <when>',
    'when to respond: after changes are on disk or, with none, after the operating system has them (faster)',
  )
    .choices(['commit', 'none'])
    .default('commit'),
  new Option('-l, --log <format>', 'format of the log on standard output')
    .choices(['pretty', 'json'])
    .default('pretty'),
  new Option('-q, --quiet', 'print the ready line only'),
  new Option(
    '--control-token <text>',
    'token for the control API; required if --host is reachable from other machines',
  ).env('CLIENTLIB_SANDBOX_CONTROL_TOKEN'),
  new Option(
    '--insecure',
    'allow the control API without a token, even if --host is reachable from other machines',
  ).env('CLIENTLIB_SANDBOX_INSECURE'),
];

function addInit(program: Command, found: Found): void {
  program
    .command('init')
    .description('copy the browser files into the public folder of your web server')
    .argument('<public folder>')
    .option(
      '--service-worker',
      'copy the worker that runs the whole sandbox, instead of the shell page for MSW',
    )
    .action((folder: string, options: { readonly serviceWorker?: true }) =>
      found({ command: 'init', folder, serviceWorker: options.serviceWorker === true }),
    );
}

function addWait(program: Command, found: Found): void {
  program
    .command('wait')
    .description('wait until a sandbox is ready')
    .argument('[url]', 'address of the sandbox', `http://localhost:${DEFAULT_PORT}`)
    .option('--timeout <seconds>', 'give up after this many seconds', parseSeconds, 30)
    .action((url: string, options: { readonly timeout: number }) =>
      found({ command: 'wait', url, timeoutSeconds: options.timeout }),
    );
}

function addCertify(program: Command, found: Found): void {
  program
    .command('certify')
    .description(
      'test a webhook receiver with everything that a real service can send, and report its errors',
    )
    .requiredOption('--receiver <url>', 'address of the receiver', parseHttpUrl)
    .option(
      '--read-back <url>',
      'URL at which your back end returns its view of a contract: http://localhost:3000/access/{contract}',
      parseReadBack,
    )
    .option(
      '-p, --port <number>',
      'port of the sandbox that the receiver reads from (default: 4400, or a free port if that is in use)',
      parsePort,
    )
    .option(
      '--max-orders <number>',
      'maximum number of event orders to try for each contract',
      parseCount,
      ALL_ORDERS,
    )
    .option('--junit <file>', 'write the result as JUnit XML')
    .option('--html <file>', 'write the result as an HTML page')
    .action((options: CertifyCommand) => found({ command: 'certify', options }));
}

function addExplore(program: Command, found: Found): void {
  program
    .command('explore')
    .description('run your code against every course of a contract, and report the failed checks')
    .argument('<file>', 'module that exports scenario and options')
    .option('--workers <number>', 'threads, up to 64', parseCount, 1)
    .option('--junit <file>', 'write the report as JUnit XML')
    .option('--html <file>', 'write the report as an HTML page')
    .action((file: string, options: Omit<ExploreCommand, 'file'>) =>
      found({ command: 'explore', options: { file, ...options } }),
    );
}

function toSentence(message: string): string {
  const [first = '', ...more] = message.replace(/^error: /, '').split('\n');
  const sentence = `${first.charAt(0).toUpperCase()}${first.slice(1).replace(/([^.?!])$/, '$1.')}`;
  return [sentence, ...more.map((line) => line.replace(/^\((.*)\)$/, '$1'))].join(' ');
}

function unknownCommand(name: string, program: Command): UsageError {
  const commands = program.commands.map((one) => one.name());
  const nearest = nearestName(name, commands);
  const hint =
    nearest === undefined
      ? `Commands are ${commands.slice(0, -1).join(', ')} and ${commands.at(-1)}.`
      : `Did you mean ${nearest}?`;
  return new UsageError(`Unknown command "${name}". ${hint} To start the sandbox, omit the command.`);
}
