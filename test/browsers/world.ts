import { startExamples } from '../../examples/start.mjs';
import { serveIntegrityPage } from '../e2e/integrity-page.ts';
import { type MerchantPage, serveMerchantPage } from '../e2e/merchant-page.ts';
import { openShop, type Shop } from '../e2e/shop.ts';
import { type StaticHost, servePublicFolder } from '../e2e/static-host.ts';
import { type Apps, serveApps } from './apps.ts';
import type { Page } from './driver.ts';

/** The pages that the steps visit, with the service behind them. */
export interface World {
  /** The example pages, with a back end. */
  readonly examples: Awaited<ReturnType<typeof startExamples>>;
  /** A page of a strict policy, for calls by script. */
  readonly shop: Shop;
  /** A page for the payment form, and a stranger's around it. */
  readonly merchant: MerchantPage;
  /** A page that loads the script by its hash. */
  readonly integrity: Awaited<ReturnType<typeof serveIntegrityPage>>;
  /** Apps of the frameworks, for the service of the shop. */
  readonly apps: Apps;
  /** A host of files whose pages can start the sandbox in a service worker. */
  readonly worker: StaticHost;
  /** A page of another origin. */
  readonly stranger: StaticHost;
  close(): Promise<void>;
}

export async function openWorld(): Promise<World> {
  const examples = await startExamples({
    sandboxPort: 0,
    shopPort: 0,
    backendPort: 0,
    clock: '2026-01-15T10:00:00Z',
  });
  const shop = await openShop({ clock: '2026-01-15T10:00:00Z' });
  const merchant = await serveMerchantPage(shop.service.url);
  const integrity = await serveIntegrityPage();
  const apps = await serveApps(shop.service.url);
  const head = '<!doctype html><title>Shop</title><link rel="icon" href="data:,">';
  const start = `<script type="module">
    import { startServiceWorker } from './service-worker.js';
    globalThis.started = startServiceWorker({ clock: '2026-01-15T10:00:00Z', seed: 'worker' }).then(() => {});
  </script>`;
  const worker = await servePublicFolder(
    'serviceWorker',
    { 'index.html': `${head}<body>${start}</body>` },
    { 'service-worker.js': 'sandbox/dist/service-worker.js' },
  );
  const stranger = await servePublicFolder('serviceWorker', { 'index.html': `${head}<body></body>` });
  return {
    examples,
    shop,
    merchant,
    integrity,
    apps,
    worker,
    stranger,
    async close() {
      await stranger.close();
      await worker.close();
      await apps.close();
      await integrity.close();
      await merchant.close();
      await shop.close();
      await examples.close();
    },
  };
}

/** Something that must work in every engine. */
export interface Step {
  readonly subject:
    | 'Script tag'
    | 'Payment form'
    | '3-D Secure'
    | 'Redirect'
    | 'Portal'
    | 'Drop-in'
    | 'Frames'
    | 'Back button'
    | 'Frameworks'
    | 'Surroundings'
    | 'Hostile pages'
    | 'Service worker';
  readonly title: string;
  /** An engine that it cannot be tried in, and why. */
  readonly notIn?: readonly { readonly engine: string; readonly because: string }[];
  /** Errors that the page logs with good reason, each a part of the message. */
  readonly allowErrors?: readonly string[];
  run(page: Page, world: World): Promise<void>;
}
