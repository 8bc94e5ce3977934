import { copyFile, link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { version } from '../http/version.ts';
import { Persistence } from '../storage/persistence.ts';
import { StorageError } from '../storage/storage-error.ts';
import type { StoredState } from '../storage/stored-state.ts';

/** What a data folder holds, and how it is kept there from now on. */
export interface OpenData {
  readonly persistence: Persistence;
  readonly states: ReadonlyMap<string, StoredState>;
  close(): Promise<void>;
}

/** Names within the folder: the database, copies of it while it is opened, and who has it open. */
const STATE = 'state';
const COPY = 'state.before-';
const PID = 'pid';

/**
 * Opens the folder in which a sandbox keeps its state.
 *
 * @param sync whether what is durable is on disk; without it, the operating system has it
 * @throws StorageError when another process has the folder, or its content is damaged; then its content stays as it was
 */
export async function openData(folder: string, sync: boolean): Promise<OpenData> {
  const path = resolve(folder);
  const name = `The data folder ${path}`;
  const copy = join(path, COPY + process.pid);
  try {
    await mkdir(path, { recursive: true });
    await finishPuttingBack(path);
    // Opening a LevelDB changes it: it throws away what it cannot read. So there is a way back.
    await copyState(join(path, STATE), copy);
  } catch (error) {
    throw new StorageError(`${name} cannot be used: ${(error as Error).message}`, { cause: error });
  }
  // Loaded when it is asked for: a sandbox in memory does without it.
  const { Level } = await import('level');
  const engine = new Level(join(path, STATE));
  const persistence = new Persistence(engine, { sync, version, name });
  try {
    await persistence.open();
    const states = await persistence.load();
    await writeFile(join(path, PID), `${process.pid}\n`);
    for (const entry of await readdir(path))
      if (entry.startsWith(COPY)) await rm(join(path, entry), { recursive: true, force: true });
    return {
      persistence,
      states,
      async close() {
        await persistence.close();
        await rm(join(path, PID), { force: true });
      },
    };
  } catch (error) {
    await engine.close();
    if (causeCode(error) === 'LEVEL_LOCKED') {
      await rm(copy, { recursive: true, force: true });
      throw inUse(path, await readFile(join(path, PID), 'utf8').catch(() => ''));
    }
    await rm(join(path, STATE), { recursive: true, force: true });
    await finishPuttingBack(path);
    if (error instanceof StorageError) throw error;
    const { message, cause } = error as Error;
    throw new StorageError(
      `${name} is damaged or cannot be read: ${(cause as Error | undefined)?.message ?? message}. ` +
        'Nothing was changed there. Restore it from a backup, or move it away to begin anew.',
      { cause: error },
    );
  }
}

/** Copies the database. Its tables are never changed, so another name for each will do. */
async function copyState(state: string, copy: string): Promise<void> {
  const files = await readdir(state).catch(() => []);
  await mkdir(copy, { recursive: true });
  for (const file of files) {
    const [from, to] = [join(state, file), join(copy, file)];
    const isTable = file.endsWith('.ldb') || file.endsWith('.sst');
    if (
      !isTable ||
      !(await link(from, to).then(
        () => true,
        () => false,
      ))
    )
      await copyFile(from, to);
  }
}

/** Puts the copy in the place of the database where that is missing, also when the process before ended meanwhile. */
async function finishPuttingBack(path: string): Promise<void> {
  const entries = await readdir(path);
  const copy = entries.find((entry) => entry.startsWith(COPY));
  if (copy !== undefined && !entries.includes(STATE)) await rename(join(path, copy), join(path, STATE));
}

function causeCode(error: unknown): string | undefined {
  return ((error as Error).cause as { readonly code?: string } | undefined)?.code;
}

function inUse(path: string, pid: string): StorageError {
  const owner = pid.trim() === '' ? 'another process' : `process ${pid.trim()}`;
  return new StorageError(`The data folder ${path} is in use by ${owner}. End it, or choose another folder.`);
}
