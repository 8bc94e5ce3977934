import { afterAll, expect, it, onTestFinished } from 'vitest';
import { mountSmallDisk, unlessMounted } from '../small-disk.ts';
import { startHosted } from './hosted.ts';
import { control } from './requests.ts';

const disk = mountSmallDisk();
afterAll(() => disk?.unmount());

it.skipIf(disk === undefined)(
  `rejects changes with 503 on a full disk, keeps nothing of them, and continues when there is room${unlessMounted(disk)}`,
  async () => {
    if (disk === undefined) return;
    const hosted = await startHosted({}, { data: disk.path });
    onTestFinished(hosted.close);
    const made = await hosted.make({ Clock: '2026-01-15T10:00:00Z' });
    const ask = control(made);
    const emit = async (ContractId: string) => {
      const { status, json } = await ask('POST', 'events', { Event: 'ContractCreated', ContractId });
      return status === 200 ? status : `${status} ${json.Code}`;
    };
    const kept = async (): Promise<string[]> => {
      const { json } = await ask('GET', 'snapshot');
      return json.Collections.events
        .map(({ Payload }: { Payload: { ContractId: string } }) => Payload.ContractId)
        .filter((id: string) => id.startsWith('n'));
    };
    const refused = '503 StorageUnavailable';
    const acknowledged: string[] = [];

    disk.fill(4_500_000);
    let answer: number | string = 200;
    for (let at = 0; answer === 200; at += 1) {
      expect(at, 'the disk never got full').toBeLessThan(500);
      const id = `n${at} ${'x'.repeat(20_000)}`;
      answer = await emit(id);
      if (answer === 200) acknowledged.push(id);
    }
    expect(answer).toBe(refused);
    expect(await kept()).toEqual(acknowledged);
    expect(await emit(`n ${'x'.repeat(20_000)}`)).toBe(refused);

    // Of a replacement, which is written in steps, nothing is kept either.
    const large = await ask('GET', 'snapshot');
    const events = Array.from({ length: 2_000 }, (_, at) => ({
      Id: `e${at}`,
      At: at,
      Payload: { Event: 'ContractCreated', Note: 'x'.repeat(200) },
    }));
    const Collections = { ...large.json.Collections, events };
    const replaced = await ask('PUT', 'snapshot', { ...large.json, Collections });
    expect([replaced.status, replaced.json.Code]).toEqual([503, 'StorageUnavailable']);
    expect(await kept()).toEqual(acknowledged);
    // A workspace that cannot be kept is not made.
    await expect(hosted.make({ Name: 'late' })).rejects.toThrow(/^503 .*StorageUnavailable/);

    disk.makeRoom();
    expect(await emit('n room again')).toBe(200);
    acknowledged.push('n room again');
    await hosted.evict(made.Name);
    expect(await kept()).toEqual(acknowledged);
    expect((await hosted.make({ Name: 'late' })).Name).toBe('late');
  },
  60_000,
);
