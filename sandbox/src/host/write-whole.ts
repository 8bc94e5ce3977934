import { rename, rm, writeFile } from 'node:fs/promises';
import { AccountError } from '../account/service-url.ts';

/**
 * Writes the file of `--out`: all or nothing, and through no link that lies where it is written first.
 *
 * @param content nothing tries whether it could be written
 * @throws AccountError
 */
export async function writeWhole(file: string, content: string | undefined): Promise<void> {
  const unfinished = `${file}.new`;
  try {
    await rm(unfinished, { force: true });
    await writeFile(unfinished, content ?? '', { flag: 'wx' });
    await (content === undefined ? rm(unfinished) : rename(unfinished, file));
  } catch (error) {
    throw new AccountError(`--out: ${file} cannot be written: ${(error as Error).message}.`);
  }
}
