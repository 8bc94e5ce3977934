import { nextSlice } from '../../state/time-slices.ts';
import { HttpProblem } from './http-problem.ts';

/** Limits in bytes and milliseconds for reading the rest of a rejected body, so that the connection can be reused. */
const MAX_FORGOTTEN = 40_000_000;
const FORGETTING_MS = 5_000;

/** Number of bytes after which other work gets a turn: some engines do nothing else while more of a body is available. */
const SLICE = 1_000_000;

/**
 * The text of a body, read once; an oversized body is not read to its end.
 *
 * @param limit characters @throws HttpProblem 413, or 400 if the body was cut off
 */
export async function readText(request: Request, limit: number): Promise<string> {
  refuseEncoding(request);
  // A character has at most four bytes.
  refuseLength(request, limit * 4, `at most ${limit} characters are read`);
  const length = request.headers.get('Content-Length');
  // The host enforces a declared length; in Firefox a request has no stream.
  const stream = length === null ? request.body : undefined;
  const decode = createDecoder(request);
  const text =
    stream == null
      ? decode(await request.arrayBuffer().catch(brokenOff))
      : await streamedText(stream, limit, decode);
  if (text.length > limit)
    throw tooLarge(`${text.length} characters`, `at most ${limit} characters are read`);
  return text;
}

/**
 * The body as a stream. A reader that stops leaves the rest to {@link forgetRest}.
 *
 * @param limit bytes; unlimited if omitted @throws HttpProblem 413, or 400 if the body was cut off
 */
export async function* readChunks(request: Request, limit = Infinity): AsyncGenerator<Uint8Array> {
  refuseEncoding(request);
  const most = `at most ${limit} bytes are read`;
  refuseLength(request, limit, most);
  if (request.body == null) {
    // In Firefox, a request has no stream.
    const whole = await request.arrayBuffer().catch(brokenOff);
    if (whole.byteLength > 0) yield new Uint8Array(whole);
    return;
  }
  const reader = request.body.getReader();
  let read = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(brokenOff);
      if (done) return;
      read += value.length;
      if (read > limit) throw tooLarge(`more than ${limit} bytes`, most);
      yield value;
    }
  } finally {
    // A client that is still sending may never read a rejection, and some engines break its connection.
    await forgetRest(reader);
  }
}

/**
 * Reads the rest of an unfinished body, within limits. A host whose engine would break the connection waits for
 * it before responding.
 */
export async function forgetBody(request: Request): Promise<void> {
  if (request.body === null || request.bodyUsed) return;
  await forgetRest(request.body.getReader());
}

/** Decodes the next part of a body, or its end. @throws HttpProblem 400 for bytes that are invalid in the charset */
type Decode = (bytes?: ArrayBuffer | Uint8Array, options?: { readonly stream: boolean }) => string;

/** Decodes by the charset that Content-Type declares, UTF-8 by default. @throws HttpProblem 415 for an unknown charset */
function createDecoder(request: Request): Decode {
  const label = /charset="?([\w-]+)/i.exec(request.headers.get('Content-Type') ?? '')?.[1] ?? 'utf-8';
  const decoder = decoderFor(label);
  return (bytes, options) => {
    try {
      return decoder.decode(bytes, options);
    } catch {
      throw new HttpProblem(
        400,
        'InvalidData',
        `The body is not valid ${decoder.encoding}. Send UTF-8, or name the charset in Content-Type.`,
      );
    }
  };
}

function decoderFor(label: string): TextDecoder {
  try {
    return new TextDecoder(label, { fatal: true });
  } catch {
    throw new HttpProblem(
      415,
      'UnsupportedMediaType',
      `The charset "${label.slice(0, 40)}" is not supported; send UTF-8.`,
    );
  }
}

/** @throws HttpProblem 415 for a compressed body */
function refuseEncoding(request: Request): void {
  const encoding = request.headers.get('Content-Encoding') ?? 'identity';
  if (encoding === 'identity') return;
  throw new HttpProblem(
    415,
    'UnsupportedMediaType',
    `The body has Content-Encoding "${encoding.slice(0, 40)}"; send it uncompressed.`,
    { 'Accept-Encoding': 'identity' },
  );
}

async function streamedText(
  stream: ReadableStream<Uint8Array>,
  limit: number,
  decode: Decode,
): Promise<string> {
  const reader = stream.getReader();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(brokenOff);
      if (done) return text + decode();
      text += decode(value, { stream: true });
      if (text.length > limit)
        throw tooLarge(`more than ${limit} characters`, `at most ${limit} characters are read`);
    }
  } catch (error) {
    void forgetRest(reader, limit * 16);
    throw error;
  }
}

/** Reads the rest, so that the connection can be reused: a client may not read while it sends a body. */
async function forgetRest(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  bytes = MAX_FORGOTTEN,
): Promise<void> {
  const timer = setTimeout(() => void reader.cancel().catch(() => {}), FORGETTING_MS);
  try {
    for (let read = 0, slice = SLICE; read < bytes; ) {
      const { done, value } = await reader.read();
      if (done) return;
      read += value.length;
      if (read < slice) continue;
      slice += SLICE;
      await nextSlice();
    }
    await reader.cancel();
  } catch {
    // The client has disconnected and cannot get the response.
  } finally {
    clearTimeout(timer);
  }
}

function refuseLength(request: Request, limit: number, most: string): void {
  const length = request.headers.get('Content-Length');
  if (Number(length) > limit) throw tooLarge(`${length} bytes`, most);
}

function brokenOff(error: unknown): never {
  // A host that counts bytes ends the stream with its own rejection.
  if (error instanceof HttpProblem) throw error;
  throw new HttpProblem(400, 'InvalidData', 'The body is incomplete.');
}

function tooLarge(came: string, most: string): HttpProblem {
  return new HttpProblem(413, 'TooLarge', `The body has ${came}; ${most}.`);
}
