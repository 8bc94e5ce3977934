/** @param {Request} request @param {string} secret @param {(event: object) => void} onEvent */
export async function receive(request, secret, onEvent) {
  onEvent(await request.json());
  return new Response(null, { status: 204 });
}
