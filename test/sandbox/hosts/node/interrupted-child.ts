import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

/*
 * Starts that are killed, or fail, at each of their steps. A step is an operation on files or on a database; copying and
 * removing can be interrupted in their middle too. The test data-folder-kills makes one round, the bench `hostile` many.
 */

/** How a start is interrupted. */
export interface Interruption {
  /** The step at which it happens, from 1. */
  readonly step: number;
  /** The process is killed, or the operation fails as on a full disk. */
  readonly how: 'kill' | 'fail';
}

/** How a start ended. */
export type Outcome = 'killed' | 'failed' | 'started';

/** What starts a data folder in a process of its own. */
export interface Starter {
  start(folder: string, interruption?: Interruption): Promise<Outcome>;
  close(): Promise<void>;
}

/** The program of the process: openData, with each of its operations counted. */
const program = `
import { syncBuiltinESMExports } from 'node:module';
import files from 'node:fs/promises';
import { join } from 'node:path';
import { Level } from 'level';
import { openData } from ${JSON.stringify(resolve('sandbox/src/hosts/node/data-folder.ts'))};

const [folder, at, how] = process.argv.slice(2);
let steps = 0;
const isNow = () => (steps += 1) === Number(at);
const interrupt = () => {
  if (how === 'kill') process.kill(process.pid, 'SIGKILL');
  throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
};
/** What an operation leaves that stops in its middle. */
const halves = {
  async copyFile(from, to) {
    const content = await originals.readFile(from);
    await originals.writeFile(to, content.subarray(0, content.length / 2));
  },
  async rm(path) {
    const [first] = await originals.readdir(path).catch(() => []);
    if (first !== undefined) await originals.rm(join(path, first), { recursive: true });
  },
};
const originals = { ...files };
// Permissions are left out: they change no content.
for (const name of ['copyFile', 'link', 'mkdir', 'open', 'readdir', 'rename', 'rm', 'writeFile']) {
  files[name] = async (...args) => {
    if (isNow()) interrupt();
    if (name in halves && isNow()) {
      await halves[name](...args);
      interrupt();
    }
    return originals[name](...args);
  };
}
syncBuiltinESMExports();
for (const name of ['open', 'batch', 'close']) {
  const original = Level.prototype[name];
  Level.prototype[name] = async function (...args) {
    if (isNow()) interrupt();
    return original.apply(this, args);
  };
}
try {
  const { close } = await openData(folder, true);
  await close();
  process.exitCode = 0;
} catch (error) {
  if (error.cause?.code !== 'ENOSPC' && error.cause?.cause?.code !== 'ENOSPC') console.error(error);
  process.exitCode = 3;
}
`;

export async function makeStarter(): Promise<Starter> {
  const folder = await mkdtemp(resolve('node_modules/.interrupted-start-'));
  const script = join(folder, 'start.mjs');
  await build({
    stdin: { contents: program, resolveDir: resolve('.') },
    outfile: script,
    bundle: true,
    splitting: false,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
  });
  return {
    async start(data, interruption) {
      const { step = 0, how = 'kill' } = interruption ?? {};
      const child = spawn(process.execPath, [script, data, String(step), how], {
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const code = await new Promise((ended, failed) => child.on('error', failed).on('close', ended));
      return code === 0 ? 'started' : code === 3 ? 'failed' : 'killed';
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
