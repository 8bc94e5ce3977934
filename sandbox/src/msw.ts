import { type HttpHandler, HttpResponse, http } from 'msw';
import { PersistentSandbox } from './host/persistent-sandbox.ts';
import { ConnectionDropped } from './http/faults.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts';

/** What {@link handlers} takes. */
export interface HandlersOptions extends Omit<SandboxOptions, 'basePath'> {
  /** Where your code thinks that the service is: `https://billing.example` or `http://localhost:5173/clientlib-sandbox`. */
  readonly baseUrl: string;
  /** A sandbox of your own, to move its clock or look into it; made from the other options where it is not given. */
  readonly sandbox?: Sandbox;
  /**
   * In a browser: keep the state in IndexedDB, so that it survives a reload; a text names the database. Default false.
   */
  readonly persist?: boolean | string;
}

/** The handlers, and what stands behind them. */
export type SandboxHandlers = HttpHandler[] & {
  readonly sandbox: Sandbox;
  /** Forgets the state, in memory and in IndexedDB. */
  clear(): Promise<void>;
};

/**
 * Request handlers for MSW that answer everything below `baseUrl`, and nothing else, with a sandbox.
 *
 * @example
 * const server = setupServer(...handlers({ baseUrl: 'https://billing.example' }));
 * server.listen();
 * @throws TypeError when `baseUrl` is not an absolute http(s) URL
 */
export function handlers(options: HandlersOptions): SandboxHandlers {
  const { baseUrl, sandbox: given, persist = false, ...rest } = options;
  const base = absolute(baseUrl);
  const sandbox = given ?? createSandbox({ ...rest, basePath: base.pathname });
  const kept =
    persist === false ? undefined : new PersistentSandbox(sandbox, persist === true ? undefined : persist);
  const prefix = base.origin + base.pathname.replace(/\/+$/, '');
  const handler = http.all(`${prefix}/*`, async ({ request }) => {
    try {
      return await (kept ?? sandbox).fetch(request);
    } catch (error) {
      if (error instanceof ConnectionDropped) return HttpResponse.error();
      throw error;
    }
  });
  return Object.assign([handler], {
    sandbox,
    clear: async () => (kept === undefined ? sandbox.reset() : kept.clear()),
  });
}

function absolute(baseUrl: string): URL {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(
      `handlers({ baseUrl }): expected an absolute URL such as "https://billing.example", got "${baseUrl}".`,
    );
  }
  return url;
}
