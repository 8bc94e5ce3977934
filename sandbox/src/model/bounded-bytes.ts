/** The bytes of a body; nothing where it is longer than the limit. It is not read on then. */
export async function boundedBytes(
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done || value === undefined) return new Uint8Array(await new Blob(parts).arrayBuffer());
    length += value.length;
    if (length > limit) {
      await reader?.cancel();
      return undefined;
    }
    parts.push(value);
  }
}
