import { newMemory } from './agent-host.ts';

export { newMemory };

/** In the place of `endpoint.ts` where no agent can ask: in a service worker. */
export async function answerMessage(): Promise<Response> {
  const message =
    'This sandbox runs in a service worker, which no agent reaches. Use: npx clientlib-sandbox mcp';
  const body = { jsonrpc: '2.0', id: null, error: { code: -32_601, message } };
  return new Response(JSON.stringify(body), { status: 404, headers: { 'Content-Type': 'application/json' } });
}
