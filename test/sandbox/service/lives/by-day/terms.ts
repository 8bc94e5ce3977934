// What a contract is on each day: in a trial, paid by a plan, paused or over (docs/billing.md, "Changes", "Pauses", "Ending").
import { type VariantName, variants } from '../catalogue.ts';
import type { PlanChange } from '../entries.ts';
import { type Cycle, first, type Wall } from './calendar.ts';

export interface Plan {
  readonly from: Wall;
  readonly variant: VariantName;
  readonly quantity: number;
  /** The first day of its terms. */
  readonly terms: Wall;
}

export class Terms {
  plans: readonly Plan[];
  end: Wall | undefined;
  /** Plans that have been billed: those are no longer planned. */
  readonly begun = new Set<Plan>();
  readonly #signup: Plan;
  pauses: { readonly from: Wall; to?: Wall }[] = [];

  constructor(plan: Plan) {
    [this.#signup, this.plans] = [plan, [plan]];
  }

  /** The plan whose turn it is, whether it is paid for or not. */
  planAt(at: Wall): Plan {
    return this.plans.findLast(({ from }) => from <= at) ?? this.#signup;
  }

  pauseAt(at: Wall): { readonly to?: Wall } | undefined {
    return this.pauses.find(({ from, to }) => from <= at && (to === undefined || at < to));
  }

  stateAt(at: Wall): 'Trial' | 'Plan' | 'Pause' | 'Over' {
    if (this.end !== undefined && this.end <= at) return 'Over';
    if (this.pauseAt(at) !== undefined) return 'Pause';
    return at < this.firstPaid ? 'Trial' : 'Plan';
  }

  get firstPaid(): Wall {
    return this.plans[0]?.from ?? '';
  }

  changesPlan({ variant, quantity }: PlanChange, at: Wall, now: Wall): boolean {
    const running = this.plans.filter(({ from }) => from < (this.end ?? '9'));
    const met = running.findLast(({ from }) => from < at || (from === at && at <= now)) ?? this.planAt(at);
    return variant !== undefined || (quantity !== undefined && quantity !== met.quantity);
  }

  /** @returns whether days of a trial or pause that is over are paid days now */
  change({ variant, quantity, inherit }: PlanChange, at: Wall, now: Wall): boolean {
    const rests = [...this.pauses.filter(({ from }) => from < now), { to: this.firstPaid }];
    const opens = rests.some(({ to }) => to !== undefined && at < to && to <= now);
    const isAfterEnd = this.end !== undefined && this.end <= at;
    const ran = this.plans.filter(({ from }) => from < first(at, isAfterEnd ? this.end : undefined));
    const here = this.plans.filter((plan) => plan.from === at && !isAfterEnd);
    const begun = here.filter(() => at <= now);
    const current = [...ran, ...begun].at(-1) ?? this.planAt(at);
    const rested = this.pauses.some(({ to = at }) => to === at);
    const isSame = variant === undefined || (variant === current.variant && !isAfterEnd);
    const keeps = (inherit ?? isSame) && ran.length + begun.length > 0 && current.terms < at;
    const isByQuantity = variant === undefined || 'byQuantity' in variants[variant];
    this.pauses = this.pauses.filter(({ from }) => from < at);
    for (const pause of this.pauses) pause.to = first(pause.to, at);
    if (isAfterEnd) this.pauses.push({ from: this.end as Wall, to: at });
    this.end = undefined;
    const ordered = {
      from: at,
      variant: variant ?? current.variant,
      quantity: quantity ?? (isByQuantity ? current.quantity : 1),
      terms: keeps ? current.terms : at,
    };
    const isSamePlan = ordered.variant === current.variant && ordered.quantity === current.quantity;
    const revokes = here.length > begun.length && keeps && isSamePlan && !rested;
    this.plans = revokes ? ran : [...ran, ...begun, ordered];
    return opens;
  }

  pause(from: Wall): void {
    this.plans = this.plans.filter((plan, at) => at === 0 || plan.from < from || this.begun.has(plan));
    this.pauses = [...this.pauses.filter((gap) => gap.from < from), { from }];
  }

  resume(to: Wall): void {
    for (const pause of this.pauses) pause.to = first(pause.to, to);
  }

  /** Days of a plan's billing periods; a fee is for months, whatever the period. */
  static cycle({ variant, terms }: Plan, aligned: number | undefined): Cycle {
    const months = variants[variant].billed;
    if (aligned === undefined || months !== 1) return { start: terms, months };
    const date = `${terms.slice(0, 4)}-01-${String(aligned).padStart(2, '0')}`;
    return { start: `${date}T00:00:00`, months };
  }
}
