import { readdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import vue from '@vitejs/plugin-vue';
import { build, type PluginOption } from 'vite';

/*
 * Apps of users of ClientLib's entries, built once as their users build them, and served by each engine's
 * world for a service of its own.
 */

const folder = resolve('.cache/browser-apps');

/** Stands in the built scripts where the address of the service comes. */
const PLACEHOLDER = 'https://service.invalid';

const programs = {
  react: { root: 'test/package/programs/spa', plugins: [react()] },
  vue: { root: 'examples/vue-spa', plugins: [vue()] },
  element: { root: 'test/package/programs/element', plugins: [] },
} satisfies Record<string, { root: string; plugins: PluginOption[] }>;

type AppName = keyof typeof programs;

/** The address of each app. */
export type Apps = { readonly [name in AppName]: string } & { close(): Promise<void> };

const names = Object.keys(programs) as AppName[];

/** Builds every app. The development build of React runs each effect twice under StrictMode. */
export async function buildApps(): Promise<void> {
  const { NODE_ENV } = process.env;
  process.env['NODE_ENV'] = 'development';
  for (const name of names) {
    const { root, plugins } = programs[name];
    await build({
      root: resolve(root),
      mode: 'development',
      configFile: false,
      logLevel: 'error',
      plugins,
      define: { 'import.meta.env.VITE_SERVICE_URL': JSON.stringify(PLACEHOLDER) },
      build: { outDir: join(folder, name), emptyOutDir: true },
    });
  }
  process.env['NODE_ENV'] = NODE_ENV;
}

const types: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };

/** Serves every app on a port of its own. */
export async function serveApps(serviceUrl: string): Promise<Apps> {
  const servers: Server[] = [];
  const urls: Partial<Record<AppName, string>> = {};
  for (const name of names) {
    const files = await filesOf(join(folder, name), serviceUrl);
    const server = createServer((request, response) => {
      const path = new URL(request.url ?? '/', 'http://localhost').pathname;
      // The pages of the app are drawn by its script.
      const file = files.has(path) ? path : '/index.html';
      response.setHeader('Content-Type', types[file.split('.').pop() as string] ?? 'text/plain');
      response.end(files.get(file));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    servers.push(server);
    urls[name] = `http://localhost:${(server.address() as AddressInfo).port}`;
  }
  return {
    ...(urls as Record<AppName, string>),
    async close() {
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise((done) => server.close(done));
      }
    },
  };
}

/** The built files of an app by path, for a service. */
async function filesOf(root: string, serviceUrl: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const text = await readFile(path, 'utf8');
    files.set(path.slice(root.length).replaceAll('\\', '/'), text.replaceAll(PLACEHOLDER, serviceUrl));
  }
  return files;
}
