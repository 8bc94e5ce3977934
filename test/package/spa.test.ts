import { cp, mkdir, mkdtemp, readdir, readFile, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { newPage } from '../e2e/browser.ts';
import { startedSandbox } from './node.ts';
import { serve } from './serve.ts';

let sandbox: Awaited<ReturnType<typeof startedSandbox>>;
beforeAll(async () => {
  sandbox = await startedSandbox();
});
afterAll(async () => {
  await sandbox?.end('SIGTERM');
});

const types: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };

/** The app as Vite builds it, in a folder in which clientlib is the installed package, and React the repository's. */
async function builtApp(mode: 'development' | 'production') {
  const root = await mkdtemp(join(inject('consumer'), 'spa-'));
  await cp('test/package/programs/spa', root, { recursive: true });
  await mkdir(join(root, 'node_modules'));
  for (const name of ['react', 'react-dom']) {
    await symlink(resolve('node_modules', name), join(root, 'node_modules', name), 'junction');
  }
  // The test runner's own would make it neither.
  vi.stubEnv('NODE_ENV', mode);
  const modules: string[] = [];
  await build({
    root,
    mode,
    configFile: false,
    logLevel: 'error',
    plugins: [
      react(),
      { name: 'modules', moduleParsed: ({ id }) => void (id.includes('clientlib') && modules.push(id)) },
    ],
    define: {
      'import.meta.env.VITE_SERVICE_URL': JSON.stringify(sandbox.url),
    },
  });
  vi.unstubAllEnvs();
  const dist = join(root, 'dist');
  const files = new Map<string, { type: string; content: Buffer }>();
  for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const type = types[path.split('.').pop() as string] ?? 'application/octet-stream';
    files.set(path.slice(dist.length).replaceAll('\\', '/'), { type, content: await readFile(path) });
  }
  files.set('/', files.get('/index.html') as { type: string; content: Buffer });
  return { url: await serve(files), modules };
}

describe('an app of Vite and React under StrictMode, with the installed package', () => {
  // In development React runs every effect twice, so the form is made, destroyed and made again.
  it.each([
    ['development', 2],
    ['production', 1],
  ] as const)('pays by the embedded form (%s)', async (mode, made) => {
    const { url, modules } = await builtApp(mode);
    expect(modules.some((id) => id.includes('node_modules/clientlib/dist/index.js'))).toBe(true);
    const page = await newPage();
    await page.goto(url);
    const form = page.frameLocator('iframe');
    await form.getByLabel(/card number/i).fill('4111 1111 1111 1111');
    await form.getByLabel(/expir/i).fill('12/39');
    await form.getByLabel(/security code|cvc/i).fill('123');
    await form.getByLabel(/name on/i).fill('Ada Lovelace');
    await page.getByLabel('Price').getByText('11.78 EUR').waitFor();
    expect(await page.getByLabel('Forms').textContent()).toBe(`${made}`);
    expect(await page.locator('iframe').count()).toBe(1);
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.getByText('subscribed').waitFor();
  });
});
