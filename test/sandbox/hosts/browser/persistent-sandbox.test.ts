import { configure, Payment, Signup } from 'clientlib';
import { createSandbox, type Sandbox, type SandboxOptions, type Snapshot } from 'clientlib-sandbox';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PersistentSandbox } from '../../../../sandbox/src/hosts/browser/persistent-sandbox.ts';
import { Core } from '../../../../sandbox/src/service/core/core.ts';
import { Persistence } from '../../../../sandbox/src/service/storage/persistence.ts';
import { StorageError } from '../../../../sandbox/src/service/storage/storage-error.ts';
import { eventfulSession } from '../../../kits/written/sessions.ts';
import { MemoryEngine } from '../../service/storage/memory-engine.ts';

/*
 * Pages of one origin that share a state, each with a sandbox of its own in memory. The browser is played: its lock, its
 * database, which can be slow, and its timers. The real thing is in test/e2e.
 */

/** The database that all pages share. */
let database: MemoryEngine;

/** The browser's locks: who asks waits for all who asked before for a lock of this name. */
function lockManager() {
  const last = new Map<string, Promise<void>>();
  return {
    request(name: string, work: () => Promise<void>) {
      const held = (last.get(name) ?? Promise.resolve()).then(work);
      last.set(
        name,
        held.catch(() => {}),
      );
      return held;
    },
  };
}

const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;
const start = new Date('2026-01-15T10:00:00Z');

let open: Sandbox[];

beforeEach(() => {
  database = new MemoryEngine();
  open = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: start });
  vi.stubGlobal('navigator', { locks: lockManager() });
});
afterEach(() => {
  for (const sandbox of open) sandbox.close();
  // First, because a timer that is spied on is a fake one.
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

interface Page {
  readonly sandbox: Sandbox;
  readonly persistent: PersistentSandbox;
  /** Events that this page's sandbox made. */
  readonly events: string[];
}

function openPage(options: SandboxOptions = {}): Page {
  const sandbox = createSandbox({ seed: 'shared', timers: false, ...options });
  const events: string[] = [];
  sandbox.on('event', ({ Event }) => events.push(Event));
  open.push(sandbox);
  return { sandbox, persistent: new PersistentSandbox(sandbox, 'shared', database), events };
}

/** Asks by ClientLib, as a page does. */
function use({ persistent }: Page, base: string): void {
  configure({
    baseUrl: `http://sandbox${base}`,
    fetch: (input: RequestInfo | URL, init?: RequestInit) => persistent.fetch(new Request(input, init)),
  });
}

/** Signs up for a contract that is billed each month, or for that of another plan variant. */
async function signUp(page: Page, base = '', PlanVariantId = 'b00000000000000000000001'): Promise<void> {
  use(page, base);
  const payment = new Payment({ publicApiKey: 'a00000000000000000000001' });
  await payment.ready;
  const cart = { PlanVariantId };
  await new Signup().subscribe(payment, cart, { FirstName: 'Ada' }, { bearer: 'InvoicePayment' });
}

/** What the control API answers. */
// biome-ignore lint/suspicious/noExplicitAny: each path has its own.
async function control({ persistent }: Page, path: string, body?: object): Promise<any> {
  const json = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  };
  const request = new Request(`http://sandbox/sandbox/${path}`, body === undefined ? {} : json);
  return (await persistent.fetch(request)).json();
}

interface Kept {
  readonly Main: Snapshot;
  readonly Workspaces: { readonly [name: string]: Snapshot };
}

/** What a page finds that is opened now, or was opened when the database held these entries. */
async function kept(entries: ReadonlyMap<string, string> = database.entries): Promise<Kept> {
  const options = { sync: true, version: '', name: 'the database' };
  const states = await new Persistence(new MemoryEngine(entries), options).load();
  const snapshots = [...states].map(([name, state]) => {
    const core = new Core({ timers: false });
    core.state.load(state);
    const snapshot = core.snapshot();
    core.close();
    return [name, snapshot] as const;
  });
  const { '': Main, ...Workspaces } = Object.fromEntries(snapshots);
  return { Main: Main as Snapshot, Workspaces };
}

const invoices = ({ Collections }: Snapshot) => Collections['invoices']?.length;
const invoiceEvents = ({ Collections }: Snapshot) =>
  (Collections['events'] as unknown as { Payload: { Event: string } }[]).filter(
    ({ Payload }) => Payload.Event === 'InvoiceCreated',
  ).length;

describe('what falls due between requests', () => {
  it('is kept when it is done, in workspaces too', async () => {
    const page = openPage();
    await signUp(page);
    await signUp(page, '/w/other');
    await vi.advanceTimersByTimeAsync(31 * DAY);
    await vi.waitFor(async () => {
      const { Main, Workspaces } = await kept();
      expect([Main, Workspaces['other'] as Snapshot].map(invoices)).toEqual([2, 2]);
    });
    expect((await kept()).Main.Collections).toEqual(page.sandbox.snapshot().Collections);
  });

  it('is done by one of the pages that are open', async () => {
    const pages = [openPage(), openPage(), openPage()] as const;
    await signUp(pages[0]);
    for (const page of pages) await control(page, 'health');
    await vi.advanceTimersByTimeAsync(31 * DAY);
    const made = pages.flatMap(({ events }) => events.filter((event) => event === 'InvoiceCreated'));
    expect(made).toHaveLength(2);
    expect(invoices((await kept()).Main)).toBe(2);
  });

  it('is not done by a page that has missed that it fell away', async () => {
    const [page, other] = [openPage(), openPage()];
    await signUp(page);
    await control(other, 'reset', {});
    await vi.advanceTimersByTimeAsync(31 * DAY);
    expect(page.events.filter((event) => event === 'InvoiceCreated')).toHaveLength(1);
    expect(invoices((await kept()).Main)).toBe(0);
  });

  it('is waited for with one timer, which is not too long for a browser', async () => {
    const later = vi.spyOn(globalThis, 'setTimeout');
    const page = openPage();
    // It is billed each year.
    await signUp(page, '', 'b00000000000000000000002');
    await page.persistent.settle();
    const timers = vi.getTimerCount();
    for (let at = 0; at < 5; at += 1) await control(page, 'health');
    await page.persistent.settle();
    expect(vi.getTimerCount()).toBe(timers);
    // A longer one would end at once.
    expect(Math.max(...later.mock.calls.map(([, delay = 0]) => delay))).toBe(2 ** 31 - 1);
  });

  it('is done before the first answer, when no page was open', async () => {
    const page = openPage();
    await signUp(page);
    vi.clearAllTimers();
    vi.setSystemTime(start.getTime() + 62 * DAY);
    const names = (await control(openPage(), 'events')).map(({ Event }: { Event: string }) => Event);
    expect(names.filter((name: string) => name === 'InvoiceCreated')).toHaveLength(3);
  });

  it('is kept when its webhook is delivered late', async () => {
    let answer: ((response: Response) => void) | undefined;
    const page = openPage({
      webhooks: [{ Url: 'https://merchant.example/', Events: ['ContractCreated'] }],
      deliver: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    await signUp(page);
    await vi.waitFor(() => expect(answer).toBeDefined());
    await vi.advanceTimersByTimeAsync(2 * SECOND);
    expect((await kept()).Main.Collections['deliveries']).toMatchObject([{ Status: 'Pending' }]);
    answer?.(new Response());
    await vi.waitFor(async () =>
      expect((await kept()).Main.Collections['deliveries']).toMatchObject([{ Status: 'Succeeded' }]),
    );
  });
});

it('records no session, because it would not have what other pages do', () => {
  const { sandbox } = openPage({ record: true });
  expect(() => sandbox.session()).toThrow();
  expect(() => sandbox.workspace('one').session()).toThrow();
});

it('loses and tears nothing when writing takes long and the wall clock runs on', async () => {
  const [page, other] = [openPage(), openPage()];
  await signUp(page);
  await vi.advanceTimersByTimeAsync(4 * SECOND);
  await signUp(page);
  database.takesMs = 3 * SECOND;
  await vi.advanceTimersByTimeAsync(31 * DAY - 3 * SECOND);
  // Both renewals are being written, one after the other, and customers sign up on two pages.
  let answered = 0;
  const signups = [page, other].map((one) => signUp(one).then(() => (answered += 1)));
  await vi.advanceTimersByTimeAsync(5 * SECOND);
  expect(answered).toBe(0);
  // Second by second: batches end with real turns of the event loop, which a leap in time would pass over.
  while (answered < 2) {
    await vi.advanceTimersByTimeAsync(SECOND);
    await new Promise(setImmediate);
  }
  await vi.advanceTimersByTimeAsync(DAY);
  await Promise.all(signups);
  const states: Snapshot[] = [];
  for (const entries of database.history()) if (entries.has('head/')) states.push((await kept(entries)).Main);
  for (const [at, state] of states.entries()) {
    expect(invoices(state)).toBe(invoiceEvents(state));
    expect(invoices(state)).toBeGreaterThanOrEqual(invoices(states[at - 1] ?? state) as number);
  }
  expect(invoices((await kept()).Main)).toBe(6);
  for (const { sandbox, persistent } of [page, other]) {
    await persistent.settle();
    expect(sandbox.snapshot().Collections).toEqual((await kept()).Main.Collections);
  }
});

describe('the clock', () => {
  it('is kept when nothing else has changed', async () => {
    await control(openPage(), 'clock', { Now: '2026-03-01T00:00:00Z' });
    expect(await control(openPage(), 'clock')).toEqual({
      Now: '2026-03-01T00:00:00.0000000Z',
      Mode: 'Manual',
    });
    await control(openPage(), 'clock', { Mode: 'WallClock' });
    expect(await control(openPage(), 'clock')).toMatchObject({ Mode: 'WallClock' });
  });

  it('that is ahead of the real time runs on while no page is open', async () => {
    const page = openPage();
    await control(page, 'clock', { Advance: 'P1Y' });
    await control(page, 'clock', { Mode: 'WallClock' });
    vi.setSystemTime(start.getTime() + DAY);
    expect(await control(openPage(), 'clock')).toEqual({
      Now: '2027-01-16T10:00:00.0000000Z',
      Mode: 'WallClock',
    });
  });
});

describe('a page among others', () => {
  it('lets them work after it could not read the database, and works itself when it can', async () => {
    const [page, other] = [openPage(), openPage()];
    const opening = vi.spyOn(database, 'open').mockRejectedValueOnce(new Error('blocked'));
    expect(await control(page, 'clock')).toMatchObject({
      Message: expect.stringContaining('The database "shared" cannot be used (Error: blocked).'),
    });
    opening.mockRestore();
    expect(await control(other, 'health')).toMatchObject({ Status: 'ok' });
    expect(await control(page, 'health')).toMatchObject({ Status: 'ok' });
  });

  it('says of a database that another version has written what that says of itself', async () => {
    const message = 'The database "shared" is of a newer version.';
    vi.spyOn(database, 'open').mockRejectedValueOnce(new StorageError(message));
    expect(await control(openPage(), 'clock')).toMatchObject({ Message: message });
  });

  it('writes what a request changed, and not the whole state', async () => {
    const page = openPage();
    for (let at = 0; at < 5; at += 1) await signUp(page);
    await page.persistent.settle();
    const before = database.entries.size;
    database.batches.length = 0;
    await control(page, 'health');
    expect(database.batches).toEqual([]);
    await control(page, 'events', { Event: 'ContractCreated' });
    const written = database.batches.flatMap(({ operations }) => operations.map(({ key }) => key));
    expect(written.map((key) => key.split('/').slice(0, 4).join('/'))).toEqual([
      'doc//1/events',
      'head/',
      'writer',
    ]);
    expect(database.entries.size).toBe(before + 1);
  });

  it('lets the others work while it waits for a slow answer', async () => {
    const [slow, quick] = [openPage(), openPage()];
    await signUp(slow);
    slow.sandbox.faults.add({ Path: '/api/v1/plans', Fault: { DelayMs: 9 * SECOND } });
    const order: string[] = [];
    const late = slow.persistent
      .fetch(new Request('http://sandbox/api/v1/plans'))
      .then(({ status }) => order.push(`slow ${status}`));
    await vi.advanceTimersByTimeAsync(SECOND);
    await signUp(quick);
    order.push('quick');
    await vi.advanceTimersByTimeAsync(10 * SECOND);
    await late;
    expect(order).toEqual(['quick', 'slow 401']);
    // The slow page goes on with what the quick one has done meanwhile.
    await slow.persistent.settle();
    expect(slow.sandbox.snapshot().Collections['orders']).toHaveLength(2);
    expect(slow.sandbox.snapshot().Collections).toEqual((await kept()).Main.Collections);
  });

  it('takes on what another page has done, where it changes its own sandbox past the requests', async () => {
    const [page, other] = [openPage(), openPage()];
    await signUp(page);
    await signUp(other);
    // The page does not know of the second signup yet.
    await page.sandbox.clock.advance('P1D');
    await vi.advanceTimersByTimeAsync(SECOND);
    await page.persistent.settle();
    expect(page.sandbox.snapshot()).toEqual((await kept()).Main);
    expect(page.sandbox.snapshot().Collections['orders']).toHaveLength(2);
  });

  it('forgets what another page has cleared', async () => {
    const [page, other] = [openPage(), openPage()];
    await signUp(page);
    await signUp(page, '/w/other');
    await control(other, 'health');
    await page.persistent.clear();
    expect((await kept()).Main.Collections['orders']).toEqual([]);
    expect(page.sandbox.workspaces()).toEqual([]);
    await control(other, 'health');
    expect(other.sandbox.workspaces()).toEqual([]);
    expect(other.sandbox.snapshot().Collections['orders']).toEqual([]);
  });

  it('clears what it has in memory too, where nothing of it was stored', async () => {
    const page = openPage();
    page.sandbox.workspace('mine');
    await page.persistent.clear();
    expect(page.sandbox.workspaces()).toEqual([]);
  });

  it('lets the others work while its body comes slowly', async () => {
    const [slow, quick] = [openPage(), openPage()];
    let end = () => {};
    const body = new ReadableStream({
      start(controller) {
        end = () => {
          controller.enqueue(new TextEncoder().encode('{"Event":"OrderSucceeded"}'));
          controller.close();
        };
      },
    });
    const headers = { 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers, body, duplex: 'half' };
    const late = slow.persistent.fetch(new Request('http://sandbox/sandbox/events', init));
    await signUp(quick);
    end();
    expect((await late).status).toBe(200);
    expect((await kept()).Main.Collections['orders']).toHaveLength(1);
  });
});

describe('a clock that one page moves', () => {
  const months = (page: Page) => control(page, 'clock', { Advance: 'P1M' }) as Promise<{ Now: string }>;

  /** A state with contracts that are billed each month. */
  async function subscribed(contracts: number, options: SandboxOptions = {}): Promise<readonly [Page, Page]> {
    const pages = [openPage({ clock: start, ...options }), openPage({ clock: start, ...options })] as const;
    for (let at = 0; at < contracts; at += 1) await signUp(pages[0]);
    return pages;
  }

  it('lets other pages work between its instants, and loses nothing of what they do', async () => {
    const [page, other] = await subscribed(5);
    // Each instant takes longer than a page keeps the lock: the other page has it after every one.
    const hours = () => page.sandbox.clock.now().getTime() / (60 * 60 * SECOND);
    vi.spyOn(performance, 'now').mockImplementation(hours);
    let isDone = false;
    const advanced = control(page, 'clock', { Advance: 'P5Y' }).then((answer) => {
      isDone = true;
      return answer;
    });
    const made: string[] = [];
    while (!isDone && made.length < 10)
      made.push((await control(other, 'events', { Event: 'OrderSucceeded' })).Id);
    // Ten requests of the other page are answered before the clock stands again.
    expect([isDone, made.length]).toEqual([false, 10]);
    expect((await advanced).Now).toMatch(/^2031-01-15/);
    const { Main } = await kept();
    expect(invoices(Main)).toBe(5 * (1 + 5 * 12));
    expect(invoiceEvents(Main)).toBe(invoices(Main));
    const ids = new Set(Main.Collections['events']?.map(({ Id }) => Id));
    // What a page has announced is kept: no other page does the same again because it does not know of it.
    expect(page.events.length + other.events.length).toBe(ids.size);
    expect(made.filter((id) => !ids.has(id))).toEqual([]);
    await other.persistent.settle();
    expect(other.sandbox.snapshot().Collections).toEqual(Main.Collections);
  });

  it('adds up with an advance of another page', async () => {
    const [page, other] = await subscribed(1);
    const both = await Promise.all([months(page), months(other), months(page)]);
    expect(both.map(({ Now }) => Now.slice(0, 10)).sort()).toEqual([
      '2026-02-15',
      '2026-03-15',
      '2026-04-15',
    ]);
    expect(invoices((await kept()).Main)).toBe(4);
  });

  it('stops when another page resets', async () => {
    const [page, other] = await subscribed(10);
    const advanced = control(page, 'clock', { Advance: 'P50Y' });
    while ((page.sandbox.clock.progress?.Done ?? 0) < 20) await new Promise(setImmediate);
    await control(other, 'reset', {});
    expect((await advanced).Code).toBe('StateReplaced');
    expect(invoices((await kept()).Main)).toBe(0);
    expect((await control(page, 'clock')).Now).toMatch(/^2026-01-15/);
  });

  it('lets other pages work while a receiver does not answer', async () => {
    const answers: ((response: Response) => void)[] = [];
    const [page, other] = await subscribed(1, {
      webhooks: [{ Url: 'https://merchant.example/', Events: ['InvoiceCreated'] }],
      deliver: () => new Promise((resolve) => answers.push(resolve)),
    });
    const advanced = control(page, 'clock', { Advance: 'P1M' });
    await vi.advanceTimersByTimeAsync(2 * SECOND);
    expect(await control(other, 'health')).toMatchObject({ Status: 'ok' });
    let isDone = false;
    void advanced.then(() => {
      isDone = true;
    });
    while (!isDone) {
      for (const answer of answers.splice(0)) answer(new Response());
      await vi.advanceTimersByTimeAsync(SECOND);
      await new Promise(setImmediate);
    }
    expect((await advanced).Now).toMatch(/^2026-02-15/);
    expect(invoices((await kept()).Main)).toBe(2);
  });
});

describe('a session from elsewhere', () => {
  it('replays in the state that all pages share, byte for byte', async () => {
    vi.useRealTimers();
    const session = await eventfulSession();
    const alone = createSandbox({ session });
    open.push(alone);
    await alone.ready;
    const [page, other] = [openPage(), openPage()];
    const response = await page.persistent.fetch(
      new Request('http://sandbox/sandbox/session', {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(session),
      }),
    );
    expect(await response.json()).toEqual({ Rows: session.Rows.length });
    expect(await control(other, 'snapshot')).toEqual(JSON.parse(JSON.stringify(alone.snapshot())));
  });
});
