import { expect, it } from 'vitest';
import { Core } from '../../../../sandbox/src/service/core/core.ts';

/* A flow is work of several transactions, such as a payment that waits for its provider. */

const replaced = expect.objectContaining({ code: 'StateReplaced' });

it.each<[string, (core: Core) => void]>([
  ['a reset', (core) => core.reset()],
  ['a reset that keeps the catalogue', (core) => core.reset(['Catalogue'])],
  ['a snapshot that is restored', (core) => core.restore(core.snapshot())],
])('a flow that began before %s changes nothing after it', (_how, replace) => {
  const core = new Core();
  const flow = core.flow();
  expect(flow.transaction((tx) => tx.customers.size)).toBe(core.tx.customers.size);
  replace(core);
  const work = () => flow.transaction(() => expect.unreachable());
  expect(work).toThrow(replaced);
  expect(work).toThrow(replaced);
  expect(core.flow().transaction(() => 'a new one goes on')).toBe('a new one goes on');
});

it('a task belongs to the advance that reached it, and one that is due by itself to none', async () => {
  const core = new Core({ clock: '2026-01-15T10:00:00Z', seed: 'advances' });
  const seen: unknown[] = [];
  core.activity.watch({
    add: (kind, data) =>
      kind === 'task' && seen.push(['Key', 'AdvanceId'].map((name) => data[name as never])),
  });
  const schedule = (hours: number) =>
    core.transaction((tx) => tx.schedule('lifecycle', `in ${hours} h`, tx.now + hours * 3_600_000));
  for (const hours of [1, 2, 3]) schedule(hours);
  const advance = (RequestId: number) =>
    core.activity.causedBy({ RequestId }, () => core.advance({ Advance: 'PT1H' }));
  await Promise.all([advance(1), advance(2)]);
  schedule(0);
  await core.settle();
  await core.advance({ Advance: 'PT1H' });
  expect(seen).toEqual([
    ['in 1 h', 1],
    ['in 2 h', 2],
    ['in 0 h', undefined],
    ['in 3 h', undefined],
  ]);
});
