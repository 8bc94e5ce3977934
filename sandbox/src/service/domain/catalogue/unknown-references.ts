import type { PlanGroup } from '../../model/catalogue.ts';
import { invalid, type Problem } from '../basics/problem.ts';
import type { Tx } from '../records/tx.ts';

/** The plan group that `PlanGroupId` names. @throws Problem Invalid */
export function planGroupNamed(tx: Tx, id: string): PlanGroup {
  const group = tx.planGroups.get(id);
  if (group === undefined) throw refused('PlanGroupId', 'plan group', id, 'planGroups');
  return group;
}

/** A field names something that is not in the catalogue. */
export function refused(field: string, what: string, id: string, list: string): Problem {
  return invalid(field, `there is no ${what} "${id}". Ids are listed at GET /api/v1/${list}.`);
}
