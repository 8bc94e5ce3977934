import { invalid } from '../errors/client-lib-error.ts';
import { parsed, webAddress } from '../input/shape.ts';

/** An http(s) address; a page may give it relative to itself. */
export function readAddress(value: unknown, name: string): URL {
  const url = webAddress(value, globalThis.location?.href);
  if (url) return url;
  throw invalid('InvalidConfiguration', name, 'an http(s) address', value);
}

/** The return address for a provider: a page, or the scheme of an app; relative to the current page. */
export function readReturnAddress(value: unknown): string {
  const url = parsed(value, globalThis.location?.href);
  if (url && !/^(javascript|data|blob|file|about):/.test(url.href)) return url.href;
  throw invalid('InvalidConfiguration', 'providerReturnUrl', 'an address', value);
}

/** Returns whether an address is on this machine, where a https page may call plain http. */
export function isLoopback({ hostname }: URL): boolean {
  return /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
