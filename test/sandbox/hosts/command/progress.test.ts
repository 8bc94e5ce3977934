import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { showProgress } from '../../../../sandbox/src/hosts/command/progress.ts';
import { createSandbox, type Sandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { backEnd, newContract } from '../../service/http/service.ts';

let sandbox: Sandbox;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  sandbox = createSandbox({
    clock: '2026-01-15T10:00:00Z',
    webhooks: ['https://shop.test/hook'],
    deliver: () => new Promise(() => {}),
  });
});
afterEach(() => {
  vi.useRealTimers();
  sandbox.close();
});

/** A terminal that remembers what was written to it. */
function terminal() {
  const written: string[] = [];
  const stream = Object.assign(new PassThrough(), { isTTY: true, columns: 120 });
  stream.on('data', (part) => written.push(String(part)));
  return { stream, written: () => written.join('') };
}

describe('the progress of the clock in a terminal', () => {
  it('is a bar while the clock of a workspace moves, and disappears afterwards', async () => {
    const { stream, written } = terminal();
    const { stopProgress } = showProgress(sandbox, stream);
    vi.advanceTimersByTime(1000);
    expect(written()).toBe('');
    const shop = sandbox.workspace('shop');
    // A webhook whose receiver hangs holds the clock.
    await newContract(await backEnd(shop));
    expect(shop.pendingDeliveries().length).toBeGreaterThan(0);
    const canceled = expect(shop.clock.advance('P1Y')).rejects.toMatchObject({ code: 'AdvanceCanceled' });
    while (shop.clock.progress === undefined) await new Promise(setImmediate);
    vi.advanceTimersByTime(1000);
    expect(written()).toContain('Clock of shop ');
    expect(written()).toContain('2026-01-15 of 2027-01-15');
    await shop.clock.cancel();
    await canceled;
    vi.advanceTimersByTime(1000);
    const all = written();
    vi.advanceTimersByTime(1000);
    expect(written()).toBe(all);
    stopProgress();
  });

  it('gives the terminal its cursor back where it is stopped while the clock moves', async () => {
    const { stream, written } = terminal();
    const { stopProgress } = showProgress(sandbox, stream);
    await newContract(await backEnd(sandbox));
    const canceled = expect(sandbox.clock.advance('P1Y')).rejects.toMatchObject({ code: 'AdvanceCanceled' });
    while (sandbox.clock.progress === undefined) await new Promise(setImmediate);
    vi.advanceTimersByTime(1000);
    stopProgress();
    // The codes that hide and show it.
    expect([written().lastIndexOf('\x1b[?25h') > written().lastIndexOf('\x1b[?25l')]).toEqual([true]);
    await sandbox.clock.cancel();
    await canceled;
  });
});
