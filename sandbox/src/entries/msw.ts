import { type HttpHandler, HttpResponse, http } from 'msw';
import { PersistentSandbox } from '../hosts/browser/persistent-sandbox.ts';
import { createSandbox } from '../sandbox/checked-sandbox.ts';
import type { Sandbox, SandboxOptions } from '../sandbox/sandbox.ts';
import { ConnectionDropped } from '../service/http/traffic/faults.ts';

/** Options of {@link handlers}. */
export interface HandlersOptions
  extends Omit<SandboxOptions, 'basePath' | 'pagesUrl' | 'pageOrigin' | 'timers'> {
  /** The service URL that your code uses: `https://billing.example` or `http://localhost:5173/clientlib-sandbox`. */
  readonly baseUrl: string;
  /** Your own sandbox, to move its clock or inspect it. Default: one created from the other options. */
  readonly sandbox?: Sandbox;
  /**
   * In a browser: keeps the state in IndexedDB, so that it survives a reload; a string names the database. Default:
   * only with `shell`, which requires it.
   */
  readonly persist?: boolean | string;
  /**
   * In a browser: address of the shell page, which `npx clientlib-sandbox init <public folder>` copies next to
   * `mockServiceWorker.js`. The shell page shows the payment form and the pages of payment providers.
   */
  readonly shell?: string;
}

/** The handlers with their sandbox. */
export type SandboxHandlers = HttpHandler[] & {
  readonly sandbox: Sandbox;
  /** With `shell`: the value of ClientLib's setting `pagesUrl`. */
  readonly pagesUrl: string | undefined;
  /** Deletes the state from memory and from IndexedDB. */
  clear(): Promise<void>;
};

const DATABASE = 'clientlib-sandbox';

/**
 * Request handlers for MSW that respond to everything below `baseUrl`, and nothing else, with a sandbox.
 *
 * @example
 * const server = setupServer(...handlers({ baseUrl: 'https://billing.example' }));
 * server.listen();
 * @throws TypeError if `baseUrl` is not an absolute http(s) URL, or `shell` is used without a page
 */
export function handlers(options: HandlersOptions): SandboxHandlers {
  const { baseUrl, sandbox: given, shell, persist = shell !== undefined, ...rest } = options;
  const base = absolute(baseUrl);
  const database = typeof persist === 'string' ? persist : DATABASE;
  const pagesUrl = shell === undefined ? undefined : toPagesUrl(shell, database);
  const pageOrigin = (globalThis as { location?: Location }).location?.origin;
  const sandbox =
    given ??
    createSandbox({
      ...rest,
      basePath: base.pathname,
      timers: persist === false,
      ...(pagesUrl === undefined ? {} : { pagesUrl }),
      ...(pageOrigin === undefined || pageOrigin === 'null' ? {} : { pageOrigin }),
    });
  const kept = persist === false ? undefined : new PersistentSandbox(sandbox, database);
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
    pagesUrl,
    clear: async () => (kept === undefined ? sandbox.reset() : kept.clear()),
  });
}

/** Returns the prefix of page URLs that makes the shell show them. */
function toPagesUrl(shell: string, database: string): string {
  const page = (globalThis as { location?: Location }).location?.href;
  if (page === undefined || !URL.canParse(shell, page)) {
    throw new TypeError(
      `handlers({ shell: "${shell}" }): the shell page is for browsers, below the page's origin.`,
    );
  }
  const url = new URL(shell, page);
  if (database !== DATABASE) url.searchParams.set('database', database);
  url.searchParams.set('go', '');
  return url.href;
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
