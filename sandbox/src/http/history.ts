import { History } from '../activity/history.ts';
import type { Core } from '../core.ts';
import type { Traffic } from './traffic.ts';

const histories = new WeakMap<Core, History>();

/** The history of a workspace, which is kept from the first time that it is asked for. */
export function historyOf(core: Core, { log }: Traffic): History {
  let history = histories.get(core);
  if (history === undefined) {
    const made = new History(core);
    log.onEntry.add(({ Id }) => made.ended(Id));
    histories.set(core, made);
    history = made;
  }
  return history;
}

/** The history of a workspace, where one is kept. */
export const keptHistory = (core: Core): History | undefined => histories.get(core);
