import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { inject } from 'vitest';

const run = promisify(execFile);

/** Runs a program of a user of the packages with Node and gives what it printed, as JSON. */
export async function printed(name: string, program: string): Promise<unknown> {
  const cwd = inject('consumer');
  await writeFile(join(cwd, name), program);
  const { stdout } = await run(process.execPath, [name], { cwd });
  return JSON.parse(stdout);
}

/** A command of an installed package, until it has printed a line; then what it printed and how to end it. */
export const started = (command: string, ...args: string[]) =>
  startedIn(inject('consumer'), command, ...args);

/** The same, started in another folder. */
export async function startedIn(cwd: string, command: string, ...args: string[]) {
  const child = spawn(join(inject('consumer'), 'node_modules', '.bin', command), args, {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const first = await lines.next();
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  /** What it printed besides, once it has ended. */
  const rest = async () => {
    const printed: string[] = [];
    for (let line = await lines.next(); !line.done; line = await lines.next()) printed.push(line.value);
    return printed;
  };
  return { line: first.done ? undefined : first.value, end, rest };
}

/** The sandbox's command on a free port, with its address. */
export async function startedSandbox(...args: string[]) {
  const command = await started('clientlib-sandbox', '--port', '0', ...args);
  const url = /^clientlib-sandbox ready at (http:\/\/localhost:\d+)$/.exec(command.line ?? '')?.[1];
  if (url !== undefined) return { ...command, url };
  await command.end('SIGTERM');
  throw new Error(`The command did not say that it is ready, but: ${command.line}`);
}

/**
 * Puts packages beside the installed ones, as a user's own installation has them.
 *
 * @param place whose packages: the repository's own, or a folder of it with a lock file of its own
 * @param project the folder that gets them
 */
export async function linkPackages(
  names: readonly string[],
  place = '.',
  project = inject('consumer'),
): Promise<void> {
  for (const name of names) {
    const link = join(project, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    // Another file of tests may have made it.
    if (!existsSync(link)) await symlink(resolve(place, 'node_modules', name), link, 'junction');
  }
}
