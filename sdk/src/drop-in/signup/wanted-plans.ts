import type { SignupOffer } from 'clientlib';
import type { Scene } from '../drop-in-element.ts';
import { setUpError, warnSetting } from '../set-up.ts';
import { type PlanRow, planRows } from '../view/plan-rows.ts';

/**
 * The plans that the page names, and the one that is chosen at first; all that are open to self-service if it names none.
 * Warns of the others, and throws where none is left.
 */
export function wantedPlans(
  { Products }: SignupOffer,
  settings: { readonly planVariantId: string | undefined; readonly planVariantIds: string[] | undefined },
  kept: string | undefined,
  { formats, host }: Scene,
): { readonly plans: readonly PlanRow[]; readonly plan: PlanRow } {
  const { planVariantId, planVariantIds } = settings;
  const ids = planVariantIds ?? (planVariantId === undefined ? undefined : [planVariantId]);
  const plans = planRows(Products, ids, formats);
  const findRow = (id: string | undefined): PlanRow | undefined =>
    plans.find(({ variant }) => variant.Id === id);
  const attribute = planVariantIds ? 'plan-variant-ids' : 'plan-variant-id';
  const closed = ids?.filter((id) => !findRow(id)) ?? [];
  const open = Products.PlanVariants.map(({ Id }) => Id).join(', ') || 'none';
  const cure = `${closed.join(', ') || 'no plan'} is not open to self-service: unknown, hidden, or of an app store. Open: ${open}.`;
  const plan = findRow(kept) ?? findRow(planVariantId) ?? plans[0];
  if (!plan) throw setUpError(host, attribute, cure);
  if (closed.length > 0) warnSetting(host, attribute, cure);
  return { plans, plan };
}
