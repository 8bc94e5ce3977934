import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { refuseOtherKind } from '../../clients/account/file-kind.ts';
import { AccountError } from '../../clients/account/service-url.ts';
import { createSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { readErrorMessage } from './error-message.ts';
import { writeWhole } from './whole-file.ts';

/** Sends a request to a sandbox; the path is below its address. */
export type Send = (path: string, init: RequestInit & { readonly duplex?: 'half' }) => Promise<Response>;

/**
 * Loads a snapshot from a file, JSON or NDJSON, into a sandbox.
 *
 * @throws AccountError if the file cannot be read, or is not a snapshot
 */
export async function restoreFile(
  send: Send,
  file: string,
  isLines = file.endsWith('.ndjson'),
): Promise<void> {
  const taken = await send(isLines ? '/sandbox/snapshot.ndjson' : '/sandbox/snapshot', {
    method: 'PUT',
    headers: { 'Content-Type': isLines ? 'application/x-ndjson' : 'application/json' },
    body: await readable(file),
    duplex: 'half',
  });
  if (!taken.ok) refuseOtherKind('snapshot', await readFile(file, 'utf8').catch(() => ''), file);
  if (!taken.ok) throw new AccountError(`--snapshot: ${file}: ${await readErrorMessage(taken)}`);
}

/** Works with a snapshot from a file. It sends nothing to the outside, whatever is due. */
export async function withSnapshot<R>(
  file: string,
  work: (send: Send) => Promise<R>,
  isLines?: boolean,
): Promise<R> {
  const sandbox = createSandbox({ timers: false, deliver: () => new Promise(() => {}) });
  const send: Send = (path, init) => sandbox.fetch(`http://sandbox${path}`, init);
  try {
    await restoreFile(send, file, isLines);
    return await work(send);
  } finally {
    sandbox.close();
  }
}

/** Writes the state of a sandbox as NDJSON: completely, and only if a sandbox accepts it. @throws AccountError */
export async function writeSnapshot(sandbox: Sandbox, file: string): Promise<void> {
  const { body } = await sandbox.fetch('http://sandbox/sandbox/snapshot.ndjson');
  const lines = Readable.fromWeb(body as never);
  await writeWhole('--snapshot', file, lines, (unchecked) => withSnapshot(unchecked, async () => {}, true));
}

async function readable(file: string): Promise<ReadableStream<Uint8Array>> {
  const stream = createReadStream(file);
  await new Promise((resolve, reject) => {
    stream.once('open', resolve).once('error', reject);
  }).catch((error: NodeJS.ErrnoException) => {
    throw new AccountError(`--snapshot: ${file} cannot be read: ${error.code ?? error.message}.`);
  });
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
}
