import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { proxy } from 'hono/proxy';
import { Recording } from '../../clients/account/recording.ts';
import { AccountError, serviceUrl } from '../../clients/account/service-url.ts';
import { readVocabulary } from '../../clients/account/vocabulary.ts';
import { isLoopback } from '../../service/http/wire/same-site.ts';
import { isOwnHost } from '../network/host-names.ts';
import { boundedServer } from '../node/connections.ts';
import { refuseOtherFile } from './cassette-file.ts';
import { writeWhole } from './whole-file.ts';

export interface CaptureOptions {
  readonly from: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** The cassette. */
  readonly out: string;
}

/** A proxy that records. */
export interface Recorder {
  /** `http://localhost:<port>` */
  readonly url: string;
  /** Stops listening, waits for pending requests, and writes the cassette. @returns a summary for people */
  close(): Promise<string>;
}

/** Maximum bytes of a request or response. */
const MAX_BODY = 10_000_000;

/** Milliseconds to wait for pending requests when the proxy stops. */
const DEADLINE_MS = 5_000;

/**
 * Starts a proxy on this machine that records traffic as a cassette, without secrets and personal data.
 *
 * @throws AccountError for an address to which secrets must not be sent, or a file that cannot be written
 */
export async function startRecording({ from, port, out }: CaptureOptions): Promise<Recorder> {
  const service = serviceUrl(from, '--from');
  await refuseOtherFile('--out', out);
  await writeWhole('--out', out, undefined);
  const recording = new Recording(await readVocabulary());
  const underWay = new Set<Promise<unknown>>();
  const watch = (work: Promise<unknown>) => {
    const ended = work.catch(() => {}).finally(() => underWay.delete(ended));
    underWay.add(ended);
  };
  const answer = (request: Request) => {
    const refused = foreignTo(request);
    if (refused !== undefined) return refused;
    const answered = passedOn(request, service, recording, watch);
    watch(answered);
    return answered;
  };
  const server = boundedServer(getRequestListener(answer, { overrideGlobalObjects: false }));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch((error: Error) => {
    throw new AccountError(`--port: ${error.message}.`);
  });
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      await closed(server, underWay);
      const others = recording.notKept === 0 ? '' : `; forwarded but not recorded: ${recording.notKept}`;
      if (recording.length === 0) return `Nothing was recorded${others}. ${out} was not changed.\n`;
      await writeWhole('--out', out, `${JSON.stringify(recording.cassette(service), undefined, 1)}\n`);
      const requests = recording.length === 1 ? '1 request' : `${recording.length} requests`;
      return `Wrote ${requests} to ${out}${others}.\n`;
    },
  };
}

/** Rejects requests from pages of other sites: the recording, and what the proxy reaches, are private to this machine. */
function foreignTo({ url, headers }: Request): Response | undefined {
  const { host } = new URL(url);
  const origin = headers.get('Origin');
  const isForeign =
    headers.get('Sec-Fetch-Site') === 'cross-site' ||
    (origin !== null && !(URL.canParse(origin) && isLoopback(new URL(origin).hostname)));
  if (isOwnHost(headers.get('Host') ?? host, 'localhost') && !isForeign) return undefined;
  const Message = `The proxy only accepts requests of this machine: to localhost, and of pages on localhost. Got host ${host}${isForeign ? ' and a page of another site' : ''}.`;
  return Response.json({ Message }, { status: 403 });
}

/** @param underWay receives the work that continues after the response */
async function passedOn(
  request: Request,
  service: string,
  recording: Recording,
  underWay: (work: Promise<unknown>) => void,
): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const path = pathname + search;
  const body = await bounded(request.body);
  if (body === undefined)
    return Response.json(
      { Message: `The proxy accepts at most ${MAX_BODY} bytes per body.` },
      { status: 413 },
    );
  const headers = new Headers(request.headers);
  headers.delete('Host');
  let response: Response;
  try {
    response = await proxy(service + path, {
      method: request.method,
      headers,
      // Redirects are passed to the client, because they may lead to another address.
      redirect: 'manual',
      ...(body.length === 0 ? {} : { body }),
    });
  } catch (error) {
    const { cause, message } = error as Error & { readonly cause?: { readonly code?: string } };
    return Response.json({ Message: `${service}: ${cause?.code ?? message}.` }, { status: 502 });
  }
  const traffic = { method: request.method, path, headers, body: text(body), status: response.status };
  const keep = (responseBody: string) =>
    recording.add({ ...traffic, responseHeaders: response.headers, responseBody });
  const isKept = response.body === null || /json/i.test(response.headers.get('Content-Type') ?? '');
  const [shown, kept] = isKept ? (response.body?.tee() ?? [null, null]) : [response.body, null];
  // The client gets the response immediately. A body that is too long, a page or a stream is passed on but not recorded.
  if (isKept)
    underWay(bounded(kept).then((answered) => keep(answered === undefined ? 'too long' : text(answered))));
  else keep('no JSON');
  return new Response(shown, response);
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** The bytes of a body; `undefined` if it is too long. */
async function bounded(
  body: ReadableStream<Uint8Array> | null,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done || value === undefined) return new Uint8Array(Buffer.concat(parts));
    length += value.length;
    if (length > MAX_BODY) {
      await reader?.cancel();
      return undefined;
    }
    parts.push(value);
  }
}

async function closed(server: Server, underWay: ReadonlySet<Promise<unknown>>): Promise<void> {
  server.close();
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise((resolve) => {
    timer = setTimeout(resolve, DEADLINE_MS);
  });
  const rest = async () => {
    while (underWay.size > 0) await Promise.all(underWay);
  };
  await Promise.race([rest(), deadline]);
  clearTimeout(timer);
  server.closeAllConnections();
}
