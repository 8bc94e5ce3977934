// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/* What the inspector knows of a sandbox: the clock, what has changed, and what its own actions came to. */

type Session = typeof import('../../../../sandbox/src/served/inspector/session.ts');
let session: Session;
let say: (...events: readonly (readonly [name: string, data: object])[]) => Promise<void>;
let answers: Record<string, () => Response | Promise<Response>>;
let asked: string[];
let gone: AbortController;
/** Breaks the connection of the stream. */
let drop: () => Promise<void>;

const at = '2026-01-15T10:00:00.0000000Z';

beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse('2030-01-01T00:00:00Z') });
  gone = new AbortController();
  asked = [];
  answers = {};
  let stream!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      stream = controller;
    },
  });
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    const path = url.replace('http://sandbox.test', '');
    if (path === '/sandbox/stream') return new Response(body);
    asked.push(`${method} ${path}`);
    const rewind = { Undone: [] };
    return (answers[path] ?? (() => Response.json(path.endsWith('/rewind') ? rewind : [])))();
  });
  drop = async () => {
    stream.error(new TypeError('down'));
    await vi.advanceTimersByTimeAsync(0);
  };
  say = async (...events) => {
    const text = events.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join('');
    stream.enqueue(new TextEncoder().encode(text));
    await vi.advanceTimersByTimeAsync(600);
  };
  Object.assign(document.body.dataset, { base: 'http://sandbox.test' });
  vi.resetModules();
  session = await import('../../../../sandbox/src/served/inspector/session.ts');
  session.start(gone.signal);
  await vi.advanceTimersByTimeAsync(0);
});
afterEach(async () => {
  gone.abort();
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  Reflect.deleteProperty(document.body.dataset, 'base');
  vi.unstubAllGlobals();
  vi.resetModules();
});

const lists = () => asked.filter((path) => /requests|events|deliveries|rewind/.test(path));
const event = (Id: string) => ['event', { Id, At: at, Event: 'OrderSucceeded' }] as const;

it('reads its lists once the stream has begun, and keeps what it hears meanwhile', async () => {
  answers['/sandbox/session/rewind'] = () => Response.json({ Undone: ['request-1'] });
  let arrive = (_: Response): void => {};
  answers['/sandbox/events?take=5000'] = () => new Promise<Response>((resolve) => (arrive = resolve));
  await say(['hello', { Now: at, Mode: 'Manual' }]);
  await say(event('e1'));
  expect(session.isLoaded.get()).toBe(false);
  arrive(Response.json([]));
  await vi.advanceTimersByTimeAsync(0);
  expect(lists()).toEqual([
    'GET /sandbox/requests?take=2000',
    'GET /sandbox/events?take=5000',
    'GET /sandbox/deliveries?take=5000',
    'GET /sandbox/session/rewind',
  ]);
  expect([session.isLoaded.get(), session.timeline.groups.map(({ key }) => key)]).toEqual([
    true,
    ['event-e1'],
  ]);
  expect([...session.undone.get()]).toEqual(['request-1']);
  await say(['hello', { Now: at, Mode: 'Manual' }]);
  expect(lists()).toHaveLength(4);
});

it.each(['gap', 'state'])('reads them again after a %s, and all views too', async (name) => {
  await say(['hello', { Now: at, Mode: 'Manual' }]);
  // An event that comes in the same piece, but before it, belongs to the old state.
  await say(event('e1'), [name, {}], event('e2'));
  expect(session.timeline.groups.map(({ key }) => key)).toEqual(['event-e2']);
  expect([lists().length, session.revisions.get()]).toEqual([8, { events: 1, '*': 1 }]);
});

it('reads them again where that failed, and asks for the token where it is refused', async () => {
  answers['/sandbox/events?take=5000'] = () => Response.json({}, { status: 500 });
  await say(['hello', { Now: at, Mode: 'Manual' }]);
  expect([session.isLoaded.get(), session.connection.get()]).toEqual([false, 'live']);
  answers['/sandbox/events?take=5000'] = () => Response.json({}, { status: 401 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(session.connection.get()).toBe('refused');
});

describe('lists that are read again while they are read', () => {
  let end: (how: Response) => void;
  beforeEach(async () => {
    answers['/sandbox/events?take=5000'] = () => new Promise<Response>((resolve) => (end = resolve));
    await say(['hello', { Now: at, Mode: 'Manual' }]);
    const first = end;
    answers['/sandbox/events?take=5000'] = () => Response.json([event('new')[1]]);
    await say(['state', {}]);
    end = first;
  });
  const keys = () => session.timeline.groups.map(({ key }) => key);

  it('are those of now, however late the others come', async () => {
    expect(keys()).toEqual(['event-new']);
    end(Response.json([event('old')[1]]));
    await vi.advanceTimersByTimeAsync(600);
    expect(keys()).toEqual(['event-new']);
  });

  it.each([401, 500])('are not asked for once more where the others fail, with %i', async (status) => {
    asked.length = 0;
    end(Response.json({}, { status }));
    await vi.advanceTimersByTimeAsync(5_000);
    expect([keys(), asked, session.connection.get()]).toEqual([['event-new'], [], 'live']);
  });
});

it('what is undone meanwhile is undone, whatever the lists say that are on their way', async () => {
  let arrive = (_: Response): void => {};
  answers['/sandbox/session/rewind'] = () => new Promise<Response>((resolve) => (arrive = resolve));
  await say(['hello', { Now: at, Mode: 'Manual' }]);
  await say(['rewound', { Undone: ['request-1'] }], ['rewound', { Undone: ['request-2'] }]);
  arrive(Response.json({ Undone: [] }));
  await vi.advanceTimersByTimeAsync(0);
  expect([...session.undone.get()]).toEqual(['request-2']);
});

it('lets views read where the stream breaks before it has said anything', async () => {
  const begun = vi.fn();
  void session.begun.then(begun);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(begun).not.toHaveBeenCalled();
  await drop();
  expect([begun.mock.calls.length, session.connection.get()]).toEqual([1, 'lost']);
});

it('counts what has changed, by collection', async () => {
  await say(['hello', { Now: at, Mode: 'Manual' }]);
  const before = session.revisions.get();
  await say(
    event('e1'),
    ['delivery', { Id: 'd1', EventId: 'e1', Attempts: [], Status: 'Pending' }],
    ['request', { Id: 1, At: at, Method: 'GET', Path: '/', Status: 200 }],
    ['clock', { Now: at, Mode: 'Manual' }],
    [
      'change',
      {
        At: at,
        Documents: [
          { Collection: 'orders', Id: 'o1' },
          { Collection: 'orders', Id: 'o2' },
        ],
      },
    ],
  );
  expect(before).toEqual({});
  expect(session.revisions.get()).toEqual({ events: 1, deliveries: 1, requests: 1, clock: 1, orders: 1 });
  await say(['rewound', { Undone: ['request-1'] }]);
  expect([[...session.undone.get()], session.revisions.get()['*']]).toEqual([['request-1'], 1]);
});

it('knows the time, also of a clock that follows real time', async () => {
  expect(session.now()).toBe(Date.now());
  await say(['hello', { Now: at, Mode: 'Manual' }]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(session.now()).toBe(Date.parse(at));
  await say(['clock', { Now: at, Mode: 'WallClock' }]);
  const then = session.now();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(session.now() - then).toBe(5_000);
  // What has passed until it is told again is in what is told.
  await say(['clock', { Now: '2026-01-15T11:00:00.0000000Z', Mode: 'WallClock' }]);
  expect(session.now() - Date.parse('2026-01-15T11:00:00Z')).toBeLessThanOrEqual(600);
});

it('hears in a hidden tab, and shows it all at once when the tab is shown again', async () => {
  await say(['hello', { Now: at, Mode: 'Manual' }]);
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  await say(event('e1'));
  await say(event('e2'));
  const keys = () => session.timeline.groups.map(({ key }) => key);
  expect(keys()).toEqual([]);
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(keys()).toEqual(['event-e1', 'event-e2']);
  hidden.mockRestore();
});

describe('an action', () => {
  const clock = { method: 'POST', path: '/sandbox/clock', body: { Advance: 'P1M' } } as const;
  const shown = () =>
    session.sent.get().map(({ label, state, status, message }) => [label, state, status, message]);

  it('is shown while it is sent and for a while after, and views read again', async () => {
    answers['/sandbox/clock'] = () => Response.json({ Now: '2026-02-15T10:00:00Z', Mode: 'Manual' });
    const acted = session.act('Advance', clock);
    expect([shown(), session.isAdvancing()]).toEqual([[['Advance', 'sending', undefined, undefined]], true]);
    expect(await acted).toMatchObject({ Mode: 'Manual' });
    expect([shown(), session.isAdvancing()]).toEqual([[['Advance', 'done', 200, undefined]], false]);
    expect([session.now(), session.revisions.get()]).toEqual([
      Date.parse('2026-02-15T10:00:00Z'),
      { acted: 1 },
    ]);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(shown()).toEqual([]);
  });

  it('that answers with a time, but moves no clock, leaves the clock as it is', async () => {
    await say(['hello', { Now: at, Mode: 'Manual' }]);
    answers['/sandbox/forecast'] = () => Response.json({ Now: '2026-02-15T10:00:00Z' });
    await session.act('Forecast', { method: 'POST', path: '/sandbox/forecast', body: {} });
    expect(session.now()).toBe(Date.parse(at));
  });

  it.each(['WallClock', 'Manual'])(
    'that sets the clock to %s is known before the stream tells it',
    async (Mode) => {
      answers['/sandbox/clock'] = () => Response.json({ Now: '2026-02-15T10:00:00Z', Mode });
      await session.act('Set', { method: 'POST', path: '/sandbox/clock', body: { Mode } });
      expect(session.clock.get()).toEqual({ Now: '2026-02-15T10:00:00Z', Mode });
    },
  );

  it('that is refused stays shown, and throws', async () => {
    answers['/sandbox/clock'] = () => Response.json({ Message: 'Too late.' }, { status: 422 });
    await expect(session.act('Advance', clock)).rejects.toThrow('Too late.');
    answers['/sandbox/clock'] = () => Promise.reject(new TypeError('down'));
    await expect(session.act('Again', clock)).rejects.toThrow('down');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(shown()).toEqual([
      ['Again', 'failed', 0, 'down'],
      ['Advance', 'failed', 422, 'Too late.'],
    ]);
    session.dismissEnded();
    expect(shown()).toEqual([]);
  });

  it('whose effects did not come says why', async () => {
    const other = { method: 'POST', path: '/sandbox/x' } as const;
    expect(await session.act('Resend', other, async () => 'Nobody answered.')).toEqual([]);
    expect([shown(), session.revisions.get()]).toEqual([
      [['Resend', 'failed', 0, 'Nobody answered.']],
      { acted: 1 },
    ]);
  });

  it('replaces the last one that succeeded, and keeps no content of a file', async () => {
    const file = { method: 'PUT', path: '/sandbox/snapshot', body: '{"a":1}', file: 'a.json' } as const;
    await session.act('First', { method: 'POST', path: '/sandbox/x' });
    await session.act('Restore', file);
    expect(shown().map(([label]) => label)).toEqual(['Restore']);
    expect(session.sent.get()[0]?.request).toMatchObject({ body: '', file: 'a.json' });
    session.dismiss(session.sent.get()[0]?.key ?? 0);
    expect(shown()).toEqual([]);
  });
});

describe('a session of another user', () => {
  const file = (text: string, name = 'one.json') => new File([text], name);
  const right = { Format: 'clientlib-sandbox session', Service: '1.0.0', Rows: [], End: { At: at } };
  const shared = async () => import('../../../../sandbox/src/served/inspector/shared-session.ts');

  it('opens the dialog', async () => {
    const { openSession, shared: opened } = await shared();
    expect(await openSession(file(JSON.stringify(right)))).toBe(true);
    expect(opened.get()).toEqual({ name: 'one.json', text: JSON.stringify(right), session: right });
  });

  it.each([
    ['{', 'no JSON'],
    [JSON.stringify({ ...right, Format: 'other' }), 'another format'],
    [JSON.stringify({ ...right, Rows: undefined }), 'no rows'],
    [JSON.stringify({ ...right, Service: undefined }), 'no version'],
    [JSON.stringify({ ...right, End: { At: 'soon' } }), 'no end'],
    [JSON.stringify({ ...right, End: undefined }), 'no end at all'],
  ])('is none: %s (%s)', async (text) => {
    const { openAsSession, openSession, shared: opened } = await shared();
    expect(await openSession(file(text))).toBe(false);
    await openAsSession(file(text, 'two.json'));
    expect(`${opened.get()}`).toContain('two.json is not a session.');
  });
});
