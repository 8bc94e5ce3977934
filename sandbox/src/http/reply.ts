/**
 * An answer, ready to be sent, as plain data: a `Response` with its headers and its stream costs more than all that
 * the service does for a simple request. A host that can sends it as it is; the others make a `Response` of it.
 */
export interface Reply {
  readonly status: number;
  /** By name in its usual spelling, so that no name stands twice. */
  readonly headers: { readonly [name: string]: string };
  readonly content: string | Uint8Array | ReadableStream<Uint8Array> | null;
}

/** A reply of JSON. */
export function jsonReply(
  status: number,
  body: unknown,
  headers: Reply['headers'] = {},
  type = 'application/json',
): Reply {
  return {
    status,
    headers: { 'Content-Type': `${type}; charset=utf-8`, ...headers },
    content: JSON.stringify(body),
  };
}

/** The reply with further headers. */
export function withHeaders(reply: Reply, headers: Reply['headers']): Reply {
  return { status: reply.status, headers: Object.assign({}, reply.headers, headers), content: reply.content };
}

/** The reply to HEAD: as to GET, its length included. */
export function withoutContent({ status, headers, content }: Reply): Reply {
  if (content === null || content instanceof ReadableStream) return { status, headers, content: null };
  const { length } = bytesOf(content);
  return { status, headers: { ...headers, 'Content-Length': String(length) }, content: null };
}

/** What is sent of a content that is there as a whole. */
export function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}

/** The reply as `fetch` gives it. */
export function responseOf({ status, headers, content }: Reply): Response {
  return new Response(content as BodyInit | null, { status, headers });
}
