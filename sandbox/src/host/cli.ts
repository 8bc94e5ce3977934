import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { styleText } from 'node:util';
import type { Configuration } from '../configuration/configuration.ts';
import { Problem } from '../domain/problem.ts';
import { workspacesOf } from '../sandbox.ts';
import { readCommandLine, type StartCommand, UsageError } from './command-line.ts';
import { greeting } from './greeting.ts';
import { init } from './init.ts';
import { watchGivenUp, watchLog } from './live-log.ts';
import type { LogEntry } from './log-entry.ts';
import { jsonLine, type Paint, prettyLine } from './log-line.ts';
import { startSandbox } from './node.ts';
import { showProgress } from './progress.ts';
import { givenUp, undelivered } from './undelivered.ts';
import { waitForSandbox } from './wait.ts';

/** Milliseconds after which the process ends, whatever is still under way. */
const DEADLINE_MS = 5_000;

interface ConfigurationFile {
  readonly file: string;
  readonly text: string;
}

function configurationFile(file: string): ConfigurationFile {
  try {
    return { file, text: readFileSync(file, 'utf8') };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(
      code === 'ENOENT'
        ? `--config: there is no file ${resolve(file)}; name one that exists, relative to where you are.`
        : `--config: ${resolve(file)} cannot be read: ${message}.`,
    );
  }
}

const colored: Paint = (style, text) => styleText(style, text, { validateStream: false });

/** Adds the line to mistakes that only the rules of the catalogue find, such as an id that does not exist. */
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

async function runInit(folder: string, serviceWorker: boolean): Promise<void> {
  const source = fileURLToPath(new URL('./browser/', import.meta.url));
  const written = await init(source, folder, serviceWorker ? 'serviceWorker' : 'shell');
  process.stdout.write(
    `Written to ${folder}: ${written.join(', ')}. clientlib-sandbox/dist/docs/anywhere.md shows how to use them.\n`,
  );
}

async function runStart(options: StartCommand): Promise<void> {
  const { config: file, controlToken, data, clock, seed, webhook } = options;
  const read = file === undefined ? undefined : configurationFile(file);
  const config = read === undefined ? undefined : await configurationOf(read);
  const started = await withPlaces(read, () =>
    startSandbox({
      overrideGlobalObjects: true,
      port: options.port,
      host: options.host,
      strict: options.strict === true,
      insecure: options.insecure === true,
      dataSync: options.dataSync,
      ...(data === undefined ? {} : { data }),
      ...(controlToken === undefined ? {} : { controlToken }),
      ...(clock === undefined ? {} : { clock }),
      ...(seed === undefined ? {} : { seed }),
      ...(config === undefined ? {} : { config }),
      ...(webhook === undefined ? {} : { webhooks: webhook }),
    }),
  );
  process.stdout.write(`clientlib-sandbox ready at ${started.url}\n`);
  const workspaces = workspacesOf(started.sandbox);
  const given = watchGivenUp(workspaces);
  if (options.quiet !== true) {
    const isColored = process.stdout.isTTY && process.stdout.hasColors();
    if (options.log === 'pretty') process.stdout.write(greeting(workspaces.main, started.url));
    const line =
      options.log === 'json'
        ? jsonLine
        : (entry: LogEntry) => prettyLine(entry, isColored ? colored : undefined);
    watchLog(workspaces, (entry) => process.stdout.write(line(entry)));
  }
  const progress =
    process.stderr.isTTY && options.quiet !== true
      ? showProgress(started.sandbox, process.stderr)
      : undefined;
  const end = () => {
    progress?.stopProgress();
    setTimeout(() => process.exit(1), DEADLINE_MS).unref();
    process.stdout.write(givenUp(given) + undelivered(started.sandbox, data));
    started.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
}

async function main(): Promise<void> {
  const line = readCommandLine(process.argv.slice(2));
  switch (line.command) {
    case 'print':
      process.stdout.write(line.text);
      return;
    case 'init':
      return runInit(line.folder, line.serviceWorker);
    case 'wait':
      return waitForSandbox(line.url, line.timeoutSeconds);
    default:
      return runStart(line.options);
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`clientlib-sandbox: ${(error as Error).message}\n`);
  if (error instanceof UsageError) process.stderr.write('Try --help.\n');
  process.exitCode = 1;
});
