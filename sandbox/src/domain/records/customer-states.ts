import type { Customer } from '../../model/customer.ts';

/** What lists of customers can be filtered by. */
export const customerStatuses = ['Active', 'Locked', 'Hidden', 'Deleted', 'All'] as const;

/** The filters under which a customer is found; without one, a list has all that are not deleted. */
export function customerStates(customer: Customer): string[] {
  if (customer.DeletedAt !== undefined) return ['All', 'Deleted'];
  const state = customer.IsLocked ? 'Locked' : 'Active';
  return ['All', 'Present', state, ...(customer.Hidden ? ['Hidden'] : [])];
}
