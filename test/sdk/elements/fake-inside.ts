import { expect, vi } from 'vitest';

/** What the document in the frame of a payment form gets and says. */
export interface FakeInside {
  readonly setup: Record<string, unknown>;
  readonly origin: string;
  readonly received: Record<string, unknown>[];
  say(message: object): void;
}

/** The frame has loaded the document of the service. It must stand outside the page, where happy-dom leaves frames alone. */
export function insideOf(frame: HTMLIFrameElement): FakeInside {
  const received: Record<string, unknown>[] = [];
  let inside: FakeInside | undefined;
  Object.defineProperty(frame, 'contentWindow', {
    configurable: true,
    value: {
      postMessage: (setup: Record<string, unknown>, origin: string, [port]: [MessagePort]) => {
        port.onmessage = ({ data }) => received.push(data);
        inside = {
          setup,
          origin,
          received,
          say: (message) => port.postMessage({ clientlib: 1, ...message }),
        };
      },
    },
  });
  frame.onload?.(new Event('load'));
  if (!inside) throw new Error('The page did not connect.');
  return inside;
}

/** The last request of this type. */
export const asked = (inside: FakeInside, type: string) =>
  vi.waitFor(() => {
    const request = inside.received.findLast((message) => message['type'] === type);
    expect(request).toBeDefined();
    return request as { id: number } & Record<string, unknown>;
  });
