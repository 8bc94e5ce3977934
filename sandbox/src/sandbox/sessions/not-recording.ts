// Replaces recording.ts in the service worker: its tabs share one state, which a session cannot record.
import { notRecorded } from '../../service/http/traffic/session-of.ts';
import type * as recording from './recording.ts';

export const recordedSeed: typeof recording.recordedSeed = (options) => options;

export const recordIn: typeof recording.recordIn = () => {};

export const optionsOf: typeof recording.optionsOf = () => {
  throw notRecorded();
};

export const recorderOf: typeof recording.recorderOf = () => {
  throw notRecorded();
};
