import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The merchant's page in other surroundings, by path. */
const headersOf: { readonly [path: string]: { readonly [name: string]: string } } = {
  '/isolated': {
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Opener-Policy': 'same-origin',
  },
  '/silent': { 'Referrer-Policy': 'no-referrer' },
};

/**
 * Two servers of pages: a merchant's with the strictest policy that the payment form works in, and a stranger's. Under
 * `/copies` and `/isolated`, the page allows ClientLib's policy of Trusted Types, for scripts of providers. `/copies` has
 * ClientLib twice; the first copy is `first`.
 */
export interface MerchantPage {
  /** `http://localhost:…` */
  readonly url: string;
  /** An address of another origin, whose page embeds the merchant's in a frame. */
  readonly strangerUrl: string;
  close(): Promise<void>;
}

/**
 * @param serviceUrl Where the sandbox is, with its workspace if any.
 * @param frames What the policy lets into frames; the service unless said.
 * @param files Files of the merchant by path, which the policy then lets the page load.
 */
export async function serveMerchantPage(
  serviceUrl: string,
  frames = serviceUrl,
  files: { readonly [path: string]: Buffer | string } = {},
): Promise<MerchantPage> {
  const { origin } = new URL(serviceUrl);
  const source = (url: string) => (url.startsWith('http') ? `${new URL(url).origin}/` : url);
  const policy = [
    "default-src 'none'",
    `script-src ${origin}/`,
    `connect-src ${origin}/${Object.keys(files).length > 0 ? " 'self'" : ''}`,
    `frame-src ${source(frames)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  const policyOf = (path = '') =>
    path === '/copies' || path === '/isolated'
      ? policy.replace('script-src', "script-src 'self'").replace("types 'none'", 'types clientlib')
      : policy;
  const script = `<script src="${serviceUrl}/clientlib.js"></script>`;
  const first = '<script src="/first.js"></script>';
  const pageOf = (
    path = '',
  ) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="icon" href="data:,">${script}${path === '/copies' ? first + script : ''}</head>
    <body><main><h1>Checkout</h1><div id="payment"></div><button id="after">After</button></main></body></html>`;
  const merchant = createServer((request, response) => {
    const file = { ...files, '/first.js': 'globalThis.first = ClientLib' }[`${request.url}`];
    if (file !== undefined) return void response.end(file);
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.setHeader('Content-Security-Policy', policyOf(request.url));
    response.setHeaders(new Map(Object.entries(headersOf[`${request.url}`] ?? {})));
    response.end(pageOf(request.url));
  });
  const url = await listen(merchant);
  const stranger = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><title>Stranger</title><link rel="icon" href="data:,">
      <iframe src="${url}/" width="900" height="900"></iframe>`);
  });
  const strangerUrl = await listen(stranger);
  return {
    url,
    strangerUrl,
    close: async () => {
      for (const server of [merchant, stranger]) {
        await new Promise<void>((done) => {
          server.close(() => done());
          server.closeAllConnections();
        });
      }
    },
  };
}

function listen(server: ReturnType<typeof createServer>): Promise<string> {
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://localhost:${(server.address() as AddressInfo).port}`),
    ),
  );
}
