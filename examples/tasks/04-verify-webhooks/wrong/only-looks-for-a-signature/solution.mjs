/** Looks whether there is a signature, and does not check it. */
export async function receive(request, secret, onEvent) {
  if (!request.headers.get('webhook-signature')?.startsWith('v1,'))
    return new Response(null, { status: 401 });
  onEvent(await request.json());
  return new Response(null, { status: 204 });
}
