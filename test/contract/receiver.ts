import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A merchant's server that pages of any origin may ask, too: it takes webhooks, and customers who come back. */
export interface Receiver {
  readonly url: string;
  close(): Promise<void>;
}

/** POST `/hooks/<name>` is kept, GET gives what was kept under that name; everything else is an empty page. */
export async function openReceiver(): Promise<Receiver> {
  const kept = new Map<string, object[]>();
  const server = createServer(async (request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', '*');
    const path = request.url ?? '/';
    if (request.method !== 'POST') {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(kept.get(path) ?? []));
      return;
    }
    let text = '';
    for await (const part of request) text += part;
    kept.set(path, [...(kept.get(path) ?? []), { body: JSON.parse(text), headers: request.headers }]);
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
