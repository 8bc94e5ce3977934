import type { Tx } from '../domain/records/tx.ts';
import type { Collections } from '../state/state.ts';
import type { DecidedPayment, SimulationCollections } from './collections.ts';

/** The service's documents and the providers' own. */
export type SimulationTx = Tx &
  Collections<SimulationCollections> & {
    /** Records a payment that was decided beforehand; listeners are called when the transaction has succeeded. */
    recordDecided(payment: DecidedPayment): void;
  };
