import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { OpenWorkspace } from '../../sandbox/workspaces.ts';

/** The error of Node's HTTP parser. */
interface ParserError extends Error {
  readonly code?: string;
  /** For example `Content-Length can't be present with Transfer-Encoding`. */
  readonly reason?: string;
  readonly rawPacket?: Buffer;
}

const statuses: { readonly [code: string]: number } = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const REQUEST_LINE = /^([A-Z]{1,20}) (\S{1,2000})/;

/**
 * Responds to invalid HTTP like Node, with the reason in the response and, if it begins with a request, in the log. No
 * request is created, so no other code sees it.
 */
export function refuseBroken({ core, traffic }: OpenWorkspace) {
  return (error: ParserError, socket: Socket): void => {
    // The client has disconnected, or a response is in progress.
    if (!socket.writable || error.code === 'ECONNRESET' || socket.bytesWritten > 0) {
      socket.destroy(error);
      return;
    }
    const status = statuses[error.code ?? ''] ?? 400;
    const message = `The request is not valid HTTP: ${error.reason ?? error.message}.`;
    const body = JSON.stringify({ Code: 'InvalidData', Message: message });
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json\r\n`;
    socket.end(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    const [, method, url] = REQUEST_LINE.exec(error.rawPacket?.toString('latin1') ?? '') ?? [];
    if (method === undefined || url === undefined) return;
    traffic.log.add({
      at: core.clock.now(),
      method,
      path: url.replace(/\?.*$/s, ''),
      url,
      keys: [],
      status,
      durationMs: 0,
      warnings: [],
      client: undefined,
      trace: { id: traffic.log.begin(), answerBody: body },
    });
  };
}
