export {
  type Action,
  annul,
  cancel,
  changePlan,
  pause,
  resume,
  type Subject,
} from '../clients/explore/actions.ts';
export type { Belief, ReadBack } from '../clients/explore/certify/belief.ts';
export { type CertifyOptions, certify } from '../clients/explore/certify/certify.ts';
export type { Receiver } from '../clients/explore/certify/receiver.ts';
export type { CertifyReport, Verdict } from '../clients/explore/certify/report.ts';
export type { Coverage } from '../clients/explore/coverage.ts';
export { type ExploreOptions, explore } from '../clients/explore/explore.ts';
export { type ServiceFault, usualFaults } from '../clients/explore/faults.ts';
export type { Life, Step } from '../clients/explore/life.ts';
export { type Beside, beside, type Merchant } from '../clients/explore/merchant.ts';
export { type PaymentOutcome, usualOutcomes } from '../clients/explore/outcomes.ts';
export type { ExploreFailure, ExploreReport, Facts } from '../clients/explore/report.ts';
export type { Check, Scenario } from '../clients/explore/run.ts';
export {
  type ExploreModule,
  type ExploreModuleOptions,
  exploreModule,
  explorePart,
} from '../hosts/node/explore-module.ts';
