import { section } from '../section.ts';
import { addPortal } from './self-service-contract.ts';
import { addPayments } from './self-service-payment.ts';
import { addSignup } from './self-service-signup.ts';

/** What ClientLib calls, in the browser of the customer (docs/self-service-api.md). */
export const selfService = section('/api/v1/CustomerSelfService', 'SelfService');
addSignup(selfService);
addPayments(selfService);
addPortal(selfService);
