import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { transform } from 'esbuild';
import { expect, inject, it, onTestFinished } from 'vitest';
import { Miniflare } from '../../examples/hosted/engine/engine.mjs';

/*
 * `clientlib/webhooks` of the installed package where there is no Node: in a worker, and in a place with the globals that
 * every platform of web standards has, Deno among them.
 */

const key = Buffer.from('a secret of twenty-four b');
const secret = `whsec_${key.toString('base64')}`;
const body = JSON.stringify({ Event: 'OrderSucceeded', EntityId: 'a1', OrderId: 'o1' });

/** Headers with which the service sends the body. */
function headers(): Record<string, string> {
  const sentAt = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', key).update(`m1.${sentAt}.${body}`).digest('base64');
  return { 'webhook-id': 'm1', 'webhook-timestamp': sentAt, 'webhook-signature': `v1,${signature}` };
}

const library = () => readFile(join(inject('consumer'), 'node_modules/clientlib/dist/webhooks.js'), 'utf8');

it('verifies webhooks in a worker without Node', async () => {
  const worker = `
    import { verifyWebhook, WebhookVerificationError } from './webhooks.js';
    export default {
      async fetch(request, { SECRET }) {
        try {
          const event = await verifyWebhook(request, SECRET);
          return new Response(event.Event + ' ' + event.OrderId);
        } catch (error) {
          return new Response(error instanceof WebhookVerificationError ? error.reason : String(error), { status: 401 });
        }
      },
    };
  `;
  const miniflare = new Miniflare({
    compatibilityDate: '2025-01-01',
    bindings: { SECRET: secret },
    modules: [
      { type: 'ESModule', path: 'worker.js', contents: worker },
      { type: 'ESModule', path: 'webhooks.js', contents: await library() },
    ],
  });
  onTestFinished(() => miniflare.dispose());
  const post = async (text: string) => {
    const answer = await miniflare.dispatchFetch('http://shop.test/webhooks', {
      method: 'POST',
      body: text,
      headers: headers(),
    });
    return [answer.status, await answer.text()];
  };
  expect(await post(body)).toEqual([200, 'OrderSucceeded o1']);
  expect(await post(`${body} `)).toEqual([401, 'WrongSignature']);
});

it('verifies webhooks with the globals of web standards alone, as in Deno', async () => {
  const { code } = await transform(await library(), { format: 'iife', globalName: 'library' });
  expect(code).not.toMatch(/\brequire\(/);
  const context = createContext({ atob, crypto, TextEncoder });
  runInContext(code, context);
  const { verifyWebhook } = context['library'] as typeof import('../../sdk/src/webhooks/index.ts');
  const request = (text: string) =>
    new Request('http://shop.test/webhooks', { method: 'POST', body: text, headers: headers() });
  expect(await verifyWebhook(request(body), secret)).toMatchObject({ OrderId: 'o1' });
  await expect(verifyWebhook(request(`${body} `), secret)).rejects.toMatchObject({
    reason: 'WrongSignature',
  });
});
