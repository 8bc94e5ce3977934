// A small web server for the example pages: static files, with the address of the sandbox put where it really is, and
// the merchant's back end on the same origin.
import { readFile } from 'node:fs/promises';
import { join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { getMimeType } from 'hono/utils/mime';

const here = fileURLToPath(new URL('.', import.meta.url));

/** The sandbox address that is written in the pages. */
const WRITTEN_ADDRESS = /http:\/\/localhost:4400(\/?)/g;

/**
 * Serves the signup page at `/` and every other example under its folder's name.
 *
 * @param {{ port: number, sandboxUrl: string, backend?: (request: Request) => Response | Promise<Response>, backendPaths?: string[] }} options
 *   `port` 0 takes a free one
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export function servePages({ port, sandboxUrl, backend, backendPaths = [] }) {
  const app = new Hono();
  const { origin } = new URL(sandboxUrl);
  // Without a path it stands in a Content-Security-Policy, which names origins: a sandbox may be below a path.
  const addressed = (_written, slash) => (slash === '' ? origin : `${sandboxUrl}/`);
  if (backend !== undefined)
    for (const path of backendPaths) app.all(path, (context) => backend(context.req.raw));
  app.get('*', async (context) => {
    const file = await fileOf(context.req.path);
    if (file === undefined) return context.text('There is no such page.', 404);
    const type = getMimeType(file.path) ?? 'application/octet-stream';
    const text = /^text\/|javascript|json|svg/.test(type);
    const body = text ? file.content.toString('utf8').replace(WRITTEN_ADDRESS, addressed) : file.content;
    return context.body(body, 200, { 'Content-Type': type, 'Cache-Control': 'no-store' });
  });
  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, ({ port: taken }) => {
      resolve({
        url: `http://localhost:${taken}`,
        close: () =>
          new Promise((done) => {
            server.close(() => done());
            server.closeAllConnections();
          }),
      });
    });
  });
}

/** The file that a path stands for: the signup page's own first, then the folder of an example. */
async function fileOf(path) {
  const wanted = normalize(decodeURIComponent(path)).replace(/[\\/]$/, `${sep}index.html`);
  for (const folder of ['signup-page', '.']) {
    const file = join(here, folder, wanted);
    if (!file.startsWith(here) || file.includes('node_modules')) return undefined;
    try {
      return { path: file, content: await readFile(file) };
    } catch {
      // Not here; look in the next folder.
    }
  }
  return undefined;
}
