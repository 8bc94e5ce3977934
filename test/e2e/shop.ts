import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright';
import { type StartedSandbox, type StartOptions, startSandbox } from '../../sandbox/src/hosts/node/node.ts';

/*
 * A merchant's page as strict as a page can be: scripts and frames from the service alone, nothing inline, Trusted
 * Types. Tests do on it what a shop's own script would do.
 */

/** A shop and the service that it uses. */
export interface Shop {
  /** The page with ClientLib; `return` under it is the page that providers come back to. */
  readonly url: string;
  readonly service: StartedSandbox;
  /** Bodies and addresses of everything that the shop's own server was sent. */
  readonly received: string[];
  close(): Promise<void>;
}

export async function openShop(options: StartOptions = {}): Promise<Shop> {
  const service = await startSandbox({ port: 0, seed: 'shop', ...options });
  const policy = [
    "default-src 'none'",
    `script-src ${service.url}`,
    `connect-src ${service.url}`,
    `frame-src ${service.url}`,
    'img-src data:',
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types clientlib',
  ].join('; ');
  const received: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      received.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)} ${body}`);
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.setHeader('Content-Security-Policy', policy);
      response.end(`<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,">
<h1>Shop</h1><script src="${service.url}/clientlib.js"></script></html>`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    service,
    received,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await service.close();
    },
  };
}

/** What a call of ClientLib came to. */
export interface Outcome {
  readonly result?: {
    OrderId?: string;
    ContractId?: string;
    OrderStatus?: string;
    Url?: string;
    PaymentBearer?: { Type: string };
  } | null;
  readonly errorCode?: readonly string[];
  readonly message?: string;
}

/** Signs up on the shop's page: an order, and a payment with the data. */
export function signUp(
  page: Page,
  shop: Shop,
  secretPaymentData: { readonly bearer: string; readonly [field: string]: unknown },
  options: { readonly planVariantId?: string; readonly email?: string; readonly noReturnUrl?: boolean } = {},
): Promise<Outcome> {
  return page.evaluate(
    async ({ data, variant, email, returnUrl }) => {
      // biome-ignore lint/suspicious/noExplicitAny: the page has ClientLib as its global
      const { ClientLib } = window as any;
      try {
        const payment = new ClientLib.Payment({
          publicApiKey: 'a00000000000000000000001',
          ...(returnUrl === '' ? {} : { providerReturnUrl: returnUrl }),
        });
        await payment.ready;
        const signup = new ClientLib.Signup();
        const order = await signup.createOrder(
          { planVariantId: variant },
          { firstName: 'Ada', lastName: 'Byron', emailAddress: email, address: { country: 'DE' } },
        );
        return { result: await signup.paySignupInteractive(payment, data, order) };
        // biome-ignore lint/suspicious/noExplicitAny: what was thrown is looked at by the test
      } catch (error: any) {
        return { errorCode: error.errorCode ?? [], message: String(error.message) };
      }
    },
    {
      data: secretPaymentData,
      variant: options.planVariantId ?? 'b00000000000000000000001',
      email: options.email ?? 'ada@customer.test',
      returnUrl: options.noReturnUrl === true ? '' : `${shop.url}return?cart=42`,
    },
  );
}

/** What the return page does. */
export function finalize(page: Page): Promise<Outcome> {
  return page.evaluate(async () => {
    try {
      // biome-ignore lint/suspicious/noExplicitAny: the page has ClientLib as its global
      return { result: await (window as any).ClientLib.finalize() };
      // biome-ignore lint/suspicious/noExplicitAny: what was thrown is looked at by the test
    } catch (error: any) {
      return { errorCode: error.errorCode ?? [], message: String(error.message) };
    }
  });
}

/** Events of the service, oldest first. */
export async function eventsOf(shop: Shop): Promise<{ Event: string; [field: string]: unknown }[]> {
  const response = await shop.service.sandbox.fetch('http://sandbox/sandbox/events?take=500');
  return ((await response.json()) as { Event: string }[]).toReversed();
}
