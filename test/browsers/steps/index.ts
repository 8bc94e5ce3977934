import type { Step } from '../world.ts';
import { challengeSteps } from './challenge.ts';
import { dropInSteps } from './drop-in.ts';
import { frameSteps } from './frames.ts';
import { frameworkSteps } from './frameworks.ts';
import { hostileSteps } from './hostile-pages.ts';
import { paymentFormSteps } from './payment-form.ts';
import { portalSteps } from './portal.ts';
import { redirectSteps } from './redirect.ts';
import { scriptTagSteps } from './script-tag.ts';
import { serviceWorkerSteps } from './service-worker.ts';
import { surroundingsSteps } from './surroundings.ts';

/** Everything that must work in every engine, in the order of the table in docs/browsers.md. */
export const steps: readonly Step[] = [
  ...scriptTagSteps,
  ...paymentFormSteps,
  ...challengeSteps,
  ...redirectSteps,
  ...portalSteps,
  ...dropInSteps,
  ...frameSteps,
  ...frameworkSteps,
  ...surroundingsSteps,
  ...hostileSteps,
  ...serviceWorkerSteps,
];
