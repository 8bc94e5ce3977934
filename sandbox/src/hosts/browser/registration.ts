/** The message that a page sends to a running worker that does not control it. */
export const CLAIM = 'clientlib-sandbox:claim';

/** Options of the sandbox in a service worker. */
export interface WorkerOptions {
  /** Path of the service on the page's own origin. Default: `clientlib-sandbox` beside the script. */
  readonly base?: string | undefined;
  /** See `createSandbox`: the initial time of a manual clock. */
  readonly clock?: string | undefined;
  /** See `createSandbox`. */
  readonly seed?: string | undefined;
  /** See `createSandbox`. */
  readonly strict?: boolean | undefined;
  /** Name of the IndexedDB database that stores the state. Default: one for each `base`. */
  readonly database?: string | undefined;
}

/** A running worker, and the address of its service. */
export interface RegisteredWorker {
  readonly baseUrl: string;
  readonly registration: ServiceWorkerRegistration;
}

/**
 * Registers the worker and resolves when it is ready.
 *
 * @param script URL of `clientlib-sandbox-worker.js`, as copied by `npx clientlib-sandbox init --service-worker`
 * @param scope pages that the worker serves. Default: those in the script's folder
 * @throws Error if service workers are not available, or the script cannot be loaded
 */
export async function registerWorker(
  script: string,
  options: WorkerOptions,
  scope?: string,
): Promise<RegisteredWorker> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (workers === undefined) {
    throw new Error(
      `Service workers are not available at ${location.origin}: browsers allow them at https:// and http://localhost only.`,
    );
  }
  const url = new URL(script, location.href);
  const base = new URL(options.base ?? 'clientlib-sandbox', url).pathname.replace(/\/+$/, '');
  const { clock, seed, strict, database } = options;
  for (const [name, value] of Object.entries({ base, clock, seed, database })) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  if (strict === true) url.searchParams.set('strict', '');
  let registration: ServiceWorkerRegistration;
  try {
    registration = await workers.register(url, scope === undefined ? {} : { scope });
  } catch (error) {
    throw new Error(
      `The sandbox's worker ${url.pathname} could not be registered (${(error as Error).message}). ` +
        'Check that it exists. To create it, run npx clientlib-sandbox init <public folder> --service-worker.',
    );
  }
  await activeWorker(registration);
  return { baseUrl: url.origin + base, registration };
}

/** The registration's newest worker, once it is active. */
function activeWorker(registration: ServiceWorkerRegistration): Promise<void> {
  const worker = registration.installing ?? registration.waiting ?? registration.active;
  return new Promise((resolve, reject) => {
    const look = () => {
      if (worker === null || worker.state === 'activated') resolve();
      else if (worker.state === 'redundant') {
        reject(new Error("The sandbox's worker could not be installed; the browser's console shows why."));
      }
    };
    worker?.addEventListener('statechange', look);
    look();
  });
}
