// A shop as most are developed: its page calls its own origin, and the dev server passes that on to the sandbox.
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type StartedSandbox, startSandbox } from 'clientlib-sandbox';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { snippets } from '../kits/snippets.ts';
import { newPage } from './browser.ts';

let service: StartedSandbox;
let vite: ViteDevServer;
let port: number;

beforeAll(async () => {
  service = await startSandbox({ port: 0, clock: '2026-01-15T10:00:00Z', seed: 'dev-server' });
  const [config = ''] = await snippets('Behind the proxy of a dev server', 'docs/frameworks.md');
  const { default: documented } = await import(
    `data:text/javascript,${encodeURIComponent(config.replace('http://localhost:4400', service.url))}`
  );
  vite = await createServer({
    root: 'test/e2e/pages/dev-server',
    configFile: false,
    cacheDir: '.cache/vite-dev-server',
    logLevel: 'error',
    server: {
      port: 0,
      host: '127.0.0.1',
      hmr: false,
      ws: false,
      ...documented.server,
    },
  });
  await vite.listen();
  port = ((vite.httpServer as NonNullable<ViteDevServer['httpServer']>).address() as AddressInfo).port;
});
afterAll(async () => {
  await vite.close();
  await service.close();
});

it.each(['localhost', '127.0.0.1'])('sells to a page of %s', async (name) => {
  const page = await newPage();
  await page.goto(`http://${name}:${port}/`);
  await page.getByRole('button', { name: 'Basic monthly' }).click();
  await page.getByText(/^[0-9a-f]{24}$/).waitFor();
  const contract = await page.locator('#bought').textContent();
  expect(service.sandbox.snapshot().Collections['contracts']).toContainEqual(
    expect.objectContaining({ Id: contract }),
  );
});

/** Asks the dev server for a token with these headers, which no `fetch` would send. */
function ask(headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        path: '/oauth/token',
        method: 'POST',
        auth: 'c00000000000000000000001:sandbox-secret',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode as number);
      },
    );
    asked.on('error', reject);
    asked.end('grant_type=client_credentials');
  });
}

it('forwards what the sandbox rejects: web pages, other names of this machine, a hidden origin', async () => {
  const own = `http://localhost:${port}`;
  expect(await ask({ Origin: own, 'Sec-Fetch-Site': 'same-origin' })).toBe(200);
  expect(await ask({ Origin: own })).toBe(200);
  expect(await ask({ Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
  expect(await ask({ Origin: 'https://evil.example' })).toBe(403);
  // DNS rebinding: the name of a page of the web was led to this machine. The dev server itself knows its hosts too.
  expect(await ask({ Origin: `http://evil.example:${port}` })).toBe(403);
  expect(await ask({ Host: `evil.example:${port}` })).toBe(403);
  expect(await ask({ Origin: 'null' })).toBe(403);
});
