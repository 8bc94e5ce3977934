import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ForecastOptions } from './forecast-command.ts';
import type { ImportOptions } from './import-command.ts';
import type { RecordOptions } from './record-command.ts';
import type { VerifyOptions } from './verify-command.ts';

/** A command about the merchant's own account (docs/your-account.md). Each is loaded when it is asked for. */
export type AccountCommand =
  | { readonly command: 'import'; readonly options: ImportOptions }
  | { readonly command: 'verify'; readonly options: VerifyOptions }
  | { readonly command: 'record'; readonly options: RecordOptions }
  | { readonly command: 'forecast'; readonly options: ForecastOptions };

/** Names of the commands that end with 2 where they cannot be done, and with 1 where they find something. */
export const accountCommands = ['import', 'verify', 'record', 'forecast'] as const;

const MAX_MONTHS = 120;

/** Adds the commands. @param portOf reads a port @param found gets what the command line asks for */
export function addAccountCommands(
  program: Command,
  portOf: (text: string) => number,
  found: (command: AccountCommand) => void,
): void {
  addRecord(program, portOf, found);
  program
    .command('import')
    .description(
      'read the catalogue of your account into a configuration file, and its contracts into a snapshot; the secret comes from CLIENTLIB_CLIENT_SECRET',
    )
    .requiredOption('--from <url>', 'address of the service, https or this machine')
    .requiredOption('--client-id <id>', 'client of your account')
    .option('--auth-url <url>', 'address of its token endpoint, where it is another one')
    .option('-o, --out <file>', 'configuration file', 'sandbox.config.json')
    .option('-y, --yes', 'overwrite a file that differs')
    .addOption(
      new Option('--with <what>', 'customers and contracts too, without personal and payment data').choices([
        'contracts',
      ]),
    )
    .option('--snapshot <file>', 'file for the contracts', 'sandbox.snapshot.ndjson')
    .action((options: ImportOptions) => found({ command: 'import', options }));
  program
    .command('verify')
    .description('compare the sandbox with the service: the same requests to both, nothing is changed')
    .option(
      '--against <url>',
      'address of the service, https or this machine; without it a cassette is compared',
    )
    .option('--client-id <id>', 'client of your account; the secret comes from CLIENTLIB_CLIENT_SECRET')
    .option('--auth-url <url>', 'address of its token endpoint, where it is another one')
    .option('-c, --config <file>', 'configuration of the sandbox, as import has written it')
    .option('--accept <file>', 'known differences')
    .option('--cassette <file>', 'answers of the service: written with --against, read without it')
    .option('--junit <file>', 'write the result for a CI server')
    .option('--write', 'whole signups too, on a test account')
    .option('--public-key <key>', 'public key of the account, for --write')
    .action((options: VerifyOptions) => found({ command: 'verify', options }));
  program
    .command('forecast')
    .description(
      'what will be billed, when and to whom; with another configuration, what it changes for whom',
    )
    .argument('[url]', 'address of a sandbox that runs (default: http://localhost:4400)')
    .addOption(
      new Option('-m, --months <number>', 'months from now').makeOptionMandatory().argParser(monthsOf),
    )
    .option('--snapshot <file>', 'a snapshot, in place of a sandbox that runs')
    .option('-c, --config <file>', 'another configuration')
    .addOption(new Option('-f, --format <format>').choices(['text', 'csv', 'json']).default('text'))
    .addOption(
      new Option('--control-token <text>', 'of a sandbox that others can reach').env(
        'CLIENTLIB_SANDBOX_CONTROL_TOKEN',
      ),
    )
    .action((url: string | undefined, options: ForecastOptions) => {
      if (url !== undefined && options.snapshot !== undefined)
        throw new InvalidArgumentError('Expected an address or --snapshot, not both.');
      found({ command: 'forecast', options: url === undefined ? options : { ...options, url } });
    });
}

function addRecord(
  program: Command,
  portOf: (text: string) => number,
  found: (command: AccountCommand) => void,
): void {
  program
    .command('record')
    .description('a proxy in front of your service: keeps the traffic of your tests, for verify --cassette')
    .requiredOption('--from <url>', 'address of the service, https or this machine')
    .addOption(
      new Option('-p, --port <number>', 'port to listen on; 0 takes a free one')
        .default(4410)
        .argParser(portOf),
    )
    .option('-o, --out <file>', 'cassette, without secrets and personal data', 'cassette.json')
    .action((options: RecordOptions) => found({ command: 'record', options }));
}

function monthsOf(text: string): number {
  const months = Number(text);
  if (!/^\d+$/.test(text) || months < 1 || months > MAX_MONTHS)
    throw new InvalidArgumentError(`Expected months, 1 to ${MAX_MONTHS}.`);
  return months;
}
