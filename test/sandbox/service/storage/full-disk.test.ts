import { createSandbox, type Sandbox } from 'clientlib-sandbox';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getWorkspaces } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { DELIVERY_TASK } from '../../../../sandbox/src/service/domain/webhooks/deliveries.ts';
import { Persistence, type WorkspaceStorage } from '../../../../sandbox/src/service/storage/persistence.ts';
import { StorageError } from '../../../../sandbox/src/service/storage/storage-error.ts';
import { MemoryEngine } from './memory-engine.ts';

const options = { sync: true, version: '', name: 'The data folder /data' };
const merchant = 'https://merchant.example/hooks';

let engine: MemoryEngine;
let sandbox: Sandbox;
let delivered: number;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  engine = new MemoryEngine();
  delivered = 0;
  sandbox = createSandbox({
    seed: 'full',
    clock: '2026-01-15T10:00:00Z',
    webhooks: [merchant],
    deliver: async () => {
      delivered += 1;
      return new Response();
    },
  });
  const persistence = new Persistence(engine, options);
  await persistence.open();
  const workspaces = getWorkspaces(sandbox);
  workspaces.keepIn(persistence, await persistence.load());
  await workspaces.durable();
});
afterEach(() => {
  sandbox.close();
  vi.useRealTimers();
});

const post = (path: string, body: object) =>
  sandbox.fetch(`http://sandbox${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

const event = (path = '') => post(`${path}/sandbox/events`, { Event: 'ContractCreated' });

it('on a full disk a change is rejected with 503, reading works, and everything continues when there is room', async () => {
  expect((await event()).status).toBe(200);
  await sandbox.settle();
  await getWorkspaces(sandbox).durable();
  expect(delivered).toBe(1);
  const before = sandbox.snapshot();

  engine.full = 'No space left on device';
  for (const refused of [
    await event(),
    await event(),
    await event('/w/new'),
    await post('/sandbox/reset', {}),
  ]) {
    expect(refused.status).toBe(503);
    expect(refused.headers.get('Retry-After')).toBe('1');
    expect(await refused.json()).toMatchObject({
      Code: 'StorageUnavailable',
      Message:
        'The data folder /data cannot be written (No space left on device). Nothing was changed; reading works. ' +
        'Make room or repair the disk: the sandbox tries again each second.',
    });
  }
  expect((await post('/sandbox/clock', { Advance: 'P1M' })).status).toBe(503);
  expect((await sandbox.fetch('http://sandbox/sandbox/events')).status).toBe(200);
  expect(sandbox.snapshot()).toEqual(before);
  expect(delivered).toBe(1);

  engine.full = undefined;
  await vi.advanceTimersByTimeAsync(1_000);
  await vi.waitFor(async () => expect((await event()).status).toBe(200));
  await sandbox.settle();
  expect(delivered).toBe(2);
  const again = createSandbox({ seed: 'full' });
  await getWorkspaces(sandbox).durable();
  const kept = new Persistence(new MemoryEngine(engine.entries), options);
  await kept.open();
  getWorkspaces(again).keepIn(kept, await kept.load());
  expect(again.snapshot()).toEqual(sandbox.snapshot());
  again.close();
});

it('a response waits until the change that it shows is stored', async () => {
  // What the first request loads is there.
  expect((await event()).status).toBe(200);
  engine.takesMs = 300;
  let status: number | undefined;
  const answer = event().then((come) => {
    status = come.status;
  });
  await vi.advanceTimersByTimeAsync(299);
  expect(status).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  await answer;
  expect(status).toBe(200);
});

it('an advance that waits for room on the disk ends with 503 when there is none', async () => {
  const { core } = getWorkspaces(sandbox).main;
  core.transaction((tx) => tx.schedule(DELIVERY_TASK, 'a delivery', core.clock.now() + 1_000));
  vi.spyOn(core.state.storage as WorkspaceStorage, 'drained').mockRejectedValue(new StorageError('Full.'));
  const refused = await post('/sandbox/clock', { Advance: 'PT1M' });
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ Code: 'StorageUnavailable', Message: 'Full.' });
});
