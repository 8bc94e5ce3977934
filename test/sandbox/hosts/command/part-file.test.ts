import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { PartFile } from '../../../../sandbox/src/hosts/command/part-file.ts';

it('a run continues only what a run of the same service and client has read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'part-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const of = { From: 'https://billing.example', ClientId: 'c00000000000000000000001' };
  const open = (change: Partial<typeof of> = {}) =>
    new PartFile<object>('--out', join(folder, 'state'), { ...of, ...change });
  await open().add({ Id: 'first' });
  expect(await open({ From: 'https://other.example' }).read()).toEqual([]);
  expect(await open({ ClientId: 'c00000000000000000000002' }).read()).toEqual([]);
  expect(await open().read()).toEqual([{ Id: 'first' }]);
});
