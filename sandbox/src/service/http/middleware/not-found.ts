import { withoutLongNumbers } from '../../../../../sdk/src/payment-data/masking.ts';
import { wantsPage } from '../answers/accepts.ts';
import { answerToError, pageOfError } from '../answers/problem-answer.ts';
import { HttpProblem } from '../wire/http-problem.ts';
import { routeRules, type ServiceContext } from '../zones/env.ts';
import { permit } from './set-cors.ts';

/** 404 with the nearest existing path. */
export async function notFound(c: ServiceContext): Promise<Response> {
  // A preflight request succeeds, so that the browser reports the 404 and not a CORS failure.
  if (c.req.method === 'OPTIONS' && c.req.header('Access-Control-Request-Method') !== undefined)
    return permit(c, 'OPTIONS');
  const { path, operations } = c.env;
  const { nearestPath } = await import('./nearest-path.ts');
  const near = nearestPath(path, await operations());
  const hint =
    near === undefined ? 'All paths are at /docs, for programs at /openapi.json.' : `Did you mean ${near}?`;
  const problem = new HttpProblem(404, 'NotFound', `There is no path ${withoutLongNumbers(path)}. ${hint}`);
  return routeRules(c).pages && wantsPage(c) ? pageOfError(c, problem) : answerToError(c, problem);
}

/** Responds to a method that the path does not support: 405, or the response to a preflight request. */
export function methodNotAllowed(c: ServiceContext, methods: readonly string[]): Response {
  const { method } = c.req;
  const Allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  if (method === 'OPTIONS') return permit(c, Allow);
  throw new HttpProblem(
    405,
    'MethodNotAllowed',
    `${withoutLongNumbers(c.env.path)} does not allow ${method}; use ${Allow}.`,
    { Allow },
  );
}
