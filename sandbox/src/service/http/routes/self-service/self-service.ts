import type { SchemaOf } from '../../zones/zone.ts';
import { dropIn, dropInFiles } from './drop-in.ts';
import { providerPages } from './provider-pages.ts';
import { providerTokens } from './providers.ts';
import { script } from './script.ts';
import { selfServiceContract } from './self-service-contract.ts';
import { contractPayment, selfServicePayment } from './self-service-payment.ts';
import { selfServiceSignup } from './self-service-signup.ts';
import { selfServiceUpgrade } from './self-service-upgrade.ts';

/** The operations that ClientLib calls in the customer's browser (dist/docs/self-service-api.md), and the simulated providers. */
export const selfService = [
  selfServiceSignup,
  selfServicePayment,
  contractPayment,
  selfServiceContract,
  selfServiceUpgrade,
  providerTokens,
  providerPages,
  script,
  dropIn,
  dropInFiles,
] as const;

export type SelfServiceSchema = SchemaOf<(typeof selfService)[number]>;
