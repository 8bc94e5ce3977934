import { readFile } from 'node:fs/promises';
import { type ParseError, parse } from 'jsonc-parser';
import { refuseOtherKind } from '../../clients/account/file-kind.ts';
import { forecastText } from '../../clients/account/forecast-text.ts';
import { AccountError, serviceUrl } from '../../clients/account/service-url.ts';
import type { Forecast } from '../../service/model/forecast.ts';
import { readErrorMessage } from './error-message.ts';
import { type Send, withSnapshot } from './snapshot-file.ts';

export interface ForecastOptions {
  /** Address of a running sandbox. */
  readonly url?: string;
  readonly months: number;
  /** A snapshot, JSON or NDJSON, instead of a running sandbox. */
  readonly snapshot?: string;
  /** The other configuration. */
  readonly config?: string;
  readonly format: 'text' | 'csv' | 'json';
  /** Required by a sandbox that others can reach. */
  readonly controlToken?: string;
}

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Returns the forecast as text. @throws AccountError */
export async function forecastOutput(options: ForecastOptions): Promise<string> {
  const { months: Months, config, format } = options;
  const Config = config === undefined ? undefined : await configurationFrom(config);
  const body = JSON.stringify(Config === undefined ? { Months } : { Months, Config });
  const ask = (send: Send) => send('/sandbox/forecast', { method: 'POST', headers: JSON_TYPE, body });
  const response = await (options.snapshot === undefined
    ? ask(sendTo(options))
    : withSnapshot(options.snapshot, ask));
  if (!response.ok) throw new AccountError(await readErrorMessage(response));
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
          `No sandbox is running at ${base}: ${cause?.code ?? message}. Start one, or use --snapshot FILE.`,
        );
      },
    );
}

async function configurationFrom(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new AccountError(`--config: ${file} cannot be read: ${error.code ?? error.message}.`);
  });
  refuseOtherKind('configuration', text, file);
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0) throw new AccountError(`--config: ${file}: Invalid JSON.`);
  return value;
}
