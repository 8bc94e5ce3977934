import { type ActivityLog, message } from '../../../activity/activity-log.ts';
import { clockState } from '../../../core/clock-state.ts';
import type { Core } from '../../../core/core.ts';
import { getHistory } from '../../traffic/history.ts';
import { watch } from '../../traffic/watch.ts';
import { control } from '../../zones/zones.ts';

/** Interval in real milliseconds of the keep-alive message to a reader. */
const HEARTBEAT_MS = 15_000;

/** Real milliseconds for which entries are collected, so that a burst is sent as one network message. */
const GATHER_MS = 25;

/** The same during a flood of entries, to leave CPU time for what causes it. */
const FLOOD_GATHER_MS = 100;

/** Number of entries in one batch that counts as a flood. */
const FLOOD = 25;

/** Streams the activity as server-sent events. */
export const stream = control('/sandbox/stream').get(
  '/',
  {
    tag: 'Control',
    summary: 'Stream live updates (server-sent events)',
    description: [
      'Events by name:',
      '`hello`: begins a stream, with `Run` and the clock.',
      '`request`, `event`, `delivery`: as in the lists of the same name, a delivery with each change of it and without its body.',
      '`task`: a task was due, with `Id`, `Type` and `Key`.',
      '`change`: documents that a transaction has created, changed or deleted, with the fields that differ.',
      '`rewound`: the state went back or forward to another row, as `GET /sandbox/session/rewind` says it.',
      '`state`: the whole state was replaced by a reset, a snapshot or another process.',
      '`clock`: the clock has moved.',
      '`gap`: entries are lost to this reader; read the lists again.',
      '`Cause` names the request or task that something comes of.',
      'Send `Last-Event-ID` to resume a broken connection; the latest 20,000 entries are kept. A comment every 15 seconds keeps the connection open. The stream ends when the sandbox or the workspace does.',
    ].join('\n\n'),
    answers: { 200: undefined },
    contentType: 'text/event-stream',
    whileClockMoves: true,
  },
  (c) => {
    const { core, traffic } = c.env;
    getHistory(core, traffic);
    return c.body(readable(core, watch(core), c.req.header('Last-Event-ID')), 200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      // Buffering proxies would delay the stream.
      'X-Accel-Buffering': 'no',
    });
  },
);

/**
 * The stream of one reader. It has no buffer of its own: it continues in the activity log when its reader has consumed the
 * previous entries. A reader that is too slow misses entries and gets a `gap`.
 */
function readable(core: Core, log: ActivityLog, lastEventId: string | undefined): ReadableStream<Uint8Array> {
  const { activity } = core;
  const encoder = new TextEncoder();
  let position = log.last;
  let sentClock = clockKey(core);
  let wake = () => {};
  let isNew = false;
  let gatherMs = GATHER_MS;
  const unlisten = activity.listen(() => {
    isNew = true;
    wake();
  });

  const begin = () => {
    const [run, sequence] = lastEventId?.split('.') ?? [];
    const resumes = run === log.run && log.reaches(Number(sequence));
    if (resumes) {
      position = Number(sequence);
      isNew = true;
    }
    const hello = JSON.stringify({ Run: log.run, ...clockState(core) });
    const text = `retry: 1000\n\n${message('hello', hello, log.entryId(position))}`;
    return lastEventId === undefined || resumes ? text : `${text}${message('gap', '{}')}`;
  };

  /** Returns the events since the last call. */
  const news = (): string => {
    isNew = false;
    let text = '';
    if (!log.reaches(position)) {
      position = log.last;
      text += message('gap', '{}', log.entryId(position));
    }
    const batch = log.after(position);
    if (batch !== undefined) {
      text += batch.text;
      gatherMs = batch.last - position > FLOOD ? FLOOD_GATHER_MS : GATHER_MS;
      position = batch.last;
    }
    if (position < log.last) isNew = true;
    const now = clockKey(core);
    if (now !== sentClock && !isNew) {
      sentClock = now;
      text += message('clock', JSON.stringify(clockState(core)));
    }
    return text;
  };

  const until = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      // A timer keeps a Node process alive unless it is unref'd; browsers have numbers here.
      (timer as { unref?: () => void }).unref?.();
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (isNew || activity.isClosed) wake();
    });

  return new ReadableStream(
    {
      start: (controller) => controller.enqueue(encoder.encode(begin())),
      async pull(controller) {
        await until(HEARTBEAT_MS);
        wake = () => {};
        if (activity.isClosed) return controller.close();
        if (!isNew) return controller.enqueue(encoder.encode(':\n\n'));
        await new Promise((resolve) => setTimeout(resolve, gatherMs));
        const text = news();
        controller.enqueue(encoder.encode(text === '' ? ':\n\n' : text));
      },
      cancel() {
        unlisten();
        wake();
      },
    },
    { highWaterMark: 1 },
  );
}

/** Compares clocks without the passage of real time: a running clock is the same clock a second later. */
const clockKey = ({ clock, schedule: { next } }: Core) =>
  JSON.stringify([clock.position, next?.Id, next?.DueAt]);
