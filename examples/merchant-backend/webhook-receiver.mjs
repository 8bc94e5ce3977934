// A receiver kit for webhooks. Copy it: it verifies, deduplicates, answers at once, and does the work afterwards.
import { verifyWebhook } from 'clientlib/webhooks';

/** Largest body that is read: webhooks carry ids only. */
const MAX_BODY_LENGTH = 64_000;

/** Messages that are remembered, so that a second delivery is no second event. Use a table in a real back end. */
const REMEMBERED = 10_000;

/** Number of attempts for the work of one message. */
const TRIES = 5;

/** @typedef {import('clientlib/webhooks').WebhookEvent} WebhookEvent */

/**
 * What a webhook endpoint has to do right:
 *
 * 1. **verify** the signature over the body as it came, before reading anything of it;
 * 2. **deduplicate** by `webhook-id`: the same message can come again, after a lost answer or sent again by hand;
 * 3. **answer at once**: slow answers count as failures, and the message comes again;
 * 4. then do the work, which should **read the current state** by REST: messages come late and out of order.
 *
 * @param {{
 *   secrets: () => string[],
 *   handle: (event: WebhookEvent, id: string) => Promise<void>,
 *   failed?: (error: unknown, event: WebhookEvent) => void,
 *   firstPause?: number,
 * }} options `secrets`: those that are good now, during a rotation two; `failed`: called when the work is given up;
 *   `firstPause`: milliseconds before the work is tried again, doubled each time
 */
export function createWebhookReceiver({ secrets, handle, failed = console.error, firstPause = 200 }) {
  /** @type {Map<string, Promise<void>>} */
  const messages = new Map();

  /**
   * Messages are processed one after the other. A real back end writes the message to its own queue before it responds.
   */
  let line = Promise.resolve();

  async function work(event, id) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await handle(event, id);
      } catch (error) {
        if (attempt === TRIES) return failed(error, event);
        await new Promise((resolve) => setTimeout(resolve, firstPause * 2 ** (attempt - 1)));
      }
    }
  }

  /** @param {Request} request @returns {Promise<Response>} */
  async function receive(request) {
    const body = await request.text();
    if (body.length > MAX_BODY_LENGTH) return new Response('too large', { status: 413 });
    const asItCame = { headers: request.headers, text: async () => body };
    const event = await verifyWebhook(asItCame, secrets()).catch((error) => error);
    if (event instanceof Error) return new Response(event.message, { status: 401 });

    const id = request.headers.get('webhook-id');
    if (!messages.has(id)) {
      line = line.then(() => work(event, id));
      messages.set(id, line);
      if (messages.size > REMEMBERED) messages.delete(messages.keys().next().value);
    }
    return new Response(null, { status: 204 });
  }

  return {
    receive,
    /** Resolves when the work for everything that was received is done. */
    idle: async () => {
      for (let last; last !== line; ) {
        last = line;
        await last;
      }
    },
  };
}
