import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { MarkedLevel } from '../../../../sandbox/src/hosts/node/marked-level.ts';

it('marks each batch that is on disk, and knows which are missing when it is opened', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'marked-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const marked = async () => Number(await readFile(join(folder, 'LAST_COMMIT'), 'utf8').catch(() => '0'));
  const level = new MarkedLevel(folder, { createIfMissing: true });
  await level.open();
  const put = (value: string, sync: boolean) => level.batch([{ type: 'put', key: 'a', value }], { sync });
  for (const at of [1, 2, 3]) {
    await put(String(at), true);
    await vi.waitFor(async () => expect(await marked()).toBe(at));
  }
  // What only the operating system has may be lost.
  await put('4', false);
  await level.close();
  expect(await marked()).toBe(3);

  const again = new MarkedLevel(folder, { createIfMissing: false });
  await again.open();
  expect(await again.missing()).toBe(0);
  await again.batch([{ type: 'put', key: 'a', value: '5' }], { sync: true });
  await again.close();
  expect(await marked()).toBe(5);
});

it.runIf(process.platform === 'linux')(
  'leaves no file open, also if a batch is being marked when it is closed',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'marked-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const level = new MarkedLevel(folder, { createIfMissing: true });
    await level.open();
    await level.batch([{ type: 'put', key: 'a', value: '1' }], { sync: true });
    await level.close();
    const files = await readdir('/proc/self/fd');
    const targets = await Promise.all(files.map((one) => readlink(`/proc/self/fd/${one}`).catch(() => '')));
    expect(targets.filter((target) => target.startsWith(folder))).toEqual([]);
  },
);
