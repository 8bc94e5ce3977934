import { createSandbox } from '../../sandbox/sandbox.ts';
import { ConnectionDropped } from '../../service/http/traffic/faults.ts';
import { PersistentSandbox } from './persistent-sandbox.ts';
import { CLAIM } from './registration.ts';

/*
 * A service worker that runs the whole sandbox: it responds to pages, frames, popups, form posts and downloads below its
 * base path, without a server. Options are in the script's own query: `?base=/billing&clock=…&seed=…`.
 */

/** A life-cycle event of a service worker. */
interface WorkerEvent {
  waitUntil(work: Promise<unknown>): void;
}

/** The parts of a service worker's scope that are used here; the DOM types know pages only. */
interface WorkerScope {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(
    type: 'message',
    listener: (event: WorkerEvent & { readonly data: unknown }) => void,
  ): void;
  addEventListener(
    type: 'fetch',
    listener: (
      event: WorkerEvent & { readonly request: Request; respondWith(answer: Promise<Response>): void },
    ) => void,
  ): void;
}

/** The path below the base URL, also in a workspace. */
const PROVIDER_PAGE = /^(\/w\/[^/]+)?\/providers\//;

const scope = globalThis as unknown as WorkerScope;
const query = new URL(scope.location.href).searchParams;
const basePath = (query.get('base') ?? '/clientlib-sandbox').replace(/\/+$/, '');
const clock = query.get('clock');
const seed = query.get('seed');

const sandbox = new PersistentSandbox(
  createSandbox({
    basePath,
    pageOrigin: scope.location.origin,
    strict: query.has('strict'),
    timers: false,
    ...(clock === null ? {} : { clock }),
    ...(seed === null ? {} : { seed }),
  }),
  query.get('database') ?? `clientlib-sandbox ${basePath}`,
);

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
// The page that registered the worker is served by it from now on, without a reload.
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));
// A page that was force-reloaded without its worker requests to be served again.
scope.addEventListener('message', (event) => {
  if (event.data === CLAIM) event.waitUntil(scope.clients.claim());
});

scope.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== scope.location.origin || !url.pathname.startsWith(`${basePath}/`)) return;
  const { request } = event;
  // A form of any site: the browser does not report which. Only pages of payment providers have forms.
  const isForm = request.mode === 'navigate' && request.method !== 'GET';
  if (isForm && !PROVIDER_PAGE.test(url.pathname.slice(basePath.length))) return;
  const answered = answer(request);
  event.respondWith(answered);
  // Webhooks are still sent after the response to the page.
  event.waitUntil(answered.then(() => sandbox.settle()));
});

async function answer(request: Request): Promise<Response> {
  try {
    return await sandbox.fetch(request);
  } catch (error) {
    if (error instanceof ConnectionDropped) return Response.error();
    throw error;
  }
}
