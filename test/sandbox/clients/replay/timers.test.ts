// An engine that serves many allows each of them few timers at a time, and throws beyond them.
import { createSandbox } from 'clientlib-sandbox';
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

it('replays any number of rows with few timers at a time', async () => {
  const recorded = createSandbox({ record: true, seed: 'timers', clock: '2026-01-15T10:00:00Z' });
  for (let at = 0; at < 200; at += 1)
    await recorded.fetch('http://sandbox/sandbox/faults', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"Path":"/x","Fault":{"Status":503}}',
    });
  await recorded.clock.advance('P1Y');
  const session = JSON.parse(JSON.stringify(recorded.session()));

  const active = new Set<object>();
  let most = 0;
  const { setTimeout: original } = globalThis;
  vi.stubGlobal('setTimeout', (work: () => void, milliseconds?: number) => {
    const timer = original(() => {
      active.delete(timer);
      work();
    }, milliseconds);
    active.add(timer);
    most = Math.max(most, active.size);
    return timer;
  });
  const sandbox = createSandbox({ session });
  await sandbox.ready;
  expect(session.Rows.length).toBeGreaterThan(200);
  expect(most).toBeLessThan(5);
});

it('goes on with its work where the engine gives no timer', async () => {
  vi.resetModules();
  const { nextSlice, sliceByTimers } = await import('../../../../sandbox/src/service/state/time-slices.ts');
  sliceByTimers();
  vi.stubGlobal('setTimeout', () => {
    throw new Error('You have exceeded the number of active timeouts you may set.');
  });
  await expect(nextSlice()).resolves.toBeUndefined();
});
