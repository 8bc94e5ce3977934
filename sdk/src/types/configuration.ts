import type { Environment } from './payment-methods.ts';

/** The settings of `configure`, which `Payment`, `Signup` and `Portal` can override for one instance. */
export interface Configuration {
  /**
   * Address of the service, without `/api/v1`; absolute, or relative to the page. The script-tag build takes its own
   * script's location; npm users set it once.
   */
  baseUrl?: string | undefined;
  /**
   * The URL of the service's pages (the payment form, PDFs), if it differs from `baseUrl`. Needed if request
   * handlers simulate the service, because browsers do not load pages through them.
   */
  pagesUrl?: string | undefined;
  /** Milliseconds after which a call fails with `Timeout`, unless the call sets its own. Default 30,000. */
  timeoutMs?: number | undefined;
  /**
   * The system that this page is intended for. Any other system is rejected with `WrongEnvironment` before
   * anything is paid. Default: a host named `app.…` is production and one named `sandbox.…` is the sandbox;
   * others can be either.
   */
  environment?: Environment | undefined;
  /**
   * Called instead of the global `fetch`, for example for a sandbox in the same process or a server's own
   * HTTP client. Where there is no global `Request` (jsdom), it is called with the URL and a `RequestInit`.
   */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
}
