import type { Tx } from '../domain/tx.ts';
import type { Collections } from '../state/store.ts';
import type { SimulationCollections } from './collections.ts';

/** The service's documents and the providers' own. */
export type SimulationTx = Tx & Collections<SimulationCollections>;
