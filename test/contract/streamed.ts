/** Sends a request with its body as a stream of pieces of this many bytes: `Transfer-Encoding: chunked` over a wire. */
export async function streamed(request: Request, pieceBytes: number): Promise<Response> {
  if (request.body === null) return fetch(request);
  const whole = new Uint8Array(await request.arrayBuffer());
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= whole.length) return controller.close();
      controller.enqueue(whole.slice(at, at + pieceBytes));
      at += pieceBytes;
    },
  });
  const { method, headers } = request;
  return fetch(request.url, { method, headers, body, duplex: 'half', redirect: 'manual' } as RequestInit);
}
