import { Problem } from '../../domain/basics/problem.ts';
import { isCrossOrigin } from '../wire/same-site.ts';
import type { ServiceContext } from '../zones/env.ts';
import type { Step } from './middleware.ts';
import { allowedOrigin } from './set-cors.ts';

/**
 * REST and OAuth are for back ends: pages of other origins are rejected unless the account allows their origin. This does
 * not apply to links that a person follows, nor to requests through the proxy of a dev server.
 */
export const refuseForeignPages: Step = ({ rules: { backEndsOnly }, description }) =>
  backEndsOnly && description !== undefined
    ? (c, next) => {
        checkOrigin(c);
        return next(c);
      }
    : undefined;

/** @throws Problem 403 */
function checkOrigin(c: ServiceContext): void {
  if (!isCrossOrigin(c.req.raw, c.env.traffic.hostOptions.exposed !== true) || allowedOrigin(c) !== undefined)
    return;
  if (c.req.method === 'GET' && c.req.header('Sec-Fetch-Mode') === 'navigate') return;
  throw new Problem(
    'Forbidden',
    'PermissionDenied',
    `Pages of other origins (${c.req.header('Origin')?.slice(0, 100) ?? 'cross-site'}) may not call the REST API. Call it from your back end, through the proxy of your dev server, or name the origin in Account.AllowedOrigins of the configuration.`,
  );
}
