/** Replaces `agent-access.ts` in a service worker, where there are no agents. */
export async function answerInWorkspace(): Promise<Response> {
  const message =
    'This sandbox runs in a service worker, which no agent reaches. Use: npx clientlib-sandbox mcp';
  const body = { jsonrpc: '2.0', id: null, error: { code: -32_601, message } };
  return new Response(JSON.stringify(body), { status: 404, headers: { 'Content-Type': 'application/json' } });
}
