import { rename, rm, writeFile } from 'node:fs/promises';
import { AccountError } from '../../clients/account/service-url.ts';

/**
 * Writes a file completely or not at all: first to `FILE.new` in the same folder, without following a link of that name.
 *
 * @param option the option that names the file, for messages
 * @param content `undefined` only tests whether the file can be written
 * @param check rejects the written file with an AccountError
 * @throws AccountError
 */
export async function writeWhole(
  option: string,
  file: string,
  content: string | AsyncIterable<Uint8Array> | undefined,
  check?: (unfinished: string) => Promise<void>,
): Promise<void> {
  const unfinished = `${file}.new`;
  try {
    await rm(unfinished, { force: true });
    await writeFile(unfinished, content ?? '', { flag: 'wx' });
    await check?.(unfinished);
    await (content === undefined ? rm(unfinished) : rename(unfinished, file));
  } catch (error) {
    if (error instanceof AccountError) throw error;
    throw new AccountError(`${option}: ${file} cannot be written: ${(error as Error).message}.`);
  }
}
