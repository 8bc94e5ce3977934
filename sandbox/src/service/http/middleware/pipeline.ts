import type { Route } from '../zones/zone.ts';
import { addHeaders } from './add-headers.ts';
import { answerOnce } from './answer-once.ts';
import { answerProblems } from './answer-problems.ts';
import { authenticate } from './authenticate.ts';
import { awaitClock } from './await-clock.ts';
import { awaitDurable } from './await-durable.ts';
import { injectFaults } from './inject-faults.ts';
import { limitRequests } from './limit-requests.ts';
import { limitUsage, refuseFull } from './limit-usage.ts';
import { logRequests, noteCause } from './log-requests.ts';
import type { Handler, Step } from './middleware.ts';
import { refuseBrokenEncoding } from './refuse-broken-encoding.ts';
import { refuseForeignPages } from './refuse-foreign-pages.ts';
import { setCors } from './set-cors.ts';
import { endTurn, takeTurn } from './take-turn.ts';
import { validateBody, validateQuery } from './validate-input.ts';

/** All possible steps before a handler, in this order. */
const steps: readonly Step[] = [
  logRequests,
  addHeaders,
  setCors,
  answerProblems,
  limitUsage,
  refuseFull,
  awaitDurable,
  injectFaults,
  refuseBrokenEncoding,
  refuseForeignPages,
  authenticate,
  limitRequests,
  validateQuery,
  validateBody,
  awaitClock,
  endTurn,
  answerOnce,
  takeTurn,
  refuseFull,
  noteCause,
];

/** The handler of a route with the steps that it needs, composed once. */
export function createPipeline(route: Route): Handler {
  return steps.reduceRight<Handler>((next, step) => {
    const middleware = step(route);
    return middleware === undefined ? next : (c) => middleware(c, next);
  }, route.handler);
}
