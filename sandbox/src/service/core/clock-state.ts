import { timestamp } from '../domain/basics/time.ts';
import type { Core } from './core.ts';

/** The clock as the control API shows it, with what falls due next. */
export function clockState({ clock, schedule: { next } }: Core) {
  const state = { Now: timestamp(clock.now()), Mode: clock.mode };
  if (next === undefined) return state;
  const { Type, Key, DueAt } = next;
  return { ...state, Next: { Type, Key, DueAt: timestamp(DueAt) } };
}
