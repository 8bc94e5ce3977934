export { type Action, annul, cancel, changePlan, pause, resume, type Subject } from './explore/actions.ts';
export type { Belief, ReadBack } from './explore/certify/belief.ts';
export { type CertifyOptions, certify } from './explore/certify/certify.ts';
export type { Receiver } from './explore/certify/receiver.ts';
export type { CertifyReport, Verdict } from './explore/certify/report.ts';
export type { Coverage } from './explore/coverage.ts';
export { type ExploreOptions, explore } from './explore/explore.ts';
export { type ServiceFault, usualFaults } from './explore/faults.ts';
export type { Life, Step } from './explore/life.ts';
export { type Beside, beside, type Merchant } from './explore/merchant.ts';
export { type PaymentOutcome, usualOutcomes } from './explore/outcomes.ts';
export type { ExploreFailure, ExploreReport, Facts } from './explore/report.ts';
export type { Check, Scenario } from './explore/run.ts';
export {
  type ExploreModule,
  type ExploreModuleOptions,
  exploreModule,
  explorePart,
} from './host/explore-module.ts';
