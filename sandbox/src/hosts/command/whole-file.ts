import { rename, rm, writeFile } from 'node:fs/promises';
import { AccountError } from '../../clients/account/service-url.ts';

/**
 * Writes a file whole or leaves it as it was: beside it first, as `FILE.new`, where no link of that name is followed.
 *
 * @param option that names the file, for messages
 * @param content nothing tries whether it could be written
 * @param check refuses what was written beside it, by an AccountError
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
