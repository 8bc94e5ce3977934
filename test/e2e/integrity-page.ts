import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Nothing but scripts that the page names by hash; no inline script, no inline style, no string as a script. */
const strictPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** A page that loads the published script by its integrity hash; `/bare` is the same page without it. */
export async function serveIntegrityPage(): Promise<{ url: string; close(): Promise<void> }> {
  const script = await readFile('sdk/dist/clientlib.js');
  const integrity = JSON.parse(await readFile('sdk/dist/integrity.json', 'utf8')) as Record<string, string>;
  const bare = '<!doctype html><title>Shop</title><link rel="icon" href="data:,">';
  const html = `${bare}
    <script src="/clientlib.js" integrity="${integrity['clientlib.js']}" crossorigin="anonymous"></script>`;
  const server = createServer((request, response) => {
    const isScript = request.url === '/clientlib.js';
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
    response.setHeader('Content-Security-Policy', strictPolicy);
    response.end(isScript ? script : request.url === '/bare' ? bare : html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
