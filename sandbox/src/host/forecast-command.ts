import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { type ParseError, parse } from 'jsonc-parser';
import { forecastText } from '../account/forecast-text.ts';
import { AccountError, serviceUrl } from '../account/service-url.ts';
import type { Forecast } from '../model/forecast.ts';
import { createSandbox } from '../sandbox.ts';

/** What `forecast` takes. */
export interface ForecastOptions {
  /** Address of a sandbox that runs. */
  readonly url?: string;
  readonly months: number;
  /** A snapshot, JSON or NDJSON, in place of a sandbox that runs. */
  readonly snapshot?: string;
  /** The other configuration. */
  readonly config?: string;
  readonly format: 'text' | 'csv' | 'json';
  /** Of a sandbox that others can reach. */
  readonly controlToken?: string;
}

type Send = (path: string, init: RequestInit & { readonly duplex?: 'half' }) => Promise<Response>;

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** What will be billed, as text. @throws AccountError */
export async function forecastOutput(options: ForecastOptions): Promise<string> {
  const { months: Months, config, format } = options;
  const Config = config === undefined ? undefined : await configurationFrom(config);
  const body = JSON.stringify(Config === undefined ? { Months } : { Months, Config });
  const ask = (send: Send) => send('/sandbox/forecast', { method: 'POST', headers: JSON_TYPE, body });
  const response = await (options.snapshot === undefined
    ? ask(sendTo(options))
    : withSnapshot(options.snapshot, ask));
  if (!response.ok) throw new AccountError(await refusalOf(response));
  return forecastText((await response.json()) as Forecast, format);
}

function sendTo({ url = 'http://localhost:4400', controlToken }: ForecastOptions): Send {
  const base = serviceUrl(url, 'url');
  const authorization = controlToken === undefined ? {} : { Authorization: `Bearer ${controlToken}` };
  return (path, init) =>
    fetch(base + path, { ...init, headers: { ...init.headers, ...authorization } }).catch(
      (error: unknown) => {
        const { cause, message } = error as Error & { cause?: { readonly code?: string } };
        throw new AccountError(
          `No sandbox answers at ${base}: ${cause?.code ?? message}. Start one, or name a file with --snapshot.`,
        );
      },
    );
}

async function withSnapshot<R>(file: string, work: (send: Send) => Promise<R>): Promise<R> {
  // Nothing of the file may leave, whatever is due in it.
  const sandbox = createSandbox({ timers: false, deliver: () => new Promise(() => {}) });
  const send: Send = (path, init) => sandbox.fetch(`http://sandbox${path}`, init);
  try {
    const lines = file.endsWith('.ndjson');
    const content = await readable(file);
    const taken = await send(lines ? '/sandbox/snapshot.ndjson' : '/sandbox/snapshot', {
      method: 'PUT',
      headers: { 'Content-Type': lines ? 'application/x-ndjson' : 'application/json' },
      body: content,
      duplex: 'half',
    });
    if (!taken.ok) throw new AccountError(`--snapshot: ${file}: ${await refusalOf(taken)}`);
    return await work(send);
  } finally {
    sandbox.close();
  }
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

async function configurationFrom(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new AccountError(`--config: ${file} cannot be read: ${error.code ?? error.message}.`);
  });
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0) throw new AccountError(`--config: ${file}: Invalid JSON.`);
  return value;
}

async function refusalOf(response: Response): Promise<string> {
  const text = await response.text();
  try {
    return (JSON.parse(text) as { Message: string }).Message ?? text;
  } catch {
    return `${response.status} ${text.slice(0, 200)}`;
  }
}
