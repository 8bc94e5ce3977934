/** A page or a file on its way to be an answer. */
export interface Reply {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly content: string | Uint8Array | ReadableStream<Uint8Array> | null;
}

/** A reply of JSON. */
export function jsonReply(status: number, body: unknown): Reply {
  return {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    content: JSON.stringify(body),
  };
}
