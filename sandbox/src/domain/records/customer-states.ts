import type { Customer } from '../../model/customer.ts';

/** What lists of customers can be filtered by. */
export const customerStatuses = [
  'Normal',
  'Unconfirmed',
  'Deleted',
  'Active',
  'Locked',
  'Hidden',
  'All',
] as const;

/**
 * The filters under which a customer is found; without one, a list has all that are not deleted. Nobody is unconfirmed:
 * a customer is made when the order is completed.
 */
export function customerStates(customer: Customer): string[] {
  if (customer.DeletedAt !== undefined) return ['All', 'Deleted'];
  const state = customer.IsLocked ? 'Locked' : 'Active';
  return ['All', 'Normal', state, ...(customer.Hidden ? ['Hidden'] : [])];
}
