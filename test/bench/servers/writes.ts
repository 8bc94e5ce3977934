import { Clock } from '../../../sandbox/src/service/state/clock.ts';
import type { CollectionDefinition } from '../../../sandbox/src/service/state/collection.ts';
import { State } from '../../../sandbox/src/service/state/state.ts';
import type { StorageEngine } from '../../../sandbox/src/service/storage/engine.ts';
import { Persistence } from '../../../sandbox/src/service/storage/persistence.ts';

interface Invoice {
  readonly Id: string;
  readonly Total: number;
  readonly Text: string;
}

/** Some 600 characters, as many as an invoice has. */
const Text = 'x'.repeat(540);

/** Milliseconds of one write each, in a state that has so many documents. */
export async function timesOfWrites(
  engine: StorageEngine,
  documents: number,
  writes: number,
): Promise<number[]> {
  const store = new State({ invoices: {} as CollectionDefinition<Invoice> }, 'bench');
  const clock = new Clock(0, Date.now);
  const persistence = new Persistence(engine, { sync: true, version: '', name: 'the storage' });
  await persistence.open();
  store.transaction(() => {
    for (let at = 0; at < documents; at += 1)
      store.collections.invoices.insert({ Id: `invoice-${at}`, Total: at, Text });
  });
  const storage = persistence.keep('', {
    get position() {
      return { counters: store.counters, clock: clock.position };
    },
    documents: store,
    suspend() {},
    resume() {},
  });
  store.onCommit = ({ documents: changed, undo }) => storage.changed(changed, undo);
  await storage.durable();
  const times: number[] = [];
  for (let at = 0; at < writes; at += 1) {
    const started = performance.now();
    const Id = `invoice-${(at * 7919) % documents}`;
    store.transaction(() => store.collections.invoices.replace({ Id, Total: -at, Text }));
    await storage.durable();
    times.push(performance.now() - started);
  }
  await persistence.close();
  return times;
}
