import { readFile } from 'node:fs/promises';
import { readCassette } from '../../clients/account/cassette.ts';
import { AccountError } from '../../clients/account/service-url.ts';

/** Refuses to overwrite a file that is not a cassette. @param option the option that names it @throws AccountError */
export async function refuseOtherFile(option: string, file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new AccountError(`${option}: ${file} cannot be read: ${error.code ?? error.message}.`);
  });
  if (text === undefined || text === '') return;
  try {
    readCassette(text, file);
  } catch {
    throw new AccountError(
      `${option}: ${file} is not a cassette and was not changed. Remove it, or name another file.`,
    );
  }
}
