import { accept, type Connect, connect, type Peer, type Rejection } from '../protocol.ts';

/**
 * The origin of the page that embeds this document, on the browser's word and not on that of a message. Unknown in a
 * page without an origin of its own (a file, a sandboxed frame), which the form does not work in.
 */
export function embeddingOrigin(): string | undefined {
  const [nearest] = location.ancestorOrigins ?? [];
  const origin = nearest ?? (document.referrer && new URL(document.referrer).origin);
  return origin && origin !== 'null' ? origin : undefined;
}

/** The message that brings the port, or why it is rejected. */
export function acceptPage(
  event: Pick<MessageEvent, 'origin' | 'source' | 'data' | 'ports'>,
  page: Peer,
): Connect | Rejection {
  const message = accept<Connect>(event, page, connect);
  return typeof message !== 'string' && event.ports.length !== 1 ? 'WrongField' : message;
}

/** Waits for the page that embeds this document to connect. The first right message counts; after it none is heard. */
export function awaitPage(open: (setup: Connect, port: MessagePort, origin: string) => void): void {
  const page = { origin: embeddingOrigin(), source: window.parent };
  // Opened by itself, or by a page whose origin is not known.
  if (!page.origin || window.parent === window) return;
  const listen = (event: MessageEvent): void => {
    const setup = acceptPage(event, page);
    if (typeof setup === 'string') return;
    removeEventListener('message', listen);
    open(setup, event.ports[0] as MessagePort, event.origin);
  };
  addEventListener('message', listen);
}
