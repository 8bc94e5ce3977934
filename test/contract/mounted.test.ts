// sandbox.app in somebody's app: below a path of a Hono app, as a route handler of Next, as the fetch of a worker.
import { serve } from '@hono/node-server';
import { createSandbox, type Sandbox } from 'clientlib-sandbox';
import { Hono } from 'hono';
import { handle } from 'hono/vercel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openReceiver, type Receiver } from './receiver.ts';
import { options } from './reference.ts';
import { caseNames, type Place, runCase } from './suite.ts';

let receiver: Receiver;
beforeAll(async () => {
  receiver = await openReceiver();
});
afterAll(() => receiver.close());

type Fetch = (request: Request) => Response | Promise<Response>;

/** The foreign app's own `fetch`, by how it takes the sandbox in. */
const apps: readonly (readonly [name: string, basePath: string, appWith: (sandbox: Sandbox) => Fetch])[] = [
  [
    'a Hono app, below /billing/*',
    '/billing',
    (sandbox) => {
      const app = new Hono();
      app.get('/', (c) => c.text('the shop'));
      app.all('/billing/*', (c) => sandbox.app.fetch(c.req.raw));
      return (request) => app.fetch(request);
    },
  ],
  ['a route handler of Next, app/api/billing/[[...path]]', '/api/billing', (sandbox) => handle(sandbox.app)],
  ['a worker', '', (sandbox) => ({ fetch: sandbox.app.fetch }).fetch],
];

describe.each(apps)('mounted in %s', (_, basePath, appWith) => {
  let sandbox: Sandbox;
  let place: Place;
  let close: () => void;

  beforeAll(async () => {
    sandbox = createSandbox({ ...options, basePath });
    const fetchOfApp = appWith(sandbox);
    const port = await new Promise<number>((resolve) => {
      const server = serve(
        {
          fetch: (request) => fetchOfApp(request),
          port: 0,
          hostname: '127.0.0.1',
          overrideGlobalObjects: false,
        },
        (address) => resolve(address.port),
      );
      close = () => {
        server.close();
        sandbox.close();
      };
    });
    place = { baseUrl: `http://127.0.0.1:${port}${basePath}`, receiverUrl: receiver.url };
  });
  afterAll(() => close());

  it.each(caseNames.filter((name) => /sign/i.test(name)))('%s', async (name) => {
    expect((await runCase(name, place)).length).toBeGreaterThan(0);
  });

  it('uses its own path in every URL that it writes', async () => {
    const json = async (path: string) => (await fetch(place.baseUrl + path)).json();
    expect(await json('/sandbox/catalog')).toMatchObject({ BaseUrl: place.baseUrl });
    expect(await json('/w/blue/sandbox/catalog')).toMatchObject({ BaseUrl: `${place.baseUrl}/w/blue` });
    expect(await json('/openapi.json')).toMatchObject({ servers: [{ url: place.baseUrl }] });
  });
});

it('accepts requests whose base path the app has removed', async () => {
  const sandbox = createSandbox({ ...options, basePath: '/billing' });
  const app = new Hono();
  app.mount('/billing', sandbox.app.fetch);
  const answer = await app.request('http://shop.test/billing/sandbox/catalog');
  expect(await answer.json()).toMatchObject({ BaseUrl: 'http://shop.test/billing' });
  sandbox.close();
});
