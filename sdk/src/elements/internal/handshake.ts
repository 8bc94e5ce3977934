import { accept, type Connect, connect, type Peer, type Rejection } from '../protocol.ts';

/**
 * The origin of the page that embeds this document, on the browser's word and not on that of a message: `null` in a page
 * without an origin of its own (a file, a sandboxed frame), which the form does not work in, and unknown where the browser
 * hides it.
 */
export function embeddingOrigin(): string | undefined {
  const [nearest] = location.ancestorOrigins ?? [];
  return nearest ?? (document.referrer ? new URL(document.referrer).origin : undefined);
}

/** The message that carries the port, or the reason to reject it. */
export function acceptPage(
  event: Pick<MessageEvent, 'origin' | 'source' | 'data' | 'ports'>,
  page: Peer,
): Connect | Rejection {
  const message = accept<Connect>(event, page, connect);
  return typeof message !== 'string' && event.ports.length !== 1 ? 'WrongField' : message;
}

/** Waits for the embedding page to connect. Accepts the first valid message and ignores all later ones. */
export function awaitPage(open: (setup: Connect, port: MessagePort, origin: string) => void): void {
  const source = window.parent;
  const known = embeddingOrigin();
  // Opened on its own, or by a page with an opaque origin.
  if (source === window || known === 'null') return;
  const listen = (event: MessageEvent): void => {
    // If the browser hides it, as Firefox does without referrers, a message still has its origin.
    const origin = known ?? (event.origin !== 'null' ? event.origin : undefined);
    const setup = origin ? acceptPage(event, { origin, source }) : 'ForeignOrigin';
    if (typeof setup === 'string') return;
    removeEventListener('message', listen);
    open(setup, event.ports[0] as MessagePort, event.origin);
  };
  addEventListener('message', listen);
}
