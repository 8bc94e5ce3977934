import { controlHeaders } from './api.ts';
import { settings } from './settings.ts';

/** One event of the stream. */
export interface StreamEvent {
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: each name has its own shape
  readonly data: any;
}

export type StreamStatus = 'connecting' | 'live' | 'lost' | 'refused';

/** Real milliseconds without data after which the connection is opened again. */
const SILENCE_MS = 40_000;

const FIRST_WAIT_MS = 300;
const MAX_WAIT_MS = 5_000;

/**
 * Follows the stream until the signal aborts. Uses `fetch` instead of `EventSource`, which cannot send the control
 * token. A broken connection resumes at the last event.
 */
export async function follow(
  onEvents: (events: readonly StreamEvent[]) => void,
  onStatus: (status: StreamStatus) => void,
  signal?: AbortSignal,
): Promise<void> {
  let lastId: string | undefined;
  let wait = FIRST_WAIT_MS;
  onStatus('connecting');
  for (;;) {
    const halt = new AbortController();
    const stop = () => halt.abort();
    signal?.addEventListener('abort', stop, { once: true });
    let silence = setTimeout(stop, SILENCE_MS);
    try {
      const response = await fetch(`${settings.baseUrl}/sandbox/stream`, {
        headers: { ...controlHeaders(), ...(lastId === undefined ? {} : { 'Last-Event-ID': lastId }) },
        signal: halt.signal,
      });
      if (response.status === 401) {
        onStatus('refused');
        return;
      }
      if (!response.ok || response.body === null) throw new Error(`The stream answered ${response.status}.`);
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      const read = parser((id) => {
        lastId = id;
      });
      for (;;) {
        const { done, value } = await reader.read();
        if (done || halt.signal.aborted) break;
        clearTimeout(silence);
        silence = setTimeout(stop, SILENCE_MS);
        wait = FIRST_WAIT_MS;
        onStatus('live');
        const events = read(value);
        if (events.length > 0) onEvents(events);
      }
    } catch {
      // The sandbox is unreachable; the loop below retries.
    }
    clearTimeout(silence);
    signal?.removeEventListener('abort', stop);
    if (signal?.aborted) return;
    onStatus('lost');
    await new Promise((resolve) => setTimeout(resolve, wait));
    wait = Math.min(MAX_WAIT_MS, wait * 2);
  }
}

/** Parses server-sent events from text chunks. */
function parser(onId: (id: string) => void): (piece: string) => StreamEvent[] {
  let rest = '';
  return (piece) => {
    const blocks = (rest + piece).split('\n\n');
    rest = blocks.pop() ?? '';
    const events: StreamEvent[] = [];
    for (const block of blocks) {
      const fields = new Map<string, string>();
      for (const line of block.split('\n')) {
        const colon = line.indexOf(': ');
        if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 2));
      }
      const id = fields.get('id');
      if (id !== undefined) onId(id);
      const data = fields.get('data');
      if (data !== undefined) events.push({ name: fields.get('event') ?? 'message', data: JSON.parse(data) });
    }
    return events;
  };
}
