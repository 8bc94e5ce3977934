import type { Context } from 'hono';
import { withoutLongNumbers } from '../../../sdk/src/payment-data/masking.ts';
import { wantsPage } from './accepts.ts';
import type { ServiceContext } from './env.ts';
import { HttpProblem } from './http-problem.ts';
import { permit } from './middleware/browsers.ts';
import { answerToError, pageOfError } from './problem-answer.ts';

/** For `notFound`: 404 with the nearest path that there is. */
export async function nothingThere(c: ServiceContext): Promise<Response> {
  // A browser that asks first is let through, so that it sees the 404 and not a CORS failure.
  if (c.req.method === 'OPTIONS' && c.req.header('Access-Control-Request-Method') !== undefined)
    return permit(c, 'OPTIONS');
  const { path, operations } = c.env;
  const { nearestPath } = await import('./nearest-path.ts');
  const near = nearestPath(path, await operations());
  const hint =
    near === undefined ? 'All paths are at /docs, for programs at /openapi.json.' : `Did you mean ${near}?`;
  const problem = new HttpProblem(404, 'NotFound', `There is no path ${withoutLongNumbers(path)}. ${hint}`);
  // A person who follows a wrong link sees a page; what is below /api is called by programs.
  if (wantsPage(c) && !/^\/(api|oauth)\b/i.test(path)) return pageOfError(c, problem);
  return answerToError(c, problem);
}

/** For a path that does not take the method: 405, and the answer to a browser that asks what it takes. */
export function wrongMethod(c: Context, methods: readonly string[]): Response {
  const { method } = c.req;
  const Allow = [
    ...methods.filter((name) => name !== 'HEAD'),
    ...(methods.includes('GET') ? ['HEAD'] : []),
    'OPTIONS',
  ].join(', ');
  if (method === 'OPTIONS') return permit(c, Allow);
  const { path }: ServiceContext['env'] = c.env;
  return answerToError(
    c,
    new HttpProblem(
      405,
      'MethodNotAllowed',
      `${withoutLongNumbers(path)} does not allow ${method}; use ${Allow}.`,
      {
        Allow,
      },
    ),
  );
}
