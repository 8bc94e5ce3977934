// The service of this page: a sandbox in a service worker. In production only the address stays, as of your own service.
import { configure } from 'clientlib';
import { startServiceWorker } from 'clientlib-sandbox/service-worker';

export const PUBLIC_API_KEY = 'a00000000000000000000001';

export async function startService() {
  const { baseUrl } = await startServiceWorker({
    script: new URL('clientlib-sandbox-worker.js', document.baseURI).href,
  });
  configure({ baseUrl });
}
