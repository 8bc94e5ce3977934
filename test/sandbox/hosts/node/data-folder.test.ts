import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configure, Payment, Signup } from 'clientlib';
import { type StartedSandbox, type StartOptions, startSandbox } from 'clientlib-sandbox';
import { Level } from 'level';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isReadableByOthers, openData } from '../../../../sandbox/src/hosts/node/data-folder.ts';
import { openReceiver, type Receiver } from '../../../contract/receiver.ts';

let folder: string;
let started: StartedSandbox[];
let receivers: Receiver[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-data-'));
  started = [];
  receivers = [];
});
afterEach(async () => {
  vi.useRealTimers();
  for (const one of started.reverse()) await one.close();
  for (const receiver of receivers) await receiver.close();
  await rm(folder, { recursive: true, force: true });
});

const options = { seed: 'data', clock: '2026-01-15T10:00:00Z' };

async function start(more: StartOptions = {}): Promise<StartedSandbox> {
  const one = await startSandbox({ ...options, port: 0, data: folder, ...more });
  started.push(one);
  return one;
}

async function stop(one: StartedSandbox): Promise<void> {
  await one.close();
  started.splice(started.indexOf(one), 1);
}

async function control<T>(base: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${base}/sandbox/${path}`, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers: { 'Content-Type': 'application/json' },
  });
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

async function signUp(base: string): Promise<void> {
  configure({
    baseUrl: base,
    // The library's keys are random, and would make two scripts differ.
    fetch: (input: RequestInfo | URL, init?: RequestInit) => {
      const request = new Request(input, init);
      request.headers.delete('Idempotency-Key');
      return fetch(request);
    },
  });
  const payment = new Payment({ publicApiKey: 'a00000000000000000000001' });
  await payment.ready;
  const cart = { PlanVariantId: 'b00000000000000000000001' };
  await new Signup().subscribe(payment, cart, { FirstName: 'Ada' }, { bearer: 'InvoicePayment' });
}

/** A script of a month, in a workspace too. */
async function script(base: string): Promise<void> {
  await signUp(base);
  await signUp(`${base}/w/other.1`);
  await control(base, 'clock', { Advance: 'P10D' });
  await signUp(base);
}

describe('startSandbox({ data })', () => {
  it('continues like a sandbox that never ended', async () => {
    const memory = await startSandbox({ ...options, port: 0 });
    started.push(memory);
    await script(memory.url);
    await stop(await start());
    const first = await start();
    await script(first.url);
    await stop(first);
    const second = await start();
    for (const base of ['', '/w/other.1'])
      expect(await control(second.url + base, 'snapshot')).toEqual(
        await control(memory.url + base, 'snapshot'),
      );
    // Ids, randomness and time go on too.
    for (const { url } of [memory, second]) {
      await script(url);
      await control(url, 'clock', { Advance: 'P1Y' });
    }
    expect(second.sandbox.workspaces()).toEqual(['other.1']);
    expect(await control(second.url, 'snapshot')).toEqual(await control(memory.url, 'snapshot'));
  });

  it('keeps a reset, a restored snapshot, and the removal of a workspace', async () => {
    const first = await start();
    await signUp(first.url);
    const { Collections } = await control<{ Collections: object }>(first.url, 'snapshot');
    await signUp(`${first.url}/w/reset`);
    await control(`${first.url}/w/reset`, 'reset', {});
    await signUp(`${first.url}/w/gone`);
    first.sandbox.removeWorkspace('gone');
    first.sandbox.workspace('copy').restore(first.sandbox.snapshot());
    await stop(first);
    const second = await start();
    expect(second.sandbox.workspaces().sort()).toEqual(['copy', 'reset']);
    expect(await control(`${second.url}/w/copy`, 'snapshot')).toMatchObject({ Collections });
    expect(second.sandbox.workspace('reset').snapshot().Collections['orders']).toEqual([]);
  });

  it('first runs in order what was due while it was stopped, with its webhooks', async () => {
    const receiver = await openReceiver();
    receivers.push(receiver);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-15T10:00:00Z') });
    const real = { seed: 'data', port: 0, data: folder, webhooks: [receiver.url] };
    const first = await startSandbox(real);
    started.push(first);
    await signUp(first.url);
    await first.sandbox.settle();
    const before = first.sandbox.snapshot().Collections['events']?.length as number;
    await stop(first);
    vi.setSystemTime(Date.parse('2026-04-20T10:00:00Z'));
    const second = await startSandbox(real);
    started.push(second);
    // Without waiting: they were done before the first answer.
    const events = (await control<{ Event: string; At: string }[]>(second.url, 'events?take=100'))
      .reverse()
      .slice(before);
    const renewals = events
      .filter(({ Event }) => Event === 'InvoiceCreated')
      .map(({ At }) => At.slice(0, 10));
    expect(renewals).toEqual(['2026-02-15', '2026-03-15', '2026-04-15']);
    expect(events.map(({ At }) => At)).toEqual(events.map(({ At }) => At).sort());
    await second.sandbox.settle();
    expect(second.sandbox.pendingDeliveries()).toEqual([]);
  });

  it('responds once the operating system has the changes with dataSync none', async () => {
    const first = await start({ dataSync: 'none' });
    await signUp(first.url);
    const snapshot = first.sandbox.snapshot();
    await stop(first);
    expect((await start()).sandbox.snapshot()).toEqual(snapshot);
    await expect(start({ dataSync: 'never' as 'none' })).rejects.toThrow(
      'dataSync: expected "commit" or "none", got "never"',
    );
  });
});

/** The states that a folder holds. */
async function openCopy(data: string) {
  const { states, close } = await openData(data, true);
  await close();
  return states;
}

describe('A data folder', () => {
  it('belongs to one process: a second one is rejected with the pid of the first', async () => {
    const first = await start();
    await signUp(first.url);
    await expect(start()).rejects.toThrow(
      `The data folder ${folder} is in use by process ${process.pid}. Stop it, or choose another folder.`,
    );
    await signUp(first.url);
    expect(await readdir(folder)).toEqual(['lock', 'pid', 'state']);
    await stop(first);
    expect(await readdir(folder)).toEqual(['lock', 'state']);
  });

  it('with another layout is rejected, and stays unchanged', async () => {
    await stop(await start());
    const database = new Level<string, string>(join(folder, 'state'));
    await database.put('layout', '{"Layout":2,"Package":"9.9.9"}');
    await database.close();
    await expect(start()).rejects.toThrow(/has layout 2, written by clientlib-sandbox 9\.9\.9/);
  });

  /** Names and content of all files of the database. */
  const content = async () => {
    const state = join(folder, 'state');
    const files = (await readdir(state)).sort();
    return Promise.all(files.map(async (file) => [file, await readFile(join(state, file), 'base64')]));
  };

  const overwrite = async (file: string, at: number) => {
    const handle = await open(join(folder, 'state', file), 'r+');
    await handle.write(Buffer.alloc(64, 0x58), 0, 64, at);
    await handle.close();
  };

  it.each(['CURRENT', 'MANIFEST', 'a log', 'a table'])(
    'whose %s is damaged is refused with its path, and stays as it is',
    async (what) => {
      const first = await start();
      await script(first.url);
      await stop(first);
      if (what === 'a table') await stop(await start());
      const files = await readdir(join(folder, 'state'));
      const file = {
        CURRENT: 'CURRENT',
        MANIFEST: files.find((name) => name.startsWith('MANIFEST')),
        'a log': files.find((name) => name.endsWith('.log')),
        'a table': files.find((name) => name.endsWith('.ldb')),
      }[what] as string;
      await overwrite(file, what === 'CURRENT' || what === 'MANIFEST' ? 0 : 2_000);
      const before = await content();
      await expect(start()).rejects.toThrow(
        new RegExp(`^The data folder ${folder} is damaged.*Nothing was changed\\.`),
      );
      expect(await content()).toEqual(before);
      expect(await readdir(folder)).toEqual(['lock', 'state']);
    },
  );

  it('with a log damaged anywhere is rejected or complete: LevelDB mistakes damage for the end of the log', async () => {
    const first = await start();
    await script(first.url);
    await stop(first);
    const state = join(folder, 'state');
    const log = (await readdir(state)).find((name) => name.endsWith('.log')) as string;
    const { size } = await stat(join(state, log));
    const original = join(folder, 'original');
    await cp(state, join(original, 'state'), { recursive: true });
    const whole = await openCopy(original);
    const outcomes: string[] = [];
    for (let at = 0; at < 16; at += 1) {
      const copy = join(folder, 'damaged');
      await cp(state, join(copy, 'state'), { recursive: true });
      const handle = await open(join(copy, 'state', log), 'r+');
      await handle.write(Buffer.alloc(16, 0x58), 0, 16, Math.floor((size * at) / 16));
      await handle.close();
      const states = await openCopy(copy).catch(({ message }: Error) => message);
      if (typeof states === 'string') expect(states).toMatch(/is damaged: .*\. Nothing was changed\./);
      else expect(states).toEqual(whole);
      outcomes.push(typeof states);
      await rm(copy, { recursive: true });
    }
    expect(outcomes).toContain('string');
  });

  it.each([
    ['log', 1],
    ['tables', 2],
  ])('without CURRENT does not start empty, and keeps its %s', async (_kept, starts) => {
    for (let at = 0; at < starts; at += 1) await stop(await start());
    await rm(join(folder, 'state', 'CURRENT'));
    const before = await content();
    await expect(start()).rejects.toThrow(
      `The data folder ${folder} is damaged: the file state/CURRENT is missing.`,
    );
    expect(await content()).toEqual(before);
  });

  it('opens after a start that was interrupted while it checked a copy', async () => {
    const first = await start();
    await script(first.url);
    const snapshot = first.sandbox.snapshot();
    await stop(first);
    await cp(join(folder, 'state'), join(folder, 'state.check'), { recursive: true });
    await writeFile(join(folder, 'state.check', 'CURRENT'), 'half a na');
    expect((await start()).sandbox.snapshot()).toEqual(snapshot);
    expect(await readdir(folder)).not.toContain('state.check');
  });

  it('does not call changes missing that dataSync none may have lost: its marker is gone', async () => {
    const marker = async () => (await readdir(join(folder, 'state'))).includes('LAST_COMMIT');
    const first = await start();
    await signUp(first.url);
    await stop(first);
    expect(await marker()).toBe(true);
    const second = await start({ dataSync: 'none' });
    await signUp(second.url);
    await stop(second);
    expect(await marker()).toBe(false);
  });

  it('leaves files of an earlier version, and uses them only when renamed', async () => {
    await stop(await start());
    const copy = join(folder, 'state.before-77');
    await mkdir(copy);
    await stop(await start());
    expect(await readdir(folder)).toContain('state.before-77');
    await rm(copy, { recursive: true });
    await rename(join(folder, 'state'), copy);
    await expect(start()).rejects.toThrow(
      `The data folder ${folder} has no "state", but "state.before-77", which is left from an interrupted start.`,
    );
    expect(await readdir(folder)).toEqual(['lock', 'state.before-77']);
    // A start was interrupted before it had copied a file.
    await mkdir(join(folder, 'state'));
    await expect(start()).rejects.toThrow(
      `has an empty "state", but "state.before-77", which is left from an interrupted start. To continue from it, remove "state"`,
    );
    await rm(join(folder, 'state'), { recursive: true });
    await rename(copy, join(folder, 'state'));
    await start();
  });

  it('is opened by one of several processes that start at once; the others report that it is in use', async () => {
    await stop(await start());
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => openData(folder, true)));
    const opened = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    const refusals = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [(outcome.reason as Error).message] : [],
    );
    for (const { close } of opened) await close();
    expect(opened).toHaveLength(1);
    expect(refusals).toHaveLength(3);
    for (const message of refusals) expect(message).toMatch(/is in use by (another process|process \d+)\./);
  });

  it('is private to its owner: folders 0700, files 0600, even if they were open before', async () => {
    await stop(await start());
    const state = join(folder, 'state');
    await chmod(state, 0o755);
    for (const file of await readdir(state)) await chmod(join(state, file), 0o644);
    await start();
    const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
    expect(await modeOf(state)).toBe('700');
    expect(await modeOf(join(folder, 'lock'))).toBe('700');
    expect(await modeOf(join(folder, 'pid'))).toBe('600');
    const made = join(folder, 'made');
    await stop(await start({ data: made }));
    expect(await modeOf(made)).toBe('700');
    expect(await isReadableByOthers(made)).toBe(false);
    for (const file of await readdir(join(made, 'state')))
      expect(await modeOf(join(made, 'state', file)), file).toBe('600');
    await chmod(made, 0o750);
    expect(await isReadableByOthers(made)).toBe(true);
  });

  it('opens if a file is gone when it is made private, as after LevelDB has merged it', async () => {
    await stop(await start());
    await symlink(join(folder, 'nowhere'), join(folder, 'lock', 'gone'));
    await stop(await start());
  });

  it('writes its process id to a file of its own, not through a link', async () => {
    const target = join(folder, 'target');
    await writeFile(target, 'untouched');
    await symlink(target, join(folder, 'pid'));
    await stop(await start());
    expect(await readFile(target, 'utf8')).toBe('untouched');
  });

  it('without a name is rejected', async () => {
    await expect(start({ data: '' })).rejects.toThrow('The data folder has no name.');
  });

  it('is free again where the port was taken', async () => {
    const taken = await start();
    const data = join(folder, 'other');
    const port = Number(new URL(taken.url).port);
    await expect(start({ data, port })).rejects.toThrow(`Port ${port} of 127.0.0.1 is in use.`);
    await start({ data });
  });

  it('that cannot be created is named', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    await expect(start({ data: join(file, 'data') })).rejects.toThrow(
      `The data folder ${join(file, 'data')} cannot be used: ENOTDIR`,
    );
  });
});
