import { readFile } from 'node:fs/promises';
import { catalogueTypes } from '../../clients/account/catalogue-types.ts';
import { refuseOtherKind } from '../../clients/account/file-kind.ts';
import { AccountError, serviceUrl } from '../../clients/account/service-url.ts';
import { createSandbox } from '../../sandbox/sandbox.ts';
import type { Configuration } from '../../service/configuration/configuration.ts';
import { readConfiguration } from '../../service/configuration/read.ts';
import type { Catalog } from '../../service/model/sandbox-catalog.ts';
import { readErrorMessage } from './error-message.ts';
import { writeWhole } from './whole-file.ts';

export interface TypesOptions {
  /** Address of a running sandbox. */
  readonly from?: string;
  /** Configuration, as written by `import`. */
  readonly config?: string;
  readonly out: string;
  /** Compare with the file, without writing. */
  readonly check?: true;
}

const PATH = '/sandbox/catalog';

/** Writes the catalogue as TypeScript, or compares it. @returns 1 if the file differs @throws AccountError */
export async function runTypes(
  { from, config, out, check }: TypesOptions,
  print: (text: string) => void,
): Promise<0 | 1> {
  const configuration = config === undefined ? {} : await configurationFrom(config);
  const catalog = from === undefined ? await ofConfiguration(configuration) : await ofSandbox(from);
  const customFields = catalog.CustomFields;
  const written = catalogueTypes(catalog, customFields);
  if (check !== true) {
    await writeWhole('--out', out, written);
    print(`Wrote ${out}.\n`);
    return 0;
  }
  const present = await readFile(out, 'utf8').catch(() => '');
  if (present === written) return 0;
  const lines = (text: string) => text.split('\n');
  const only = (sign: string, some: string, other: string) =>
    lines(some).flatMap((line) => (lines(other).includes(line) ? [] : [`${sign} ${line.trim()}\n`]));
  print(
    [
      `${out} differs from the catalogue. Run clientlib-sandbox types without --check.\n`,
      ...only('-', present, written),
      ...only('+', written, present),
    ].join(''),
  );
  return 1;
}

async function configurationFrom(file: string): Promise<Configuration> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new AccountError(`--config: ${file} cannot be read: ${error.code ?? error.message}.`);
  });
  refuseOtherKind('configuration', text, file);
  return readConfiguration(text, file);
}

async function ofConfiguration(config: Configuration): Promise<Catalog> {
  const sandbox = createSandbox({ timers: false, config });
  try {
    return await catalogFrom(await sandbox.fetch(`http://sandbox${PATH}`));
  } finally {
    sandbox.close();
  }
}

async function ofSandbox(url: string): Promise<Catalog> {
  const base = serviceUrl(url, '--from');
  const response = await fetch(base + PATH).catch((error: Error) => {
    const { cause, message } = error as Error & { readonly cause?: { readonly code?: string } };
    throw new AccountError(`No sandbox is running at ${base}: ${cause?.code ?? message}.`);
  });
  return catalogFrom(response);
}

async function catalogFrom(response: Response): Promise<Catalog> {
  if (response.ok) return response.json();
  const message = await readErrorMessage(response);
  throw new AccountError(
    `${response.url}: ${message} Expected a sandbox; for the catalogue of the service, run import, then types --config.`,
  );
}
