import { invalid, misuse } from './error.ts';
import type { Environment } from './types/payment-methods.ts';

/** What `configure` takes. A setting that is left out stays as it is. */
export interface Configuration {
  /**
   * Address of the service, without `/api/v1`; absolute, or relative to the page. The script-tag build takes its own
   * script's location; npm users set it once.
   */
  baseUrl?: string | undefined;
  /**
   * Where pages that the browser goes to, the payment form and PDFs, are found instead of at `baseUrl`; taken as it is.
   * For a service that is simulated by request handlers, which browsers do not ask for pages.
   */
  pagesUrl?: string | undefined;
  /** Milliseconds after which a call ends with the error `Timeout`, unless it says otherwise. Default 30,000. */
  timeoutMs?: number | undefined;
  /**
   * The system that this page is meant for. Another one is refused with `WrongEnvironment`, before anything is paid.
   * Default: a host named `app.…` is taken for production and one named `sandbox.…` for the sandbox, others for either.
   */
  environment?: Environment | undefined;
  /** Called instead of the global `fetch`: a sandbox in the same process, a server with its own client. */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
}

// In the global object, so that the script tag and an npm copy on one page share it. Nothing is there before
// `configure` is called.
const place = 'clientlib.configuration';
type Place = { [place]?: Configuration };

/** The settings as they are. */
export const settings = (): Configuration => (globalThis as Place)[place] ?? {};

/**
 * Sets the address of the service, and what is common to all calls. Settings that are not named stay.
 *
 * @example
 * configure({ baseUrl: 'https://sandbox.example.com' });
 * @throws ClientLibError `InvalidConfiguration` when a setting cannot be right.
 */
export function configure(configuration: Configuration): void {
  const next = { ...settings(), ...configuration };
  if (next.baseUrl !== undefined) {
    const { origin, pathname } = readAddress(next.baseUrl, 'baseUrl');
    next.baseUrl = (origin + pathname).replace(/\/+$/, '');
  }
  checkTimeout(next.timeoutMs ?? 1);
  (globalThis as Place)[place] = next;
}

/** An address that a browser can go to; a page may give it relative to itself. */
export function readAddress(value: unknown, name: string): URL {
  try {
    const url = new URL(value as string, globalThis.location?.href);
    if (/^http/.test(url.origin)) return url;
  } catch {
    // Refused as any other.
  }
  throw invalid('InvalidConfiguration', name, 'an http(s) address', value);
}

/** A time-out that `setTimeout` can hold. */
export function checkTimeout(timeoutMs: unknown): asserts timeoutMs is number {
  if (typeof timeoutMs !== 'number' || !(timeoutMs > 0 && timeoutMs < 2 ** 31))
    throw invalid('InvalidConfiguration', 'timeoutMs', 'milliseconds above 0', timeoutMs);
}

/** What stands before the path of a page. */
export const pagesUrl = (): string => settings().pagesUrl ?? baseUrl();

/** The address of the service, checked against the page that calls it. */
export function baseUrl(): string {
  const url = settings().baseUrl;
  if (!url) throw misuse('NoBaseUrl', 'Call configure({ baseUrl }) first.');
  if (globalThis.location?.protocol === 'https:' && /^http:\/\/(?!localhost|127\.|\[::1])/.test(url)) {
    throw misuse('InsecureBaseUrl', `${url}: an https page needs https.`);
  }
  return url;
}
