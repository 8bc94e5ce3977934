import { chmod, copyFile, link, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { version } from '../../service/http/wire/version.ts';
import { hasLayout, type Loaded, loadEverything } from '../../service/storage/load.ts';
import { Persistence } from '../../service/storage/persistence.ts';
import { StorageError } from '../../service/storage/storage-error.ts';
import type { StoredState } from '../../service/storage/stored-state.ts';

/** The content of a data folder, and the storage that keeps it up to date. */
export interface OpenData {
  readonly persistence: Persistence;
  readonly states: ReadonlyMap<string, StoredState>;
  close(): Promise<void>;
}

/** File names within the folder. */
const STATE = 'state';
/** A copy of the database, which is read before the database itself is opened. */
const CHECK = 'state.check';
/** An empty database. Only one process can open it, and the lock ends with the process. */
const LOCK = 'lock';
const PID = 'pid';

/** Copies of the database by versions before 0.2, which may be the only one after a start was interrupted. */
const OLD_COPY = 'state.before-';

/** Readable by the owner only: the state contains secrets of webhooks, stores and clients. */
const OWN_FOLDER = 0o700;
const OWN_FILE = 0o600;

/**
 * Opens the folder in which a sandbox stores its state. Opening a LevelDB changes it, because LevelDB drops unreadable
 * entries. So a copy is opened and read first; the database itself is opened only if the copy is complete, and it
 * is never replaced or removed.
 *
 * @param sync whether durable data is on disk; otherwise the operating system has it
 * @throws StorageError if another process uses the folder, or its content is damaged; its content is then unchanged
 */
export async function openData(folder: string, sync: boolean): Promise<OpenData> {
  if (folder === '')
    throw new StorageError('The data folder has no name. Specify one, such as ./sandbox-data.');
  const path = resolve(folder);
  const name = `The data folder ${path}`;
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of closing.toReversed()) await end();
  };
  try {
    const { Level, MarkedLevel } = await databases(name);
    await mkdir(path, { recursive: true, mode: OWN_FOLDER });
    const unlock = await locked(path, Level);
    closing.push(unlock);
    const isNew = await isWithoutState(path, name);
    const checked = isNew ? undefined : await checkedCopy(path, name);
    await mkdir(join(path, STATE), { recursive: true, mode: OWN_FOLDER });
    const engine = new MarkedLevel(join(path, STATE), { createIfMissing: isNew });
    const persistence = new Persistence(engine, { sync, version, name });
    closing.push(() => persistence.close());
    await persistence.open();
    await restrict(join(path, STATE));
    const states = await persistence.load(checked);
    if (!sync) await engine.unmark();
    closing.push(() => rm(join(path, PID), { force: true }));
    await writePid(path);
    return { persistence, states, close };
  } catch (error) {
    await close().catch(() => {});
    throw await explained(error, path);
  }
}

/** Returns whether others than the owner may read the content of a folder. Meaningless on Windows. */
export async function isReadableByOthers(folder: string): Promise<boolean> {
  return process.platform !== 'win32' && ((await stat(folder)).mode & 0o077) !== 0;
}

/** Loads the database, which is not needed for an in-memory sandbox. @throws StorageError if it is not installed */
async function databases(name: string) {
  try {
    const { Level } = await import('level');
    return { Level, ...(await import('./marked-level.ts')) };
  } catch (cause) {
    throw new StorageError(
      `${name} requires the package "level", which cannot be loaded. Install it beside clientlib-sandbox: npm install level@10. ` +
        'Without --data (option data), the state is in memory.',
      { cause },
    );
  }
}

/** Locks the folder for this process. @returns a function that releases it */
async function locked(path: string, Level: typeof import('level').Level): Promise<() => Promise<void>> {
  const lock = new Level(join(path, LOCK));
  await lock.open();
  await restrict(join(path, LOCK));
  return () => lock.close();
}

/** @throws StorageError if the content is only a part of a state */
async function isWithoutState(path: string, name: string): Promise<boolean> {
  const files = await readdir(join(path, STATE)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (files?.includes('CURRENT')) return false;
  // LevelDB writes CURRENT before it writes entries, and would start an empty database without it.
  if (files?.some((file) => isTable(file) || file.endsWith('.log')))
    throw new StorageError(`${name} is damaged: the file ${join(STATE, 'CURRENT')} is missing. ${UNCHANGED}`);
  const copy = (await readdir(path)).find((entry) => entry.startsWith(OLD_COPY));
  if (copy === undefined) return true;
  const [has, remove] = files === undefined ? ['no', ''] : ['an empty', `remove "${STATE}" and `];
  throw new StorageError(
    `${name} has ${has} "${STATE}", but "${copy}", which is left from an interrupted start. To continue from it, ${remove}` +
      `rename it to "${STATE}"; to start again, move it away.`,
  );
}

/** Opens and reads a copy of the database. @throws StorageError if something is damaged or missing */
async function checkedCopy(path: string, name: string): Promise<Loaded> {
  const { MarkedLevel } = await import('./marked-level.ts');
  const copy = join(path, CHECK);
  // Left by an interrupted start.
  await rm(copy, { recursive: true, force: true });
  try {
    await mkdir(copy, { mode: OWN_FOLDER });
    await copyDatabase(join(path, STATE), copy);
    const engine = new MarkedLevel(copy, { createIfMissing: false });
    try {
      await engine.open();
      const missing = await engine.missing();
      if (missing > 0)
        throw new StorageError(`${name} is damaged: the last ${missing} changes are missing. ${UNCHANGED}`);
      await hasLayout(engine, name, version);
      return await loadEverything(engine, name);
    } finally {
      await engine.close();
    }
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** Copies a database. Its tables never change, so hard links are sufficient for them. */
async function copyDatabase(from: string, to: string): Promise<void> {
  for (const file of await readdir(from)) {
    const paths = [join(from, file), join(to, file)] as const;
    if (!(isTable(file) && (await isLinked(...paths)))) await copyFile(...paths);
  }
}

function isLinked(from: string, to: string): Promise<boolean> {
  return link(from, to).then(
    () => true,
    // Not supported by every file system.
    () => false,
  );
}

function isTable(file: string): boolean {
  return file.endsWith('.ldb');
}

/** Restricts the folder to its owner. Files that LevelDB creates later are protected by their folder. */
async function restrict(folder: string): Promise<void> {
  await chmod(folder, OWN_FOLDER);
  for (const file of await readdir(folder)) {
    await chmod(join(folder, file), OWN_FILE).catch((error: NodeJS.ErrnoException) => {
      // LevelDB has merged it into another one meanwhile.
      if (error.code !== 'ENOENT') throw error;
    });
  }
}

/** Records which process uses the folder. An existing file of that name, possibly a link, is not written to. */
async function writePid(path: string): Promise<void> {
  const file = join(path, PID);
  await rm(file, { force: true });
  const made = await open(file, 'wx', OWN_FILE);
  try {
    await made.write(`${process.pid}\n`);
  } finally {
    await made.close();
  }
}

const UNCHANGED = 'Nothing was changed. Restore it from a backup, or move it away to start again.';

/** Describes a failure and names the folder. LevelDB's own error is the cause of the one that `level` throws. */
async function explained(error: unknown, path: string): Promise<StorageError> {
  if (error instanceof StorageError) return error;
  const name = `The data folder ${path}`;
  const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  if (code === 'LEVEL_LOCKED') {
    const pid = (await readFile(join(path, PID), 'utf8').catch(() => '')).trim();
    const owner = pid === '' ? 'another process' : `process ${pid}`;
    return new StorageError(`${name} is in use by ${owner}. Stop it, or choose another folder.`);
  }
  if (code === 'LEVEL_CORRUPTION')
    return new StorageError(`${name} is damaged: ${message}. ${UNCHANGED}`, { cause: error });
  return new StorageError(`${name} cannot be used: ${message}`, { cause: error });
}
