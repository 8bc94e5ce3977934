// The back end of a mobile app that sells its subscription in the app stores: it takes receipts from the app, adds what
// is new to the service, restores what is known, and tells the app whether its user has access.
//
//   SANDBOX_URL=http://localhost:4400 PORT=4403 node server.mjs
import { realpathSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createPurchases, ForeignPurchase } from './purchases.mjs';
import { createServiceClient, ServiceError } from './service-client.mjs';

const json = (status, body, headers = {}) => Response.json(body, { status, headers });

/**
 * The back end as a function from request to response.
 *
 * @param {{
 *   sandboxUrl: string,
 *   clientId?: string,
 *   clientSecret?: string,
 *   fetch?: typeof globalThis.fetch,
 *   userOf?: (request: Request) => string | undefined | Promise<string | undefined>,
 * }} options `userOf`: who is signed in. This example believes the header X-User: put your session check here before you
 *   let it out.
 * @returns {{ fetch: (request: Request) => Promise<Response> }}
 */
export function createAppBackend({
  sandboxUrl,
  clientId = 'c00000000000000000000001',
  clientSecret = 'sandbox-secret',
  fetch = globalThis.fetch,
  userOf = (request) => request.headers.get('X-User') ?? undefined,
}) {
  const purchases = createPurchases(
    createServiceClient({ serviceUrl: sandboxUrl, clientId, clientSecret, fetch }),
  );

  async function answer(request) {
    const user = await userOf(request);
    if (user === undefined) return json(401, { Message: 'Sign in first.' });
    const place = `${request.method} ${new URL(request.url).pathname}`;
    if (place === 'POST /purchases') {
      const receipt = await request.json().catch(() => undefined);
      if (receipt === undefined) return json(400, { Message: 'Send the receipt as JSON.' });
      return json(200, await purchases.add(user, receipt));
    }
    if (place === 'GET /entitlement') return json(200, await purchases.entitlement(user));
    return json(404, { Message: `There is nothing at ${place}.` });
  }

  return {
    async fetch(request) {
      try {
        return await answer(request);
      } catch (error) {
        if (error instanceof ForeignPurchase) return json(409, { Message: error.message });
        if (!(error instanceof ServiceError)) throw error;
        // The store is down: the app keeps the receipt and sends it again.
        if (error.status === 503) {
          return json(503, { Message: error.message }, { 'Retry-After': error.retryAfter ?? '60' });
        }
        if (error.status === 422) return json(422, { Message: error.message, Code: error.code });
        throw error;
      }
    },
  };
}

/**
 * Serves the back end on a port of this machine.
 *
 * @param {Parameters<typeof createAppBackend>[0] & { port?: number }} options `port` 0 takes a free one
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function startAppBackend({ port = 0, ...options }) {
  const backend = createAppBackend(options);
  const server = createServer(async (incoming, outgoing) => {
    const chunks = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const response = await backend
      .fetch(
        new Request(`http://localhost${incoming.url}`, {
          method: incoming.method,
          headers: Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
          ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
        }),
      )
      .catch((error) => {
        console.error(error);
        return json(500, { Message: 'Something went wrong. Try again.' });
      });
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve(undefined));
        server.closeAllConnections();
      }),
  };
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { url } = await startAppBackend({
    port: Number(process.env.PORT ?? 4403),
    sandboxUrl: process.env.SANDBOX_URL ?? 'http://localhost:4400',
  });
  console.log(
    `App back end at ${url}: POST /purchases with a receipt, GET /entitlement; the user is the header X-User.`,
  );
}
