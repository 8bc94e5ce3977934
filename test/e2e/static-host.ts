import { copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, extname, join, normalize } from 'node:path';
import { init } from '../../sandbox/src/hosts/command/init.ts';

/* A host of files and nothing else: what is not a file is not found, whatever the method. */

const types: { readonly [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

export interface StaticHost {
  readonly url: string;
  /** Method and path of every request that reached the host, oldest first. */
  readonly asked: string[];
  close(): Promise<void>;
}

export async function serveFolder(folder: string): Promise<StaticHost> {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    asked.push(`${request.method} ${pathname}`);
    const file = join(folder, normalize(pathname.endsWith('/') ? `${pathname}index.html` : pathname));
    const content = request.method === 'GET' ? await readFile(file).catch(() => undefined) : undefined;
    response.setHeader('Content-Type', types[extname(file)] ?? 'application/octet-stream');
    response.writeHead(content === undefined ? 404 : 200).end(content ?? 'Not found');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A public folder of its own, with what `clientlib-sandbox init` puts there and files of the test's. */
export async function servePublicFolder(
  kind: 'serviceWorker' | 'shell',
  files: { readonly [path: string]: string },
  copies: { readonly [path: string]: string } = {},
): Promise<StaticHost> {
  const folder = await mkdtemp(join(tmpdir(), 'clientlib-public-'));
  await init('sandbox/dist/browser', folder, kind);
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  for (const [path, source] of Object.entries(copies)) {
    if (source.endsWith('/')) await cp(source, join(folder, path), { recursive: true });
    else await copyFile(source, join(folder, path));
  }
  const host = await serveFolder(folder);
  return {
    ...host,
    close: async () => {
      await host.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
