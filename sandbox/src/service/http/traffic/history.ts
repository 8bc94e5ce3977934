import { History } from '../../activity/history.ts';
import type { Core } from '../../core/core.ts';
import { conflict, type Problem } from '../../domain/basics/problem.ts';
import type { Traffic } from './traffic.ts';

const histories = new WeakMap<Core, History>();

/** The history of a workspace, recorded from its first use. */
export function getHistory(core: Core, { log }: Traffic): History {
  let history = histories.get(core);
  if (history === undefined) {
    const made = new History(core);
    log.onRequest.add(({ trace }) => made.ended(trace.id));
    histories.set(core, made);
    history = made;
  }
  return history;
}

/** The history of a workspace, if it is recorded. */
export const keptHistory = (core: Core): History | undefined => histories.get(core);

/** The response if the row is not kept. */
export function rowNotKept(row = ''): Problem {
  const what = row === '' ? 'There is nothing to undo' : `The row "${row.slice(0, 64)}" is not kept`;
  return conflict(
    `${what}. Rows are kept after an inspector is first opened, or from the start with --record. ` +
      'A reset, a restored snapshot or very many changes delete them.',
    'NotKept',
  );
}
