import { addHeaders } from './middleware/add-headers.ts';
import { answerOnce } from './middleware/answer-once.ts';
import { answerProblems } from './middleware/answer-problems.ts';
import { authenticate } from './middleware/authenticate.ts';
import { awaitClock } from './middleware/await-clock.ts';
import { awaitDurable } from './middleware/await-durable.ts';
import { injectFaults } from './middleware/inject-faults.ts';
import { limitRequests } from './middleware/limit-requests.ts';
import { limitUsage, refuseFull } from './middleware/limit-usage.ts';
import { logRequests, noteCause } from './middleware/log-requests.ts';
import type { Handler, Step } from './middleware/middleware.ts';
import { refuseBrokenEncoding } from './middleware/refuse-broken-encoding.ts';
import { refuseForeignPages } from './middleware/refuse-foreign-pages.ts';
import { setCors } from './middleware/set-cors.ts';
import { endTurn, takeTurn } from './middleware/take-turn.ts';
import { validateBody, validateQuery } from './middleware/validate-input.ts';
import type { Route } from './zone.ts';

/** All that can come before a handler, in this order. */
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

/** The handler of a route behind the steps that it needs, put together once. */
export function pipelineOf(route: Route): Handler {
  return steps.reduceRight<Handler>((next, step) => {
    const middleware = step(route);
    return middleware === undefined ? next : (c) => middleware(c, next);
  }, route.handler);
}
