import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { HttpProblem } from '../http/http-problem.ts';
import type { ServiceRequest } from '../http/service-request.ts';

class NodeHeaders {
  readonly #headers: IncomingHttpHeaders;

  constructor(headers: IncomingHttpHeaders) {
    this.#headers = headers;
  }

  get(name: string): string | null {
    const value = this.#headers[name.toLowerCase()];
    return value === undefined ? null : value.toString();
  }

  has(name: string): boolean {
    return this.#headers[name.toLowerCase()] !== undefined;
  }
}

/** A request of Node's server as the service reads it: nothing is copied that nobody asks for. */
export class NodeRequest implements ServiceRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: ServiceRequest['headers'];
  readonly #incoming: IncomingMessage;

  /** @throws HttpProblem 400 for a target that is no path and no URL */
  constructor(incoming: IncomingMessage) {
    const { method = 'GET', url = '', headers } = incoming;
    this.method = method;
    // As to a proxy, a client may send the whole URL.
    if (!url.startsWith('/') && !URL.canParse(url))
      throw new HttpProblem(400, 'InvalidData', 'The target of the request is neither a path nor a URL.');
    this.url = url.startsWith('/') ? `http://${headers.host}${url}` : new URL(url).href;
    this.headers = new NodeHeaders(headers);
    this.#incoming = incoming;
  }

  get body(): ServiceRequest['body'] {
    // Who stops reading still wants to answer, which takes the connection.
    const parts = Readable.from(this.#incoming.iterator({ destroyOnReturn: false }));
    return Readable.toWeb(parts) as ReadableStream<Uint8Array>;
  }

  text(): Promise<string> {
    return text(this.#incoming);
  }
}
