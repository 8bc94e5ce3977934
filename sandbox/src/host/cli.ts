import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Configuration } from '../configuration/configuration.ts';
import { Problem } from '../domain/problem.ts';
import { version } from '../http/version.ts';
import { instantOf } from '../model/iso-8601.ts';
import { init } from './init.ts';
import { type DataSync, startSandbox } from './node.ts';
import { undelivered } from './undelivered.ts';

const help = `clientlib-sandbox: the subscription billing service, simulated, on this machine.

  clientlib-sandbox [options]
  clientlib-sandbox init <public folder> [--service-worker]

init puts the files with which the sandbox runs in a browser beside your own: the shell page for MSW, or with
--service-worker the worker in which the whole sandbox runs.

  --port 4400          port to listen on; 0 takes a free one
  --host 127.0.0.1     address to listen on
  --config FILE        JSON file with overrides of account and catalogue
  --clock ISO          the instant at which the clock stands; without it the clock follows the real time
  --seed TEXT          decides ids and randomness: same seed, same script, same answers
  --strict             refuse what is only warned of otherwise (unknown properties, client_id in the body)
  --webhook URL        register this URL for all events
  --data DIR           folder in which the state is kept; without it the state is lost when the sandbox ends
  --data-sync commit   answer when changes are on disk, or with none, when the operating system has them (faster)
  --control-token TEXT the control API wants it; needed when --host is reached from elsewhere
  --insecure           no token for the control API even then
  --version, --help
`;

/** What is wrong with the command line; told in one line, without a stack trace. */
class UsageError extends Error {}

function optionsOf(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'service-worker': { type: 'boolean', default: false },
        port: { type: 'string', default: '4400' },
        host: { type: 'string', default: '127.0.0.1' },
        config: { type: 'string' },
        clock: { type: 'string' },
        seed: { type: 'string' },
        strict: { type: 'boolean', default: false },
        webhook: { type: 'string', multiple: true },
        data: { type: 'string' },
        'data-sync': { type: 'string', default: 'commit' },
        'control-token': { type: 'string' },
        insecure: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
        version: { type: 'boolean', short: 'v', default: false },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new UsageError(`--port takes a number from 0 to 65535, got "${text}".`);
  return port;
}

function clockOf(text: string): string {
  if (Number.isNaN(instantOf(text)))
    throw new UsageError(`--clock takes an ISO 8601 instant, got "${text}".`);
  return text;
}

function dataSyncOf(text: string): DataSync {
  if (text !== 'commit' && text !== 'none')
    throw new UsageError(`--data-sync takes commit or none, got "${text}".`);
  return text;
}

interface ConfigurationFile {
  readonly file: string;
  readonly text: string;
}

function configurationFile(file: string): ConfigurationFile {
  try {
    return { file, text: readFileSync(file, 'utf8') };
  } catch {
    throw new UsageError(`--config: ${file} cannot be read.`);
  }
}

/** What only the rules of the catalogue find, such as a reference to nothing, told with its line too. */
async function withPlaces<R>(read: ConfigurationFile | undefined, start: () => Promise<R>): Promise<R> {
  try {
    return await start();
  } catch (error) {
    if (read === undefined || !(error instanceof Problem)) throw error;
    const { placeOfPath } = await import('../configuration/read.ts');
    const { line, column } = placeOfPath(read.text, error.fields[0]?.Field ?? '');
    throw new Error(`${read.file}:${line}:${column} ${error.message}`);
  }
}

async function configurationOf({ file, text }: ConfigurationFile): Promise<Configuration> {
  const { readConfiguration } = await import('../configuration/read.ts');
  return readConfiguration(text, file);
}

async function runInit([command, folder, ...rest]: readonly string[], serviceWorker: boolean): Promise<void> {
  if (command !== 'init') throw new UsageError(`"${command}" is no command; there is only init.`);
  if (folder === undefined || rest.length > 0) {
    throw new UsageError('init takes one folder: the one that your web server serves, such as public.');
  }
  const source = fileURLToPath(new URL('./browser/', import.meta.url));
  const written = await init(source, folder, serviceWorker ? 'serviceWorker' : 'shell');
  process.stdout.write(
    `Written to ${folder}: ${written.join(', ')}. docs/anywhere.md tells how to use them.\n`,
  );
}

async function main(): Promise<void> {
  const { values: options, positionals } = optionsOf(process.argv.slice(2));
  if (options.help) return void process.stdout.write(help);
  if (options.version) return void process.stdout.write(`${version}\n`);
  if (positionals.length > 0) return runInit(positionals, options['service-worker']);
  const read = options.config === undefined ? undefined : configurationFile(options.config);
  const config = read === undefined ? undefined : await configurationOf(read);
  const started = await withPlaces(read, () =>
    startSandbox({
      overrideGlobalObjects: true,
      port: portOf(options.port),
      host: options.host,
      strict: options.strict,
      insecure: options.insecure,
      dataSync: dataSyncOf(options['data-sync']),
      ...(options.data === undefined ? {} : { data: options.data }),
      ...(options['control-token'] === undefined ? {} : { controlToken: options['control-token'] }),
      ...(options.clock === undefined ? {} : { clock: clockOf(options.clock) }),
      ...(options.seed === undefined ? {} : { seed: options.seed }),
      ...(config === undefined ? {} : { config }),
      ...(options.webhook === undefined ? {} : { webhooks: options.webhook }),
    }),
  );
  process.stdout.write(`clientlib-sandbox ready at ${started.url}\n`);
  const end = () => {
    process.stdout.write(undelivered(started.sandbox, options.data));
    started.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
}

main().catch((error: unknown) => {
  process.stderr.write(`clientlib-sandbox: ${(error as Error).message}\n`);
  if (error instanceof UsageError) process.stderr.write('Try --help.\n');
  process.exitCode = 1;
});
