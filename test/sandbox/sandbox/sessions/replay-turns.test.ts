import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ReplayTurns } from '../../../../sandbox/src/sandbox/sessions/replay-turns.ts';
import type { Turns } from '../../../../sandbox/src/service/state/turns.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Turns with a flow that works, or none. */
function waiting(holder: object | undefined) {
  const turns = { next: () => {}, holder } as unknown as Turns;
  const recorder = { began() {}, ended() {}, cutIn() {}, dropped() {} };
  const outcome = vi.fn();
  void new ReplayTurns(turns, {} as never, recorder).give({ kind: 'Step' }, () => {}).then(outcome);
  return { turns, outcome };
}

it('a replay waits for a step that works, however long', async () => {
  const flow = {};
  const { turns, outcome } = waiting(flow);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(outcome).not.toHaveBeenCalled();
  turns.listener?.ended(flow as never, true);
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome.mock.calls).toEqual([[{ flow, waits: true }]]);
});

it('a replay gives up on a step that nobody takes', async () => {
  const { outcome } = waiting(undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(outcome.mock.calls).toEqual([[undefined]]);
});
