import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SharedActivity } from '../../../../sandbox/src/hosts/browser/shared-activity.ts';
import { createSandbox, getWorkspaces, type Sandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { watch } from '../../../../sandbox/src/service/http/traffic/watch.ts';
import { backEnd, newContract } from '../../service/http/service.ts';

/** Messages of a channel come when they come. */
const patient = { timeout: 20_000 };

const open: Sandbox[] = [];
afterEach(() => {
  for (const sandbox of open.splice(0)) sandbox.close();
});

/** A page that shares its activity, and what its inspector reads. */
function page(name: string, refresh: () => Promise<void> = async () => {}) {
  const sandbox = createSandbox({ seed: 'tabs', clock: '2026-01-15T10:00:00Z' });
  open.push(sandbox);
  const workspaces = getWorkspaces(sandbox);
  const shown: { readonly kind: string; readonly data: Json }[] = [];
  const log = watch(workspaces.main.core);
  vi.spyOn(log, 'add').mockImplementation((kind, data) => void shown.push({ kind, data }));
  const shared = new SharedActivity(name, workspaces, refresh);
  return { sandbox, core: workspaces.main.core, shown, shared };
}

// biome-ignore lint/suspicious/noExplicitAny: each kind of entry has its own fields
type Json = any;

it('what a request of one page causes stands below that request in the other, whose ids are its own', async () => {
  const [reader, other] = [page('ids'), page('ids')];
  reader.core.feed.emit('reader', undefined);
  // Its own requests use up ids of the reader.
  for (let at = 0; at < 3; at += 1) await reader.sandbox.fetch('http://sandbox/nothing');
  const of = (kind: string) => reader.shown.filter((entry) => entry.kind === kind).map(({ data }) => data);
  await vi.waitFor(async () => {
    await other.sandbox.fetch('http://sandbox/heard');
    expect(of('request').map(({ Path }) => Path)).toContain('/heard');
  }, patient);
  const api = await backEnd(other.sandbox);
  await newContract(api);
  await api('POST', '/sandbox/clock', { Advance: 'P2M' });
  const moved = () => of('request').find(({ Path }) => Path === '/sandbox/clock');
  await vi.waitFor(() => expect(moved()).toBeDefined(), patient);
  // What is due at the signup already is no work of the advance.
  const later = ({ At }: Json) => !At.startsWith('2026-01-15');
  const tasks = of('task').filter(later);
  expect(tasks.length).toBeGreaterThan(1);
  expect(tasks.map(({ AdvanceId }) => AdvanceId)).toEqual(tasks.map(() => moved().Id));
  const caused = of('event').filter(later);
  expect(caused.length).toBeGreaterThan(1);
  const ids = tasks.map(({ Id }) => Id);
  for (const { Cause } of caused)
    expect([Cause.AdvanceId, ids.includes(Cause.TaskId)]).toEqual([moved().Id, true]);
  const orders = of('event').filter(({ Event }) => Event === 'OrderSucceeded');
  const requests = of('request').map(({ Id }) => Id);
  expect(orders.map(({ Cause }) => requests.includes(Cause.RequestId))).toEqual([true]);
});

describe('by a channel that is played', () => {
  /** The channels that are open: a message comes to all others at once. */
  const channels = new Set<Channel>();
  const posted: Json[] = [];

  class Channel {
    readonly #name: string;
    onmessage: ((message: { data: unknown }) => void) | undefined;
    constructor(name: string) {
      this.#name = name;
      channels.add(this);
    }
    postMessage(data: unknown) {
      posted.push(data);
      for (const other of channels)
        if (other !== this && other.#name === this.#name) other.onmessage?.({ data: structuredClone(data) });
    }
  }
  beforeEach(() => void vi.stubGlobal('BroadcastChannel', Channel));
  afterEach(() => {
    vi.unstubAllGlobals();
    channels.clear();
    posted.length = 0;
  });

  const kinds = () => posted.map(({ type }) => type);
  const listen = ({ core }: ReturnType<typeof page>) => core.feed.emit('reader', undefined);
  const paths = ({ sandbox }: Pick<ReturnType<typeof page>, 'sandbox'>) => {
    const { log } = getWorkspaces(sandbox).main.traffic;
    return log.list(0, log.count).map(({ Path }) => Path);
  };

  it('nothing is sent before somebody reads, and then what has happened, once', async () => {
    const other = page('a');
    await other.sandbox.fetch('http://sandbox/one');
    const reader = page('a');
    page('b');
    expect([kinds(), paths(reader)]).toEqual([['hello', 'hello', 'hello'], []]);
    listen(reader);
    expect([kinds().slice(3), paths(reader)]).toEqual([['watch', 'requests'], ['/one']]);
    // What has happened before is no news, but the state is another one.
    expect(reader.shown.map(({ kind }) => kind)).toEqual(['state']);
    await other.sandbox.fetch('http://sandbox/two');
    expect([paths(reader), reader.shown.map(({ kind }) => kind)]).toEqual([
      ['/two', '/one'],
      ['state', 'request'],
    ]);
    // Who reads there gets what is its own there, and not what it has sent.
    await reader.sandbox.fetch('http://sandbox/mine');
    listen(other);
    expect(paths(other)).toEqual(expect.arrayContaining(['/one', '/two', '/mine']));
    expect(paths(other)).toHaveLength(3);
    const late = page('a');
    listen(late);
    expect(paths(late).toSorted()).toEqual(['/mine', '/one', '/two']);
  });

  it('a request has its bodies, its documents and its events there too', async () => {
    const [reader, other] = [page('a'), page('a')];
    listen(reader);
    watch(other.core);
    const api = await backEnd(other.sandbox);
    const { body } = await api('POST', 'customers', { FirstName: 'Ada' });
    const { log } = getWorkspaces(reader.sandbox).main.traffic;
    const [entry] = log.list(0, 1);
    const found = log.get(entry?.Id ?? 0);
    expect(entry).toMatchObject({ Method: 'POST', Path: '/api/v1/customers', Status: 201 });
    expect(JSON.parse(found?.trace.requestBody ?? '')).toEqual({ FirstName: 'Ada' });
    expect(JSON.parse(found?.trace.answerBody ?? '')).toMatchObject({ Id: body.Id });
    expect(JSON.stringify(found?.trace)).toContain(body.Id);
    const message = posted.findLast(({ type }) => type === 'requests');
    expect(message).toMatchObject({ isHistory: false, workspace: '' });
    const [request] = message.requests;
    expect([request.documents.length, request.moreChanges, request.events.length]).toEqual([1, 0, 1]);
    const [event] = reader.shown.filter(({ kind }) => kind === 'event').map(({ data }) => data);
    expect(event).toMatchObject({ Event: 'CustomerCreated', Cause: { RequestId: entry?.Id } });
    expect(reader.core.activity.eventsFor(entry?.Id ?? 0)).toEqual([event.Id]);
  });

  it('each workspace has its own readers', async () => {
    const [reader, other] = [page('a'), page('a')];
    const of = (name: string) => getWorkspaces(reader.sandbox).open(name);
    of('one').core.feed.emit('reader', undefined);
    const there = other.sandbox.workspace('one');
    await there.fetch('http://sandbox/w/one/x');
    await other.sandbox.fetch('http://sandbox/y');
    await other.sandbox.workspace('two').fetch('http://sandbox/w/two/z');
    const { log } = of('one').traffic;
    expect([log.list(0, 9).map(({ Path }) => Path), paths(reader)]).toEqual([['/x'], []]);
  });

  it.each([
    ['ended', true],
    ['failed', false],
  ])('the state of the others is read again, once at a time: after a load that %s', async (_how, works) => {
    const loads: (() => void)[] = [];
    const load = () =>
      new Promise<void>((done, fail) => loads.push(() => (works ? done() : fail(new Error('closed')))));
    const reader = page('a', load);
    const other = page('a');
    listen(reader);
    for (const path of ['x', 'y']) await other.sandbox.fetch(`http://sandbox/${path}`);
    expect(loads).toHaveLength(1);
    loads[0]?.();
    await new Promise((resolve) => setTimeout(resolve));
    await other.sandbox.fetch('http://sandbox/z');
    expect(loads).toHaveLength(2);
  });

  it('what others caused has ids of here, and none where no request caused it', () => {
    const reader = page('a');
    listen(reader);
    const channel = new Channel('clientlib-sandbox activity a');
    const send = (kind: string, data: object, from = 'other') =>
      channel.postMessage({ type: 'entry', workspace: '', from, entry: { kind, data } });
    const last = () => reader.shown.at(-1)?.data;
    send('task', { Id: 7, AdvanceId: 3, Cause: { RequestId: 3, TaskId: 6, AdvanceId: 3 } });
    const { AdvanceId } = last();
    expect(last()).toEqual({
      Id: 'other-7',
      AdvanceId,
      Cause: { RequestId: AdvanceId, TaskId: 'other-6', AdvanceId },
    });
    send('event', { Id: 'e1', Cause: { RequestId: 0 } });
    expect(last()).toEqual({ Id: 'e1', Cause: { RequestId: 0 } });
    send('event', { Id: 'e2' });
    expect(last()).toEqual({ Id: 'e2' });
    send('event', { Id: 'e3', Cause: { RequestId: 3 } }, 'third');
    expect(last().Cause.RequestId).not.toBe(AdvanceId);
    send('event', { Id: 'e4', Cause: { RequestId: 3 } });
    expect(last().Cause.RequestId).toBe(AdvanceId);
    // Also in the lists, when they are read again.
    const cause = (Id: string) => reader.core.activity.findCause({ Id, At: 0 });
    expect(['e1', 'e2', 'e4'].map(cause)).toEqual([{ RequestId: 0 }, undefined, { RequestId: AdvanceId }]);
    // Only the latest ids are known.
    for (let id = 10; id < 5_010; id += 1) send('event', { Id: 'e', Cause: { RequestId: id } });
    send('event', { Id: 'e5', Cause: { RequestId: 3 } });
    expect(last().Cause.RequestId).toBeGreaterThan(5_000);
  });
});
