import {
  CLAIM,
  type RegisteredWorker,
  registerWorker,
  type WorkerOptions,
} from '../hosts/browser/registration.ts';

export type { RegisteredWorker, WorkerOptions } from '../hosts/browser/registration.ts';

/** Options of {@link startServiceWorker}. */
export interface StartWorkerOptions extends WorkerOptions {
  /** Address of the worker's script. Default: `/clientlib-sandbox-worker.js`. */
  readonly script?: string | undefined;
}

/**
 * Starts the sandbox in a service worker, and resolves when it serves this page: its requests, its frames, and the pages
 * that it goes to. A page that was loaded before needs no reload.
 *
 * @example
 * const { baseUrl } = await startServiceWorker();
 * configure({ baseUrl });
 * @throws Error if service workers are not available, or the script does not exist
 */
export async function startServiceWorker(options: StartWorkerOptions = {}): Promise<RegisteredWorker> {
  const { script = '/clientlib-sandbox-worker.js', ...rest } = options;
  const worker = await registerWorker(script, rest);
  if (!location.href.startsWith(worker.registration.scope)) {
    throw new Error(
      `The sandbox's worker serves ${worker.registration.scope} only, and this page is ${location.pathname}. ` +
        'Put the worker beside your pages or above them.',
    );
  }
  const { serviceWorker } = navigator;
  const isServed = () => serviceWorker.controller?.scriptURL === worker.registration.active?.scriptURL;
  if (!isServed()) {
    await new Promise<void>((resolve) => {
      const look = () => {
        if (!isServed()) return;
        serviceWorker.removeEventListener('controllerchange', look);
        resolve();
      };
      serviceWorker.addEventListener('controllerchange', look);
      worker.registration.active?.postMessage(CLAIM);
      look();
    });
  }
  return worker;
}
