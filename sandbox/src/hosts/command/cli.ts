import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { styleText } from 'node:util';
import { watchGivenUp, watchLogLater } from '../../sandbox/log/live-log.ts';
import type { LogEntry } from '../../sandbox/log/log-entry.ts';
import { jsonLine, type Paint, prettyLine } from '../../sandbox/log/log-line.ts';
import { getWorkspaces } from '../../sandbox/sandbox.ts';
import type { Configuration } from '../../service/configuration/configuration.ts';
import { Problem } from '../../service/domain/basics/problem.ts';
import { type StartedSandbox, startSandbox } from '../node/node.ts';
import { accountCommands } from './account-options.ts';
import { readCommandLine, type StartCommand, UsageError } from './command-line.ts';
import { consumerTermsHint } from './consumer-terms.ts';
import { greeting } from './greeting.ts';
import { init } from './init.ts';
import { linesPerTick } from './lines-per-tick.ts';
import { print, printError } from './output.ts';
import { givenUp, undelivered } from './undelivered.ts';
import { waitForSandbox } from './wait.ts';

/** Milliseconds after which the process exits, regardless of work in progress. */
const DEADLINE_MS = 5_000;

/** Exit code of a failed command, if 1 has another meaning. */
const NOT_DONE = 2;

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
        ? `--config: ${resolve(file)} does not exist. Paths are relative to the current folder.`
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
    const { placeOfPath } = await import('../../service/configuration/read.ts');
    const { line, column } = placeOfPath(read.text, error.fields[0]?.Field ?? '');
    throw new Error(`${read.file}:${line}:${column} ${error.message}`);
  }
}

async function loadConfiguration({ file, text }: ConfigurationFile): Promise<Configuration> {
  const [{ readConfiguration }, { refuseOtherKind }] = await Promise.all([
    import('../../service/configuration/read.ts'),
    import('../../clients/account/file-kind.ts'),
  ]);
  refuseOtherKind('configuration', text, file);
  return readConfiguration(text, file);
}

async function loadSession(file: string) {
  const { readSession } = await import('./session-file.ts');
  return readSession(file);
}

async function runInit(folder: string, serviceWorker: boolean): Promise<void> {
  const source = fileURLToPath(new URL('./browser/', import.meta.url));
  const written = await init(source, folder, serviceWorker ? 'serviceWorker' : 'shell');
  print(
    `Copied to ${folder}: ${written.join(', ')}. Next steps: clientlib-sandbox/dist/docs/in-the-browser.md.\n`,
  );
}

/** A folder that already existed keeps its permissions. */
async function warnOfOpenFolder(folder: string): Promise<void> {
  const { isReadableByOthers } = await import('../node/data-folder.ts');
  if (!(await isReadableByOthers(folder))) return;
  printError(
    `clientlib-sandbox: other users of this machine can read the data folder ${resolve(folder)}, which contains secrets. ` +
      `Run: chmod 700 ${folder}\n`,
  );
}

/** @throws AccountError if the file is not a snapshot; the sandbox is then closed */
async function restoreInto(
  { sandbox, close }: StartedSandbox,
  file: string,
  controlToken: string | undefined,
): Promise<void> {
  const { restoreFile } = await import('./snapshot-file.ts');
  const authorization = controlToken === undefined ? {} : { Authorization: `Bearer ${controlToken}` };
  try {
    await restoreFile((path, init) => {
      const headers = { ...init.headers, ...authorization };
      return sandbox.fetch(`http://localhost${path}`, { ...init, headers });
    }, file);
  } catch (error) {
    await close();
    throw error;
  }
}

async function runStart(options: StartCommand): Promise<void> {
  const { config: file, controlToken, data, clock, seed, webhook } = options;
  const session = options.session === undefined ? undefined : await loadSession(options.session);
  // LevelDB constantly creates files. They contain secrets, so only the owner may read them.
  if (data !== undefined) process.umask(0o077);
  const read = file === undefined ? undefined : configurationFile(file);
  const config = read === undefined ? undefined : await loadConfiguration(read);
  const started = await withPlaces(read, () =>
    startSandbox({
      overrideGlobalObjects: true,
      port: options.port,
      host: options.host,
      strict: options.strict === true,
      insecure: options.insecure === true,
      ...(options.allowedHost === undefined ? {} : { allowedHosts: options.allowedHost }),
      ...(options.privateWebhooks === true ? { privateWebhooks: true } : {}),
      dataSync: options.dataSync,
      ...(data === undefined ? {} : { data }),
      ...(controlToken === undefined ? {} : { controlToken }),
      ...(clock === undefined ? {} : { clock }),
      ...(seed === undefined ? {} : { seed }),
      ...(config === undefined ? {} : { config }),
      ...(webhook === undefined ? {} : { webhooks: webhook }),
      ...(options.record === true ? { record: true } : {}),
      ...(session === undefined ? {} : { session }),
    }),
  );
  // The error is already on standard error, and the state can still be inspected.
  await started.sandbox.ready.catch(({ message }: Error) => {
    printError(`clientlib-sandbox: ${message}\n`);
  });
  if (options.snapshot !== undefined) await restoreInto(started, options.snapshot, controlToken);
  print(`clientlib-sandbox ready at ${started.url}\n`);
  if (data !== undefined) await warnOfOpenFolder(data);
  const workspaces = getWorkspaces(started.sandbox);
  const given = watchGivenUp(workspaces);
  const lines = linesPerTick((text) => print(text));
  if (options.quiet !== true) {
    const isColored = process.stdout.isTTY && process.stdout.hasColors();
    if (options.log === 'pretty') {
      print(greeting(workspaces.main, started.url));
      // The default catalogue is not for consumers.
      if (config?.Catalogue !== undefined) print(consumerTermsHint(workspaces.main));
    }
    const line =
      options.log === 'json'
        ? jsonLine
        : (entry: LogEntry) => prettyLine(entry, isColored ? colored : undefined);
    watchLogLater(workspaces, (entry) => lines.add(() => line(entry())));
  }
  const progress =
    process.stderr.isTTY && options.quiet !== true
      ? (await import('./progress.ts')).showProgress(started.sandbox, process.stderr)
      : undefined;
  const ended = (code: number) => {
    lines.flush();
    process.exit(code);
  };
  const end = () => {
    progress?.stopProgress();
    setTimeout(() => process.exit(1), DEADLINE_MS).unref();
    lines.flush();
    print(givenUp(given) + undelivered(started.sandbox, data));
    started.close().then(
      () => ended(0),
      () => ended(1),
    );
  };
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
}

async function main(): Promise<void> {
  const line = readCommandLine(process.argv.slice(2));
  switch (line.command) {
    case 'print':
      print(line.text);
      return;
    case 'init':
      return runInit(line.folder, line.serviceWorker);
    case 'wait':
      return waitForSandbox(line.url, line.timeoutSeconds);
    case 'certify': {
      const { runCertify } = await import('./certify-command.ts');
      return runCertify(line.options);
    }
    case 'import': {
      const [{ runImport }, { importPlace }] = await Promise.all([
        import('./import-command.ts'),
        import('./account-place.ts'),
      ]);
      process.exitCode = await runImport(line.options, await importPlace(line.options.clientId));
      return;
    }
    case 'verify': {
      const [{ runVerify }, { verifyPlace }] = await Promise.all([
        import('./verify-command.ts'),
        import('./account-place.ts'),
      ]);
      process.exitCode = await runVerify(line.options, verifyPlace(line.options.clientId));
      return;
    }
    case 'capture': {
      if (process.argv[2] === 'record')
        printError('clientlib-sandbox: "record" is now called "capture". The old name still works.\n');
      const { startRecording } = await import('./capture-command.ts');
      const { url, close } = await startRecording(line.options);
      print(`clientlib-sandbox is capturing at ${url}. Press Ctrl+C to write ${line.options.out}\n`);
      await new Promise<void>((resolve) => {
        for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
      });
      print(await close());
      return;
    }
    case 'types': {
      const { runTypes } = await import('./types-command.ts');
      process.exitCode = await runTypes(line.options, print);
      return;
    }
    case 'explore': {
      const { runExplore } = await import('./explore-command.ts');
      process.exitCode = await runExplore(line.options);
      return;
    }
    case 'forecast': {
      const { forecastOutput } = await import('./forecast-command.ts');
      print(await forecastOutput(line.options));
      return;
    }
    case 'mcp init': {
      const { writeEditorFiles } = await import('./editor-file.ts');
      const written = await writeEditorFiles(process.cwd(), line.options);
      print(`Wrote ${written.join(' and ')}. Restart the editor, or let it read the file again.\n`);
      return;
    }
    case 'mcp': {
      const { runMcp } = await import('./mcp-command.ts');
      return runMcp(line.options);
    }
    case 'replay': {
      const { runReplay } = await import('./replay-command.ts');
      return runReplay(line.options);
    }
    default:
      return runStart(line.options);
  }
}

main().catch((error: unknown) => {
  printError(`clientlib-sandbox: ${(error as Error).message}\n`);
  if (error instanceof UsageError) printError('Try --help.\n');
  // Commands that search for problems exit with 1 if they find one.
  process.exitCode = ['replay', 'certify', 'explore', ...accountCommands].some(
    (name) => name === process.argv[2],
  )
    ? NOT_DONE
    : 1;
});
