import type { BrowserContext, Page, Request as PageRequest } from '@playwright/test';
import type { Workspace } from '../../sandbox/sandbox.ts';
import { ConnectionDropped } from '../../service/http/traffic/faults.ts';

/**
 * Responds to a page's requests to an origin with a sandbox in this process: nothing is sent over the network, and the
 * page can use the address of the real service.
 *
 * @param origin `https://billing.example`
 * @throws TypeError if it is not an origin
 */
export async function routeToSandbox(
  page: Page | BrowserContext,
  sandbox: Workspace,
  origin: string,
): Promise<void> {
  if (!URL.canParse(origin) || new URL(origin).origin !== origin.replace(/\/$/, '')) {
    throw new TypeError(
      `routeToSandbox: expected an origin such as "https://billing.example", got "${origin}".`,
    );
  }
  await page.route(`${new URL(origin).origin}/**`, async (route) => {
    const request = route.request();
    const body = request.postDataBuffer();
    try {
      const response = await sandbox.fetch(request.url(), {
        method: request.method(),
        headers: sandboxHeaders(request),
        redirect: 'manual',
        ...(body === null ? {} : { body: new Uint8Array(body) }),
      });
      const isRedirect = [301, 302, 303].includes(response.status) && request.isNavigationRequest();
      const leadsTo = isRedirect ? response.headers.get('Location') : null;
      if (leadsTo !== null)
        return await route.fulfill({
          contentType: 'text/html',
          body: pageTo(new URL(leadsTo, request.url())),
        });
      await route.fulfill({
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: Buffer.from(await response.arrayBuffer()),
      });
    } catch (error) {
      // A fault rule breaks the connection, before or within the response.
      if (!(error instanceof ConnectionDropped)) throw error;
      await route.abort('connectionreset');
    }
  });
}

/** Navigates like a redirect. After a redirect, Playwright would not call the test's routes for the next page. */
const pageTo = ({ href }: URL): string =>
  `<script>location.replace(${JSON.stringify(href).replaceAll('<', '\\u003c')})</script>`;

/** Returns the headers that the browser would send. It adds the origin after Playwright has intercepted the request. */
function sandboxHeaders(request: PageRequest): Record<string, string> {
  const isPage = request.isNavigationRequest();
  return { ...(isPage ? {} : { origin: new URL(request.frame().url()).origin }), ...request.headers() };
}
