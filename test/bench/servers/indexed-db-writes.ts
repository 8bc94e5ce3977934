import { IndexedDbEngine } from '../../../sandbox/src/hosts/browser/indexed-db.ts';
import { timesOfWrites } from './writes.ts';

/** For a page: the writes of `writes.ts` in a database of its own. */
Object.assign(globalThis, {
  timesOfWrites: (documents: number, writes: number) =>
    timesOfWrites(new IndexedDbEngine(`bench-${documents}`), documents, writes),
});
