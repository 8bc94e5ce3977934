import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox } from 'clientlib-sandbox';
import { afterAll, expect, it, vi } from 'vitest';
import { mountSmallDisk, unlessMounted } from '../../../small-disk.ts';

const disk = mountSmallDisk();
afterAll(() => disk?.unmount());

/** Asks the control API, which needs no token. */
async function emit(url: string, note: string): Promise<number> {
  const response = await fetch(`${url}/sandbox/events`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ Event: 'ContractCreated', ContractId: note }),
  });
  await response.text();
  return response.status;
}

it.skipIf(disk === undefined)(
  `on a full disk, rejects changes with 503, keeps answering reads, and continues when there is room${unlessMounted(disk)}`,
  async () => {
    if (disk === undefined) return;
    const data = join(disk.path, 'data');
    const acknowledged: string[] = [];
    let one = await startSandbox({ port: 0, clock: '2026-01-15T10:00:00Z', data });
    try {
      disk.fill(4_000_000);
      let status = 200;
      for (let at = 0; status === 200; at += 1) {
        expect(at, 'the disk never got full').toBeLessThan(500);
        const id = `${at} ${'x'.repeat(20_000)}`;
        status = await emit(one.url, id);
        if (status === 200) acknowledged.push(id);
      }
      expect(status).toBe(503);
      const events = () =>
        (one.sandbox.snapshot().Collections['events'] ?? []).map(
          (event) =>
            (event as unknown as { readonly Payload: { readonly ContractId: string } }).Payload.ContractId,
        );
      expect(events()).toEqual(acknowledged);
      expect((await fetch(`${one.url}/sandbox/health`)).status).toBe(200);
      expect(await emit(one.url, 'still full')).toBe(503);

      disk.makeRoom();
      await vi.waitFor(async () => expect(await emit(one.url, 'room again')).toBe(200), {
        timeout: 10_000,
        interval: 200,
      });
      acknowledged.push('room again');
      expect(events()).toEqual(acknowledged);

      await one.close();
      one = await startSandbox({ port: 0, clock: '2026-01-15T10:00:00Z', data });
      expect(events()).toEqual(acknowledged);
    } finally {
      await one.close();
    }
  },
  30_000,
);

it.skipIf(disk === undefined)(
  `a start that finds no room for its copy names the folder, removes the copy and loses nothing${unlessMounted(disk)}`,
  async () => {
    if (disk === undefined) return;
    const data = join(disk.path, 'copied');
    const start = () => startSandbox({ port: 0, clock: '2026-01-15T10:00:00Z', data });
    let one = await start();
    const notes = Array.from({ length: 60 }, (_, at) => `${at} ${'y'.repeat(20_000)}`);
    for (const note of notes) expect(await emit(one.url, note)).toBe(200);
    await one.close();
    // Tables are linked; the newest changes are in a log, which has to be copied.
    disk.leave(300_000);
    await expect(start()).rejects.toThrow(/^The data folder .*copied cannot be used: .*ENOSPC/);
    expect(readdirSync(data)).not.toContain('state.check');
    disk.makeRoom();
    one = await start();
    try {
      const kept = (one.sandbox.snapshot().Collections['events'] ?? []) as unknown as {
        readonly Payload: { readonly ContractId: string };
      }[];
      expect(kept.map(({ Payload }) => Payload.ContractId)).toEqual(notes);
    } finally {
      await one.close();
    }
  },
  30_000,
);
