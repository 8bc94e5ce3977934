import type { Context, MiddlewareHandler, Next } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ServiceContext, ServiceEnv } from '../env.ts';
import { ConnectionDropped, FAULT_HEADER, type Fault } from '../faults.ts';
import { isControlPath } from '../path.ts';
import { letBrowsersRead } from './browsers.ts';
import { faultOf } from './fault-header.ts';

/** Lets a request go wrong, where a fault rule wants it so. The control API and a browser's questions always work. */
export const faulty: MiddlewareHandler<ServiceEnv> = (c, next) => {
  const { faults } = c.env.traffic;
  const { method, path } = c.req;
  if (method === 'OPTIONS' || isControlPath(path)) return next();
  const fault = faults.meet(method, c.env.path, faultOf(c));
  if (fault === undefined) return next();
  return goWrong(c, next, fault, faults.delayOf(fault));
};

async function goWrong(
  c: Context<ServiceEnv>,
  next: Next,
  fault: Fault,
  delayMs: number,
): Promise<Response | undefined> {
  if (delayMs > 0) await c.env.core.pause(delayMs);
  if (fault.Drop === true) throw new ConnectionDropped();
  if (fault.Status !== undefined) return failed(c, fault.Status as ContentfulStatusCode);
  await next();
  if (fault.DropResponse === true) throw new ConnectionDropped();
  if (fault.Truncate === true) await truncate(c);
  return undefined;
}

/** An answer as a broken load balancer gives it: no JSON, no problem body. */
function failed(c: ServiceContext, status: ContentfulStatusCode): Response {
  letBrowsersRead(c);
  c.header(FAULT_HEADER, `status=${status}`);
  if (status === 429 || status === 503) {
    c.header('Retry-After', '1');
  }
  return c.html(`<!doctype html><title>${status}</title><p>Fault of the sandbox: ${status}.</p>`, status);
}

/** The first half of the body, and then the connection breaks. */
async function truncate(c: Context<ServiceEnv>): Promise<void> {
  const whole = c.res;
  if (whole.body === null) return;
  const bytes = new Uint8Array(await whole.arrayBuffer());
  let sent = false;
  const half = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!sent) {
        sent = true;
        return controller.enqueue(bytes.slice(0, Math.floor(bytes.length / 2)));
      }
      // A host must have sent the first half before it learns that there is no other.
      await new Promise((resolve) => setTimeout(resolve, 20));
      controller.error(new ConnectionDropped());
    },
  });
  const headers = new Headers(whole.headers);
  headers.set('Content-Length', String(bytes.length));
  headers.set(FAULT_HEADER, 'truncate');
  c.res = undefined;
  c.res = new Response(half, { status: whole.status, headers });
}
