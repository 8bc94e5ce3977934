// Replaces recording.ts in the service worker: its tabs share one state, which a session cannot record.
import { notRecorded } from '../../service/http/traffic/recorded-session.ts';
import type * as recording from './recording.ts';

export const recordedSeed: typeof recording.recordedSeed = (options) => options;

export const recordIn: typeof recording.recordIn = () => {};

export const toOptions: typeof recording.toOptions = () => {
  throw notRecorded();
};

export const getRecorder: typeof recording.getRecorder = () => {
  throw notRecorded();
};
