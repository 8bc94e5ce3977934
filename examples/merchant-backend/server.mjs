// A merchant's back end: learns of signups by webhook, keeps accounts, and does for the browser what needs the REST API.
//
//   SANDBOX_URL=http://localhost:4400 PORT=4402 node server.mjs
//
// With CLIENTLIB_WEBHOOK_SECRET it registers no webhook and takes messages that this secret has signed.
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createAccounts } from './accounts.mjs';
import { createDeclarations } from './declarations.mjs';
import { accountPage, accountsPage, files, pageHeaders } from './pages.mjs';
import { createServiceClient, ServiceError } from './service-client.mjs';
import { createWebhookReceiver } from './webhook-receiver.mjs';

/** Longest that a page may wait for its account, in seconds. */
const MAX_WAIT_SECONDS = 30;

/**
 * The back end as a function from request to response.
 *
 * @param {{
 *   sandboxUrl: string,
 *   clientId?: string,
 *   clientSecret?: string,
 *   webhookSecret?: string,
 *   now?: () => Date,
 *   mayAct?: (request: Request, account: string) => boolean | Promise<boolean>,
 * }} options `webhookSecret`: of a webhook that is registered already; `mayAct`: whether the one who asks is signed in as
 *   this account. Everybody is, in this example: put your session check here before you let it out.
 */
export function createBackend({
  sandboxUrl,
  clientId = 'c00000000000000000000001',
  clientSecret = 'sandbox-secret',
  webhookSecret,
  mayAct = () => true,
  now = () => new Date(),
}) {
  const service = createServiceClient({ serviceUrl: sandboxUrl, clientId, clientSecret });
  const accounts = createAccounts(service);
  /** The webhook's secret is shown once, at registration: a real back end keeps it where it keeps its passwords. */
  let secrets = webhookSecret === undefined ? [] : [webhookSecret];
  const receiver = createWebhookReceiver({ secrets: () => secrets, handle: accounts.handle });

  const declare = createDeclarations(service, now);

  const app = new Hono();

  app.post('/webhooks', (context) => receiver.receive(context.req.raw));

  app.get('/', (context) => context.html(accountsPage(accounts.list(), sandboxUrl), 200, pageHeaders));

  app.get('/accounts/:id', async (context) => {
    const id = context.req.param('id');
    const seconds = Math.min(Number(context.req.query('wait') ?? 0) || 0, MAX_WAIT_SECONDS);
    const account = seconds > 0 ? await accounts.active(id, seconds) : accounts.get(id);
    if (context.req.header('Accept')?.includes('text/html')) {
      return context.html(accountPage(id, account, sandboxUrl), 200, pageHeaders);
    }
    return context.json(account ?? { Id: id, Status: 'pending' }, 200, { 'Cache-Control': 'no-store' });
  });

  // The product's access check, which `clientlib-sandbox certify --read-back` compares.
  app.get('/access/:contract', (context) => {
    const access = accounts.access(context.req.param('contract'));
    return context.json(
      access ?? { Message: 'There is no such contract.' },
      access === undefined ? 404 : 200,
      {
        'Cache-Control': 'no-store',
      },
    );
  });

  // `declare-url` of <clientlib-cancel> and <clientlib-withdraw>: nobody is signed in, so it says nothing about contracts.
  app.post('/declarations', async (context) => {
    const receipt = await declare(await context.req.json().catch(() => undefined));
    return context.json(receipt ?? { Message: 'The declaration is not complete.' }, receipt ? 200 : 422);
  });

  app.use('/accounts/:id/*', async (context, next) => {
    const account = accounts.get(context.req.param('id'));
    if (!(await mayAct(context.req.raw, context.req.param('id')))) {
      return context.json({ Message: 'You are not signed in as this account.' }, 403);
    }
    if (account?.ContractId === undefined) return context.json({ Message: 'There is no such account.' }, 404);
    context.set('account', account);
    return next();
  });

  // The portal page runs in the browser with a token that is good for this one contract and a short time.
  app.post('/accounts/:id/portal-token', async (context) => {
    const { ContractId } = context.get('account');
    const { Token, Expiry } = await service(
      'GET',
      `/contracts/${ContractId}/selfservicetoken?tokenValidity=60`,
    );
    return context.json({ Token, Expiry }, 200, { 'Cache-Control': 'no-store' });
  });

  // Orders on an existing contract are made here; the browser pays them with ClientLib.
  app.post('/accounts/:id/upgrade', async (context) => {
    const { PlanVariantId } = await context.req.json();
    const { ContractId } = context.get('account');
    const order = await service('POST', '/orders', { ContractId, Cart: { PlanVariantId } });
    return context.json({ OrderId: order.Id, GrossTotal: order.TotalGross, Currency: order.Currency });
  });

  for (const [path, { type, text }] of Object.entries(files)) {
    app.get(path, (context) => context.body(text, 200, { 'Content-Type': type }));
  }

  app.onError((error, context) => {
    if (error instanceof ServiceError && error.status < 500)
      return context.json({ Message: error.message }, 422);
    console.error(error);
    return context.json({ Message: 'That did not work.' }, 500);
  });

  return {
    fetch: (request) => app.fetch(request),
    accounts,
    /** Declarations that a person has to look at. */
    toReview: declare.toReview,
    /** Resolves when everything that was received is worked off. */
    idle: receiver.idle,
    /** Has the service send webhooks to `<url>/webhooks`, in place of an earlier registration of this address. */
    async register(url) {
      const address = `${url}/webhooks`;
      for (const webhook of await service('GET', '/webhooks?take=500')) {
        if (webhook.Url === address) await service('DELETE', `/webhooks/${webhook.Id}`);
      }
      const { Id, Secret } = await service('POST', '/webhooks', { Url: address, Events: [] });
      secrets = [Secret];
      return Id;
    },
    /** Changes the secret; for a while both are good. */
    async rotateSecret(webhookId) {
      const { Secret } = await service('POST', `/webhooks/${webhookId}/rotateSecret`);
      secrets = [Secret, ...secrets.slice(0, 1)];
    },
  };
}

/**
 * Listens, and registers its webhook unless it has the secret of one.
 *
 * @param {{ port?: number } & Parameters<typeof createBackend>[0]} options `port` 0 takes a free one
 * @returns {Promise<{ url: string, backend: ReturnType<typeof createBackend>, close: () => Promise<void> }>}
 */
export async function startBackend({ port = 4402, ...options }) {
  const backend = createBackend(options);
  const { server, url } = await new Promise((resolve, reject) => {
    const listening = serve({ fetch: backend.fetch, port, hostname: '127.0.0.1' }, (address) =>
      resolve({ server: listening, url: `http://localhost:${address.port}` }),
    );
    listening.once('error', reject);
  });
  const close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  try {
    if (options.webhookSecret === undefined) await backend.register(url);
  } catch (error) {
    await close();
    throw error;
  }
  return { url, backend, close };
}

async function main() {
  const sandboxUrl = process.env.SANDBOX_URL ?? process.argv[2] ?? 'http://localhost:4400';
  const port = Number(process.env.PORT ?? process.argv[3] ?? 4402);
  const webhookSecret = process.env.CLIENTLIB_WEBHOOK_SECRET || undefined;
  const { url, close } = await startBackend({ port, sandboxUrl, webhookSecret });
  console.log(`Back end at ${url}, with webhooks from ${sandboxUrl}`);
  const end = () => close().then(() => process.exit(0));
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  main().catch((error) => {
    console.error(`The back end could not be started: ${error.cause?.message ?? error.message}`);
    process.exitCode = 1;
  });
}
