// What the tests of the React hooks and of the Vue composables ask for and get.
import type { FakeService } from './fake-service.ts';

/** A cart with one plan. */
export const plan = (PlanVariantId: string) => ({ PlanVariantId });

/** The answer of the service to a preview. */
export const price = (TotalGross: number) => ({ Order: { Currency: 'EUR', TotalGross } });

/** How often the service was asked. */
export const asked = (service: { readonly current: FakeService }, path: string): number =>
  service.current.requestsTo(path).length;
