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
