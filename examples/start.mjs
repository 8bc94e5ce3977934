// Starts the sandbox, the merchant's back end and the example pages together, and says where to click. With
// `--port 5400` they take that port and the next two, with `--port 0` free ones. With `--data` the sandbox keeps its state
// in the folder `.data`, so that it goes on there at the next start.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startSandbox } from 'clientlib-sandbox';
import { startBackend } from './merchant-backend/server.mjs';
import { servePages } from './serve.mjs';

/**
 * @param {{ sandboxPort?: number, shopPort?: number, backendPort?: number, clock?: string, data?: string }} [options]
 *   port 0 takes a free one; data is the folder in which the sandbox keeps its state
 */
export async function startExamples({
  sandboxPort = 4400,
  shopPort = 4401,
  backendPort = 4402,
  clock,
  data,
} = {}) {
  const sandbox = await startSandbox({
    port: sandboxPort,
    ...(clock === undefined ? {} : { clock }),
    ...(data === undefined ? {} : { data }),
  });
  const { backend, shop, close } = await startShop({ sandboxUrl: sandbox.url, shopPort, backendPort });
  return {
    sandbox,
    backend,
    shop,
    async close() {
      await close();
      await sandbox.close();
    },
  };
}

/**
 * The example shop and its back end, for a sandbox that runs.
 *
 * @param {{ sandboxUrl: string, shopPort?: number, backendPort?: number }} options port 0 takes a free one
 */
export async function startShop({ sandboxUrl, shopPort = 4401, backendPort = 4402 }) {
  const backend = await startBackend({ port: backendPort, sandboxUrl });
  const shop = await servePages({
    port: shopPort,
    sandboxUrl,
    // The pages and the back end share one origin, as behind a merchant's own web server.
    backend: (request) =>
      fetch(
        new Request(
          new URL(new URL(request.url).pathname + new URL(request.url).search, backend.url),
          request,
        ),
      ),
    backendPaths: ['/accounts', '/accounts/*'],
  });
  return {
    backend,
    shop,
    async close() {
      await shop.close();
      await backend.close();
    },
  };
}

async function main() {
  const { values } = parseArgs({
    options: { port: { type: 'string', default: '4400' }, data: { type: 'boolean', default: false } },
  });
  const data = values.data ? fileURLToPath(new URL('../.data', import.meta.url)) : undefined;
  const first = Number(values.port);
  const [sandboxPort, shopPort, backendPort] = first === 0 ? [0, 0, 0] : [first, first + 1, first + 2];
  const { sandbox, backend, shop, close } = await startExamples({
    sandboxPort,
    shopPort,
    backendPort,
    ...(data === undefined ? {} : { data }),
  });
  console.log(`
  Inspector ${sandbox.url}/   (what happens, live, and a clock to move)
  Sandbox   ${sandbox.url}   (test data: ${sandbox.url}/sandbox/catalog)
  Shop      ${shop.url}
            ${shop.url}/payment-form/   (the embedded payment form)
            ${shop.url}/portal-page/?account=<account>   (self-service; the back end lists the accounts)
  Back end  ${backend.url}
  State     ${data === undefined ? 'in memory; to keep it: npm start -- --data' : `kept in ${data}`}

  Try this:
  1. Open ${shop.url}, fill in the form, pay with the card 4111 1111 1111 1111, any name, any date, CVC 123.
  2. The thank-you page waits for the back end, which waits for the webhook: ${backend.url}
  3. Pay with 4000 0000 0000 0002 to see a declined card, or use the coupon WELCOME20.
  4. Let a month pass: press "+1 month" in the inspector, ${sandbox.url}/
  5. See what happened: ${sandbox.url}/#/activity

  Ctrl+C ends it.
`);
  const end = () => close().then(() => process.exit(0));
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main().catch((error) => {
    console.error(
      `The examples could not be started: ${error.message}\nFor example: npm start -- --port 5400`,
    );
    process.exitCode = 1;
  });
}
