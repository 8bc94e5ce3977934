import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseMonths, parsePort } from './argument-parsers.ts';
import type { CaptureOptions } from './capture-command.ts';
import type { ForecastOptions } from './forecast-command.ts';
import type { ImportOptions } from './import-command.ts';
import type { TypesOptions } from './types-command.ts';
import type { VerifyOptions } from './verify-command.ts';

/** A command for the merchant's own account (docs/your-account.md), loaded on demand. */
export type AccountCommand =
  | { readonly command: 'import'; readonly options: ImportOptions }
  | { readonly command: 'verify'; readonly options: VerifyOptions }
  | { readonly command: 'capture'; readonly options: CaptureOptions }
  | { readonly command: 'forecast'; readonly options: ForecastOptions }
  | { readonly command: 'types'; readonly options: TypesOptions };

/** Names of the commands that exit with 2 if they fail, and with 1 if they find something. */
export const accountCommands = ['import', 'verify', 'capture', 'record', 'forecast', 'types'] as const;

/** Adds the commands. @param found receives the parsed command line */
export function addAccountCommands(program: Command, found: (command: AccountCommand) => void): void {
  addCapture(program, found);
  addTypes(program, found);
  program
    .command('import')
    .description(
      'import the catalogue of your account into a configuration file, and its contracts into a snapshot; set the client secret in CLIENTLIB_CLIENT_SECRET',
    )
    .requiredOption('--from <url>', 'URL of the service; https, or http on this machine')
    .requiredOption('--client-id <id>', 'client id of your account')
    .option('--auth-url <url>', 'URL of the token endpoint, if it differs')
    .option('-o, --out <file>', 'configuration file', 'sandbox.config.json')
    .option('-y, --yes', 'overwrite the file if it differs')
    .addOption(
      new Option(
        '--with <what>',
        'also import customers and contracts, without personal and payment data',
      ).choices(['contracts']),
    )
    .option('--snapshot <file>', 'file for the contracts', 'sandbox.snapshot.ndjson')
    .action((options: ImportOptions) => found({ command: 'import', options }));
  program
    .command('verify')
    .description('compare the sandbox with the service: sends the same read-only requests to both')
    .option(
      '--against <url>',
      'URL of the service; https, or http on this machine. Without it, a cassette is compared',
    )
    .option('--client-id <id>', 'client id of your account; set the client secret in CLIENTLIB_CLIENT_SECRET')
    .option('--auth-url <url>', 'URL of the token endpoint, if it differs')
    .option('-c, --config <file>', 'configuration of the sandbox, as written by import')
    .option('--accept <file>', 'known differences')
    .option('--cassette <file>', 'responses of the service: written with --against, read without it')
    .option('--junit <file>', 'write the result as JUnit XML')
    .option('--write', 'also compare complete signups, on a test account')
    .option('--public-key <key>', 'public key of the account, for --write')
    .action((options: VerifyOptions) => found({ command: 'verify', options }));
  program
    .command('forecast')
    .description(
      'show what will be billed, when and to whom; with --config, what a new configuration changes for each customer',
    )
    .argument('[url]', 'URL of a running sandbox (default: http://localhost:4400)')
    .requiredOption('-m, --months <number>', 'number of months from now', parseMonths)
    .option('--snapshot <file>', 'use a snapshot instead of a running sandbox')
    .option('-c, --config <file>', 'configuration to compare with')
    .addOption(new Option('-f, --format <format>').choices(['text', 'csv', 'json']).default('text'))
    .addOption(
      new Option('--control-token <text>', 'control token of a sandbox that other machines can reach').env(
        'CLIENTLIB_SANDBOX_CONTROL_TOKEN',
      ),
    )
    .action((url: string | undefined, options: ForecastOptions) => {
      if (url !== undefined && options.snapshot !== undefined)
        throw new InvalidArgumentError('Expected a URL or --snapshot, not both.');
      found({ command: 'forecast', options: url === undefined ? options : { ...options, url } });
    });
}

function addTypes(program: Command, found: (command: AccountCommand) => void): void {
  program
    .command('types')
    .description(
      'write the catalogue as TypeScript: names and unions of plan variants, components and coupons',
    )
    .option('--from <url>', 'URL of a running sandbox')
    .option('-c, --config <file>', 'configuration, as written by import (default: the default catalogue)')
    .option('-o, --out <file>', 'TypeScript file', 'catalogue.ts')
    .option('--check', 'write nothing, and exit with 1 if the file differs from the catalogue')
    .action((options: TypesOptions) => {
      if (options.from !== undefined && options.config !== undefined)
        throw new InvalidArgumentError('Expected --from or --config, not both.');
      found({ command: 'types', options });
    });
}

function addCapture(program: Command, found: (command: AccountCommand) => void): void {
  program
    .command('capture')
    .alias('record')
    .description(
      'start a proxy in front of your service that captures the traffic of your tests, for verify --cassette',
    )
    .requiredOption('--from <url>', 'URL of the service; https, or http on this machine')
    .option('-p, --port <number>', 'port to listen on; 0 picks a free port', parsePort, 4410)
    .option('-o, --out <file>', 'file for the recording, without secrets and personal data', 'cassette.json')
    .action((options: CaptureOptions) => found({ command: 'capture', options }));
}
