// The phases of a contract in the book: trials, plans, pauses and the end (docs/billing.md, "Changes", "Pauses", "Ending").
import { earlier, later, type Periods, type Stamp } from './calendar.ts';
import { type VariantName, variants } from './catalogue.ts';
import type { PlanChange } from './entries.ts';
import type { World } from './world.ts';

/** A stretch of the contract. Only Normal ones are paid for; each lasts until the next begins. */
export interface Phase {
  readonly kind: 'Trial' | 'Normal' | 'Inactive';
  readonly from: Stamp;
  readonly variant: VariantName;
  readonly quantity: number;
  /** Where the terms began, and so the billing periods. */
  readonly anchor: Stamp;
  /** The end of the contract; another Inactive phase is a pause. */
  readonly isEnd?: true;
}

export interface Part {
  readonly phase: Phase;
  readonly from: Stamp;
  readonly to: Stamp;
}

export class Phases {
  #all: Phase[] = [];
  readonly #begun = new Set<Phase>();

  get all(): readonly Phase[] {
    return this.#all;
  }

  get end(): Stamp | undefined {
    return this.#all.find(({ isEnd }) => isEnd === true)?.from;
  }

  /** The first one that is paid for. */
  get firstNormal(): Phase | undefined {
    return this.#all.find(({ kind }) => kind === 'Normal');
  }

  at(time: Stamp): Phase | undefined {
    return this.#all.findLast(({ from }) => from <= time) ?? this.#all[0];
  }

  /** The phase of what is due at a time: at a boundary, the one that ends. */
  before(time: Stamp): Phase | undefined {
    return this.#all.findLast(({ from }) => from < time);
  }

  after(time: Stamp): Phase | undefined {
    return this.#all.find(({ from }) => from > time);
  }

  /** The part of some days that lies in each phase. */
  parts(start: Stamp, end: Stamp): readonly Part[] {
    return this.#all
      .map((phase, at) => ({
        phase,
        from: later(phase.from, start),
        to: earlier(end, this.#all[at + 1]?.from),
      }))
      .filter(({ from, to }) => from < to);
  }

  isPaid(time: Stamp): boolean {
    return this.at(time)?.kind === 'Normal';
  }

  /** Phases that are paid for and have not been billed. */
  get waiting(): readonly Phase[] {
    return this.#all.filter((phase) => phase.kind === 'Normal' && !this.#begun.has(phase));
  }

  /** Everything up to a time has been billed. */
  begin(time: Stamp): void {
    for (const phase of this.#all) if (phase.from <= time) this.#begun.add(phase);
  }

  add(...phases: readonly Phase[]): void {
    this.#all.push(...phases);
  }

  /** The phase that a change meets: not one that is planned for that very time. */
  met(at: Stamp, now: Stamp): Phase {
    const isThere = ({ kind, from }: Phase) =>
      from < at || (from === at && (kind === 'Inactive' || at <= now));
    return (this.#all.findLast(isThere) ?? this.#all[0]) as Phase;
  }

  /** The plan that a change orders. */
  ordered(
    { variant, quantity, inherit }: PlanChange,
    at: Stamp,
    now: Stamp,
  ): Phase & { keepsTerms: boolean } {
    const current = this.met(at, now);
    // The same plan with another quantity keeps its terms, also in a pause; after an end everything begins anew.
    const isSame = variant === undefined || (variant === current.variant && current.isEnd !== true);
    // A plan that has ended in its trial has no terms yet.
    const ran = this.#all.some(
      ({ kind, from }) => kind === 'Normal' && (from < at || (from === at && at <= now)),
    );
    const keepsTerms = (inherit ?? isSame) && ran;
    // There is one of a plan that is not by quantity.
    const kept = variant === undefined || 'byQuantity' in variants[variant] ? current.quantity : 1;
    return {
      kind: 'Normal',
      from: at,
      variant: variant ?? current.variant,
      quantity: quantity ?? kept,
      anchor: keepsTerms && current.anchor < at ? current.anchor : at,
      keepsTerms,
    };
  }

  /** A plan from a time on. What was planned for later is dropped. */
  change(change: PlanChange, at: Stamp, now: Stamp): void {
    const { keepsTerms, ...ordered } = this.ordered(change, at, now);
    const isPlanned = this.#all.some(({ kind, from }) => kind === 'Normal' && from === at && at > now);
    // A plan after the end lets the contract go on: what was its end is a pause now.
    this.#all = this.#all
      .filter(({ from }) => from < at || (from === at && at <= now))
      .map(({ isEnd, ...phase }, index, all) => (isEnd === undefined ? (all[index] as Phase) : phase));
    // The plan that runs, ordered for the time of a planned change, revokes that change.
    const last = this.#all.at(-1);
    const goesOn = last?.kind === 'Normal' && last.variant === ordered.variant;
    if (isPlanned && keepsTerms && goesOn && last.quantity === ordered.quantity) return;
    this.#all.push(ordered);
  }

  /** Whether days of a trial or pause that is over become paid days by a change. */
  opens(at: Stamp, now: Stamp): boolean {
    return this.#all.some(({ kind, from }, index) => {
      const to = this.#all[index + 1]?.from;
      // A pause that ended at once has no days.
      return kind !== 'Normal' && to !== undefined && later(at, from) < to && to <= now;
    });
  }

  pause(at: Stamp): void {
    // A change that is planned for this very instant has not begun.
    this.#all = this.#all.filter(
      (one, index) =>
        index === 0 || one.isEnd === true || one.from < at || (one.from === at && this.#begun.has(one)),
    );
    const pause: Phase = { ...(this.at(at) as Phase), kind: 'Inactive', from: at };
    // The plan that is left is the last one before the end.
    this.#all = this.#all.map((one) =>
      one.isEnd === true ? { ...pause, from: one.from, isEnd: true } : one,
    );
    this.#insert(pause);
  }

  /** The plan before the pause goes on. */
  resume(at: Stamp): void {
    const phase = this.#all.findLast(({ kind, from }) => kind === 'Normal' && from <= at) as Phase;
    this.#insert({ ...phase, from: at });
  }

  /** Ends with the terms of the plan that runs last. @returns what was to begin later */
  endAt(at: Stamp): readonly Phase[] {
    const waiting = this.#all.filter((phase) => phase.from >= at);
    this.#all = this.#all.filter((phase) => phase.from < at);
    const { quantity, variant, anchor } = this.#all.at(-1) as Phase;
    this.#all.push({ kind: 'Inactive', from: at, quantity, variant, anchor, isEnd: true });
    return waiting;
  }

  revokeEnd(waiting: readonly Phase[]): void {
    this.#all = [...this.#all.filter(({ isEnd }) => isEnd !== true), ...waiting];
  }

  #insert(phase: Phase): void {
    const after = this.#all.filter(({ from }) => from > phase.from);
    this.#all = [...this.#all.filter(({ from }) => from <= phase.from), phase, ...after];
  }
}

/** The billing periods of a phase. */
export function periodsOf({ variant, anchor }: Phase, world: World): Periods {
  const months = variants[variant].billed;
  if (world.aligned === undefined || months !== 1) return { anchor, months };
  // December has each of these days.
  const day = String(world.aligned).padStart(2, '0');
  return { anchor: `${Number(anchor.slice(0, 4)) - 1}-12-${day}T00:00:00`, months };
}
