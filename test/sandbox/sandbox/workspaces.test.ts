import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  createSandbox,
  getWorkspaces,
  type Sandbox,
  type SandboxOptions,
} from '../../../sandbox/src/sandbox/sandbox.ts';
import { isWorkspaceName } from '../../../sandbox/src/sandbox/workspaces.ts';
import { version } from '../../../sandbox/src/service/http/wire/version.ts';
import { Persistence } from '../../../sandbox/src/service/storage/persistence.ts';
import { MemoryEngine } from '../service/storage/memory-engine.ts';

const HOUR = 3_600_000;

function made(options: SandboxOptions = {}) {
  const sandbox = createSandbox({ timers: false, ...options });
  onTestFinished(() => sandbox.close());
  return { sandbox, workspaces: getWorkspaces(sandbox) };
}

const newCustomer = async (of: Pick<Sandbox, 'fetch'>, FirstName = 'Ada') => {
  const token = await of.fetch('http://sandbox/oauth/token/', {
    method: 'POST',
    headers: {
      Authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  const { access_token } = await token.json();
  const response = await of.fetch('http://sandbox/api/v1/customers', {
    method: 'POST',
    headers: { Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ FirstName }),
  });
  return (await response.json()).Id as string;
};
const customers = (of: Pick<Sandbox, 'snapshot'>) =>
  (of.snapshot().Collections['customers'] as readonly { readonly FirstName?: string }[]).map(
    ({ FirstName }) => FirstName,
  );

it.each([
  ['a', true],
  ['A-b_c.9', true],
  ['x'.repeat(64), true],
  ['x'.repeat(65), false],
  ['', false],
  ['.', false],
  ['..', false],
  ['...', true],
  ['.a', true],
  ['a/b', false],
  ['a b', false],
  ['ä', false],
])('"%s" names a workspace: %s', (name, isName) => {
  expect(isWorkspaceName(name)).toBe(isName);
  const { workspaces } = made();
  if (isName) expect(workspaces.open(name)).toBe(workspaces.find(name));
  else expect(() => workspaces.open(name)).toThrow('The name of a workspace has 1 to 64 letters');
});

it.each<[SandboxOptions, boolean]>([
  [{}, true],
  [{ exposed: false }, true],
  [{ exposed: true }, false],
  [{ exposed: true, workspaces: { onFirstUse: true } }, true],
  [{ workspaces: { onFirstUse: false } }, false],
  [{ workspaces: { limit: 1 } }, true],
])('with %j the first request makes a workspace: %s', async (options, isMade) => {
  const { sandbox, workspaces } = made({ ...options, controlToken: 't' });
  expect(workspaces.onFirstUse).toBe(isMade);
  const { status } = await sandbox.fetch('http://sandbox/w/one/openapi.json');
  expect([status, sandbox.workspaces()]).toEqual(isMade ? [200, ['one']] : [404, []]);
});

describe('workspaces', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-15T10:00:00Z') }));
  afterEach(() => void vi.useRealTimers());
  const pass = (hours: number) => vi.setSystemTime(Date.now() + hours * HOUR);

  it.each<[SandboxOptions, number]>([
    [{}, 168],
    [{ workspaces: { idleHours: 2 } }, 2],
  ])('with %j are removed after %s hours without use', async (options, hours) => {
    const { sandbox, workspaces } = made(options);
    for (const name of ['one', 'two']) sandbox.workspace(name);
    pass(hours - 0.01);
    expect(workspaces.find('two')).toBeDefined();
    pass(0.01);
    expect(workspaces.names()).toEqual(['two']);
    expect(sandbox.removeWorkspace('one')).toBe(false);
    expect([sandbox.removeWorkspace('two'), workspaces.names()]).toEqual([true, []]);
  });

  it('are at most as many as may be; the one that is unused for the longest makes room after an hour', () => {
    const { workspaces } = made({ workspaces: { limit: 2 } });
    expect([workspaces.limit, made().workspaces.limit]).toEqual([2, 1_000]);
    workspaces.open('one');
    pass(0.1);
    workspaces.open('two');
    workspaces.find('one');
    pass(0.1);
    workspaces.find('two');
    expect(workspaces.hasRoom).toBe(false);
    expect(() => workspaces.open('three')).toThrow('There are 2 workspaces, as many as may be.');
    pass(0.89);
    expect(() => workspaces.open('three')).toThrow('There are 2 workspaces');
    pass(0.01);
    workspaces.open('three');
    expect(workspaces.names()).toEqual(['two', 'three']);
    expect(workspaces.open('two')).toBe(workspaces.find('two'));
  });

  it('whose clock moves are named, and stay', () => {
    const { workspaces } = made({ clock: '2026-01-15T10:00:00Z' });
    const moving = (name: string, Done: number) => {
      const { schedule } = name === '' ? workspaces.main.core : workspaces.open(name).core;
      return vi.spyOn(schedule, 'progress', 'get').mockReturnValue({ Done } as never);
    };
    const one = moving('one', 1);
    workspaces.open('two');
    moving('', 0);
    const now = Date.parse('2026-01-15T10:00:00Z');
    expect(workspaces.advances()).toEqual([
      { name: '', now, progress: { Done: 0 } },
      { name: 'one', now, progress: { Done: 1 } },
    ]);
    pass(168);
    expect(workspaces.names()).toEqual(['one']);
    one.mockRestore();
    expect([workspaces.names(), workspaces.advances().length]).toEqual([[], 1]);
  });
});

it('seeds each workspace by its name, and none without a seed', async () => {
  const ids = async (seed?: string) => {
    const { sandbox } = made({ clock: '2026-01-15T10:00:00Z', ...(seed === undefined ? {} : { seed }) });
    return [
      await newCustomer(sandbox),
      await newCustomer(sandbox.workspace('a')),
      await newCustomer(sandbox.workspace('b')),
    ];
  };
  const [first, second, other] = [await ids('s'), await ids('s'), await ids('t')];
  expect(second).toEqual(first);
  expect(new Set([...first, ...other]).size).toBe(6);
  const [one, two] = [await ids(), await ids()];
  expect(one.some((id) => two.includes(id))).toBe(false);
});

it('tells who listens of those that are there and of those that come', () => {
  const { sandbox, workspaces } = made();
  sandbox.workspace('one');
  const heard: string[] = [];
  workspaces.each((name, workspace) => {
    expect(workspace).toBe(name === '' ? workspaces.main : workspaces.find(name));
    heard.push(name);
  });
  sandbox.workspace('two');
  sandbox.workspace('two');
  expect(heard).toEqual(['', 'one', 'two']);
  expect(workspaces.entries().map(([name]) => name)).toEqual(['', 'one', 'two']);
});

describe('all states', () => {
  it('replace those that are there, and remove the others', async () => {
    const from = made();
    await newCustomer(from.sandbox, 'main');
    await newCustomer(from.sandbox.workspace('a'), 'a');
    const states = from.workspaces.snapshots();
    expect([...states.keys()]).toEqual(['', 'a']);
    const to = made();
    await newCustomer(to.sandbox.workspace('a'), 'before');
    to.sandbox.workspace('b');
    to.workspaces.restoreAll(states);
    expect(to.workspaces.names()).toEqual(['a']);
    expect([customers(to.sandbox), customers(to.sandbox.workspace('a'))]).toEqual([['main'], ['a']]);
  });

  it('are refused as a whole', () => {
    const { sandbox, workspaces } = made({ workspaces: { limit: 1 } });
    const state = sandbox.snapshot();
    sandbox.workspace('kept');
    const of = (...names: string[]) => new Map(names.map((name) => [name, state]));
    expect(() => workspaces.restoreAll(of('a'))).toThrow('expected the state of the sandbox itself');
    expect(() => workspaces.restoreAll(of('', 'a b'))).toThrow('"a b" cannot name a workspace');
    expect(() => workspaces.restoreAll(of('', 'a', 'b'))).toThrow('expected at most 1, got 2');
    expect(workspaces.names()).toEqual(['kept']);
    workspaces.restoreAll(of('', 'a'));
    expect(workspaces.names()).toEqual(['a']);
  });

  it('are kept with every change, of workspaces that come later too, and go on in another sandbox', async () => {
    const engine = new MemoryEngine();
    const open = async () => {
      const persistence = new Persistence(engine, { sync: true, version, name: 'The test' });
      await persistence.open();
      return persistence;
    };
    const first = made();
    expect(first.workspaces.durable()).toBeUndefined();
    first.workspaces.keepIn(await open(), new Map());
    await newCustomer(first.sandbox, 'main');
    await newCustomer(first.sandbox.workspace('a'), 'a');
    await newCustomer(first.sandbox.workspace('gone'), 'gone');
    await first.workspaces.durable();
    first.sandbox.removeWorkspace('gone');
    await first.workspaces.durable();

    const second = made();
    const persistence = await open();
    second.workspaces.keepIn(persistence, await persistence.load());
    expect(second.workspaces.names()).toEqual(['a']);
    expect([customers(second.sandbox), customers(second.sandbox.workspace('a'))]).toEqual([['main'], ['a']]);
    // A kept one is not removed for want of use.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1_000 * HOUR });
    onTestFinished(() => void vi.useRealTimers());
    expect(second.workspaces.names()).toEqual(['a']);
    // What others have removed goes.
    second.workspaces.keepIn(persistence, new Map());
    expect([second.workspaces.names(), customers(second.sandbox)]).toEqual([[], []]);
  });
});

describe('what is due by the wall clock', () => {
  it('is in the least time of all workspaces that follow it', () => {
    const { sandbox, workspaces } = made({ clock: '2026-01-15T10:00:00Z' });
    const due = (of: number, name: string | undefined, mode: string) => {
      const { core } = name === undefined ? workspaces.main : workspaces.open(name);
      vi.spyOn(core.schedule, 'next', 'get').mockReturnValue({ DueAt: core.clock.now() + of } as never);
      vi.spyOn(core.clock, 'mode', 'get').mockReturnValue(mode as never);
    };
    expect(workspaces.untilDue).toBe(Infinity);
    due(5, undefined, 'Manual');
    expect(workspaces.untilDue).toBe(Infinity);
    due(500, undefined, 'WallClock');
    due(200, 'one', 'WallClock');
    due(300, 'two', 'WallClock');
    due(1, 'three', 'Manual');
    expect(workspaces.untilDue).toBe(200);
    vi.restoreAllMocks();
    expect(sandbox.workspaces()).toHaveLength(3);
  });

  it('is done in each workspace but one that moves, though it fails in another', async () => {
    const { workspaces } = made();
    const done: string[] = [];
    for (const name of ['', 'bad', 'moving', 'one']) {
      const { core } = name === '' ? workspaces.main : workspaces.open(name);
      vi.spyOn(core.schedule, 'catchUp').mockImplementation(async () => {
        done.push(name);
        if (name === 'bad') throw new Error('a bug');
      });
      if (name === 'moving') vi.spyOn(core.schedule, 'progress', 'get').mockReturnValue({} as never);
    }
    await workspaces.catchUp();
    expect(done).toEqual(['', 'bad', 'one']);
    vi.restoreAllMocks();
  });
});

it('knows where an id is that another workspace has, of those that were used last', async () => {
  const { sandbox, workspaces } = made();
  const { main } = workspaces;
  const of = { main: await newCustomer(sandbox), first: await newCustomer(sandbox.workspace('first')) };
  const asking = workspaces.open('asking');
  const where = (id: string, core = asking.core) => workspaces.workspaceKnowing(id, core);
  expect([where(of.main), where(of.first), where('c00000000000000000000009')]).toEqual([
    'the sandbox without a workspace',
    'the workspace "first" (/w/first/…)',
    undefined,
  ]);
  expect([where(of.main, main.core), where(of.first, workspaces.open('first').core)]).toEqual([
    undefined,
    undefined,
  ]);
  for (let at = 0; at < 19; at += 1) sandbox.workspace(`w${at}`);
  // Who is used again takes no other place.
  for (let at = 0; at < 40; at += 1) workspaces.find(`w${at % 2}`);
  expect(where(of.first)).toBeDefined();
  sandbox.workspace('w19');
  sandbox.workspace('w20');
  expect(where(of.first)).toBeUndefined();
  workspaces.find('first');
  expect(where(of.first)).toBeDefined();
  sandbox.removeWorkspace('first');
  expect(where(of.first)).toBeUndefined();
});

it('knows where an id is beside a workspace that is removed, which had it too', () => {
  const { sandbox, workspaces } = made();
  const Id = '0123456789abcdef01234567';
  const state = sandbox.snapshot();
  const customers = [{ ...(state.Collections['customers']?.[0] ?? {}), Id }];
  const copied = { ...state, Collections: { ...state.Collections, customers } };
  for (const name of ['kept', 'gone']) workspaces.open(name, copied as never);
  sandbox.removeWorkspace('gone');
  expect(workspaces.workspaceKnowing(Id, workspaces.open('asking').core)).toBe(
    'the workspace "kept" (/w/kept/…)',
  );
});

it('ends the streams of a workspace that is removed, and of all that are closed', async () => {
  const { workspaces } = made();
  const areClosed = () => workspaces.entries().map(([, { core }]) => core.activity.isClosed);
  const { core } = workspaces.open('gone');
  workspaces.remove('gone');
  await vi.waitFor(() => expect(core.activity.isClosed).toBe(true));
  workspaces.open('one');
  expect(areClosed()).toEqual([false, false]);
  await workspaces.close();
  expect(areClosed()).toEqual([true, true]);
});

it('is quiet when the webhooks of each workspace are sent', async () => {
  const order: string[] = [];
  let taken = () => {};
  const receiver = new Promise<Response>((resolve) => {
    taken = () => resolve(new Response(null, { status: 204 }));
  });
  const { sandbox, workspaces } = made({
    clock: '2026-01-15T10:00:00Z',
    webhooks: ['http://good.test/'],
    deliver: () => receiver,
  });
  await newCustomer(sandbox.workspace('one'));
  const quiet = workspaces.quiet().then(() => order.push('quiet'));
  await new Promise((resolve) => setImmediate(resolve));
  order.push('taken');
  taken();
  await quiet;
  expect(order).toEqual(['taken', 'quiet']);
});

it('delivers webhooks of each workspace, unless the host refuses their target or the quota is used up', async () => {
  const delivered: string[] = [];
  const { sandbox } = made({
    clock: '2026-01-15T10:00:00Z',
    webhooks: ['http://bad.test/', 'http://good.test/'],
    quotas: { webhooksPerMinute: 3 },
    refuseTarget: (url) => (url.includes('bad') ? 'it is bad' : undefined),
    deliver: async (request) => {
      delivered.push(request.url);
      return new Response(null, { status: 204 });
    },
  });
  for (const place of [sandbox, sandbox.workspace('one')]) {
    delivered.length = 0;
    for (let at = 0; at < 5; at += 1) await newCustomer(place);
    await place.settle();
    expect(delivered).toEqual(['http://good.test/', 'http://good.test/', 'http://good.test/']);
    const urls = place.pendingDeliveries().map(({ Url }) => Url);
    expect([
      urls.filter((url) => url.includes('bad')).length,
      urls.filter((url) => url.includes('good')).length,
    ]).toEqual([5, 2]);
  }
});

it.each<[string, SandboxOptions, string]>([
  ['whose target the host refuses', { refuseTarget: () => 'it is bad' }, 'it is bad'],
  ['beyond the quota', { quotas: { webhooksPerMinute: 0 } }, 'the quota of 0 webhooks a minute is used up'],
])('a webhook %s is not sent, says why, and is tried again later', async (_which, options, reason) => {
  const deliver = vi.fn(async () => new Response(null, { status: 204 }));
  const { sandbox } = made({ webhooks: ['http://shop.test/'], deliver, ...options });
  for (const place of [sandbox, sandbox.workspace('one')]) {
    await newCustomer(place);
    await place.settle();
    const [delivery] = await (await place.fetch('http://sandbox/sandbox/deliveries')).json();
    expect([delivery.Status, delivery.Attempts[0].Error]).toEqual(['Pending', `not sent: ${reason}`]);
  }
  expect(deliver).not.toHaveBeenCalled();
});
