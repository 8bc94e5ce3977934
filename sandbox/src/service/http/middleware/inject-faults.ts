import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { respond } from '../answers/respond.ts';
import { ConnectionDropped, FAULT_HEADER, type Fault, truncatedResponses } from '../traffic/faults.ts';
import type { ServiceContext } from '../zones/env.ts';
import { readFault } from './fault-header.ts';
import type { Handler, Middleware, Step } from './middleware.ts';

/** Applies the fault of a request, if a fault rule matches it. A browser's preflight requests always succeed. */
export const injectFaults: Step = ({ rules: { faults } }) => (faults ? meetFault : undefined);

const meetFault: Middleware = (c, next) => {
  const { faults } = c.env.traffic;
  const { method } = c.req;
  if (method === 'OPTIONS') return next(c);
  const fault = faults.meet(method, c.env.path, readFault(c));
  if (fault === undefined) return next(c);
  return goWrong(c, next, fault, faults.drawDelay(fault));
};

async function goWrong(
  c: Parameters<Middleware>[0],
  next: Handler,
  fault: Fault,
  delayMs: number,
): Promise<Response> {
  const delay = () => (delayMs > 0 ? c.env.core.waits.pause(delayMs) : undefined);
  if (fault.DelayResponse !== true) await delay();
  if (fault.Drop === true) throw new ConnectionDropped();
  if (fault.Status !== undefined) return failed(c, fault.Status as ContentfulStatusCode);
  const response = await next(c);
  if (fault.DelayResponse === true) await delay();
  if (c.env.turn !== undefined) c.env.turn.fault = brokenOff(fault);
  if (fault.DropResponse === true) throw new ConnectionDropped();
  if (fault.Truncate !== true) return response;
  const half = await truncated(response);
  c.env.response = half;
  return half;
}

/** Returns the header value that names how the response to a completed request was cut off. */
const brokenOff = ({ DropResponse, Truncate }: Fault) =>
  DropResponse === true ? 'drop-response' : Truncate === true ? 'truncate' : undefined;

/** A response like that of a broken load balancer: neither JSON nor a problem body. */
function failed(c: ServiceContext, status: ContentfulStatusCode): Response {
  return respond(
    c,
    `<!doctype html><title>${status}</title><p>Fault of the sandbox: ${status}.</p>`,
    status,
    {
      'Content-Type': 'text/html; charset=UTF-8',
      [FAULT_HEADER]: `status=${status}`,
      ...(status === 429 || status === 503 ? { 'Retry-After': '1' } : {}),
    },
  );
}

/** Sends the first half of the body, and then breaks the connection. */
async function truncated(whole: Response): Promise<Response> {
  if (whole.body === null) return whole;
  const bytes = new Uint8Array(await whole.arrayBuffer());
  let sent = false;
  const half = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!sent) {
        sent = true;
        return controller.enqueue(bytes.slice(0, Math.floor(bytes.length / 2)));
      }
      // A host must have sent the first half before the stream fails.
      await new Promise((resolve) => setTimeout(resolve, 20));
      controller.error(new ConnectionDropped());
    },
  });
  const headers = new Headers(whole.headers);
  headers.set('Content-Length', String(bytes.length));
  headers.set(FAULT_HEADER, 'truncate');
  const broken = new Response(half, { status: whole.status, headers });
  truncatedResponses.add(broken);
  return broken;
}
