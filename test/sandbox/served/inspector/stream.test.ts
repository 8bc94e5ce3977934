// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { StreamEvent } from '../../../../sandbox/src/served/inspector/stream.ts';

/* How the inspector follows a sandbox: what it hears, and what it does when the connection ends. */

let answers: (() => Response | Promise<Response>)[];
let asked: Record<string, string>[];
let events: StreamEvent[];
let statuses: string[];
let gone: AbortController;

beforeEach(() => {
  vi.useFakeTimers();
  [answers, asked, events, statuses, gone] = [[], [], [], [], new AbortController()];
  document.body.dataset['base'] = 'http://stream.test';
  vi.stubGlobal('fetch', async (url: string, { headers, signal }: RequestInit) => {
    // A page of another test in this worker may still be waiting to connect again.
    if (!url.startsWith('http://stream.test/')) return new Promise(() => {});
    asked.push(headers as Record<string, string>);
    const answer = answers.shift();
    if (answer) return answer();
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  });
});
afterEach(async () => {
  gone.abort();
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document.body.dataset, 'base');
});

const texts =
  (...pieces: string[]) =>
  () =>
    new Response(
      new ReadableStream({
        start(controller) {
          for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
          controller.close();
        },
      }),
    );

async function follow(): Promise<void> {
  vi.resetModules();
  const { follow } = await import('../../../../sandbox/src/served/inspector/stream.ts');
  void follow(
    (heard) => events.push(...heard),
    (status) => statuses.push(status),
    gone.signal,
  );
  await vi.advanceTimersByTimeAsync(0);
}

it('hears events whole, however they are cut, and nothing of comments', async () => {
  answers.push(
    texts(': hi\n\nid: 1\nevent: request\nda', 'ta: {"Id":1}\n', '\ndata: {"a":": "}\n\nid: 9\n\n'),
  );
  await follow();
  expect(events).toEqual([
    { name: 'request', data: { Id: 1 } },
    { name: 'message', data: { a: ': ' } },
  ]);
  expect(statuses).toEqual(['connecting', 'live', 'live', 'live', 'lost']);
});

it('goes on at the last event, and waits longer each time that nobody answers', async () => {
  answers.push(
    texts('id: 7\ndata: {}\n\n'),
    () => Promise.reject(new TypeError('down')),
    () => new Response('data: {}\n\n', { status: 500 }),
  );
  await follow();
  expect(asked).toHaveLength(1);
  expect(asked[0]?.['Last-Event-ID']).toBeUndefined();
  for (const wait of [300, 600, 1_200]) {
    const before = asked.length;
    await vi.advanceTimersByTimeAsync(wait - 1);
    expect(asked).toHaveLength(before);
    await vi.advanceTimersByTimeAsync(1);
    expect([asked.length, asked.at(-1)?.['Last-Event-ID']]).toEqual([before + 1, '7']);
  }
  expect(statuses).toEqual(['connecting', 'live', 'lost', 'lost', 'lost']);
});

it('never waits for more than five seconds, and begins with a short wait after it was live', async () => {
  answers.push(
    ...Array.from({ length: 8 }, () => () => Promise.reject(new TypeError('down'))),
    texts('data: {}\n\n'),
  );
  await follow();
  await vi.advanceTimersByTimeAsync(300 + 600 + 1_200 + 2_400 + 4_800 + 3 * 5_000 - 1);
  expect(asked).toHaveLength(8);
  await vi.advanceTimersByTimeAsync(1);
  expect([asked.length, statuses.at(-1), statuses.at(-2)]).toEqual([9, 'lost', 'live']);
  await vi.advanceTimersByTimeAsync(300);
  expect(asked).toHaveLength(10);
});

it('opens the connection again when it is silent', async () => {
  await follow();
  await vi.advanceTimersByTimeAsync(39_999);
  expect([asked.length, statuses]).toEqual([1, ['connecting']]);
  await vi.advanceTimersByTimeAsync(301);
  expect([asked.length, statuses]).toEqual([2, ['connecting', 'lost']]);
});

it('keeps a connection on which something comes from time to time, if only a comment', async () => {
  let comment = (): void => {};
  vi.stubGlobal('fetch', async (_: string, { headers, signal }: RequestInit) => {
    asked.push(headers as Record<string, string>);
    const body = new ReadableStream({
      start(controller) {
        comment = () => controller.enqueue(new TextEncoder().encode(':\n\n'));
        signal?.addEventListener('abort', () => controller.error(signal.reason));
      },
    });
    return new Response(body);
  });
  await follow();
  for (let times = 0; times < 3; times += 1) {
    await vi.advanceTimersByTimeAsync(30_000);
    comment();
  }
  await vi.advanceTimersByTimeAsync(30_000);
  expect([asked.length, new Set(statuses)]).toEqual([1, new Set(['connecting', 'live'])]);
  await vi.advanceTimersByTimeAsync(11_000);
  expect(asked).toHaveLength(2);
});

it('ends where it is refused, and where the page ends', async () => {
  answers.push(() => new Response('', { status: 401 }));
  await follow();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([asked.length, statuses]).toEqual([1, ['connecting', 'refused']]);
  [asked, statuses] = [[], []];
  await follow();
  gone.abort();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([asked.length, statuses]).toEqual([1, ['connecting']]);
});

it('hears nothing more once the page has ended, even of what was on its way', async () => {
  let send: (text: string) => void = () => {};
  const body = new ReadableStream({
    start: (controller) => {
      send = (text) => controller.enqueue(new TextEncoder().encode(text));
    },
  });
  answers.push(() => new Response(body));
  await follow();
  send('data: 1\n\n');
  await vi.advanceTimersByTimeAsync(0);
  gone.abort();
  send('data: 2\n\n');
  await vi.advanceTimersByTimeAsync(0);
  expect([events, statuses]).toEqual([[{ name: 'message', data: 1 }], ['connecting', 'live']]);
});
