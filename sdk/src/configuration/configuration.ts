import { invalid, misuse } from '../errors/client-lib-error.ts';
import { isObject } from '../input/record.ts';
import { isNumber } from '../input/shape.ts';
import type { Configuration } from '../types/configuration.ts';
import { isLoopback, readAddress } from './address.ts';

const settingNames = ['baseUrl', 'pagesUrl', 'timeoutMs', 'environment', 'fetch'] as const;

// In the global object, so that the script tag and an npm copy on one page share it. Nothing is there before
// `configure` is called.
const place = 'clientlib.configuration';
type Place = { [place]?: Configuration };

/** The current settings. @param own override them for one instance */
export const settings = (own?: Configuration): Configuration => ({ ...(globalThis as Place)[place], ...own });

/**
 * Sets the URL of the service and the defaults of all calls. Omitted settings do not change. Names are
 * case-insensitive.
 *
 * @example
 * configure({ baseUrl: 'https://sandbox.example.com' });
 * @throws ClientLibError `InvalidConfiguration` if a setting is unknown or invalid.
 */
export function configure(configuration: Configuration): void {
  (globalThis as Place)[place] = settings(readSettings(configuration));
}

/** Reads settings with names in any case. @param hasOthers other names are allowed and ignored */
export function readSettings(given: unknown, hasOthers?: boolean): Configuration {
  if (!isObject(given))
    throw invalid('InvalidConfiguration', 'configure', 'an object like { baseUrl }', given);
  const read: Configuration & Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const known = settingNames.find((setting) => setting.toLowerCase() === name.toLowerCase());
    if (known) read[known] = value as never;
    else if (!hasOthers)
      throw invalid('InvalidConfiguration', 'configure', `one of ${settingNames.join(', ')}`, name);
  }
  if (read.baseUrl !== undefined) {
    const { origin, pathname } = readAddress(read.baseUrl, 'baseUrl');
    read.baseUrl = origin + pathname;
  }
  if (read.timeoutMs !== undefined) checkTimeout(read.timeoutMs);
  return read;
}

/** A timeout that `setTimeout` can hold. */
export function checkTimeout(timeoutMs: unknown): asserts timeoutMs is number {
  if (!(isNumber(timeoutMs) && timeoutMs > 0 && timeoutMs < 2 ** 31))
    throw invalid('InvalidConfiguration', 'timeoutMs', 'milliseconds above 0', timeoutMs);
}

/** The prefix of a page's path. */
export const pagesUrl = (own?: Configuration): string =>
  (own?.baseUrl ? own : settings(own)).pagesUrl ?? baseUrl(own);

/** The address of the service, checked against the page that calls it. */
export function baseUrl(own?: Configuration): string {
  const url = settings(own).baseUrl?.replace(/\/+$/, '');
  if (!url) throw misuse('NoBaseUrl', 'Call configure({ baseUrl }) first.');
  if (globalThis.location?.protocol === 'https:' && isInsecure(new URL(url)))
    throw misuse('InsecureBaseUrl', `${url}: an https page needs https.`);
  return url;
}

const isInsecure = (url: URL): boolean => url.protocol === 'http:' && !isLoopback(url);
