import type { Context } from 'hono';
import { Problem } from '../../domain/problem.ts';
import type { ServiceEnv } from '../env.ts';
import { isCrossOrigin } from '../same-site.ts';
import { allowedOrigin } from './browsers.ts';

/**
 * REST and OAuth are for back ends: a page of another origin must not reach them, unless the account names its origin. A
 * link that a person follows is no such page.
 *
 * @throws Problem 403
 */
export function refuseForeignPages(c: Context<ServiceEnv>): void {
  if (!isCrossOrigin(c.req.raw) || allowedOrigin(c) !== undefined) return;
  if (c.req.method === 'GET' && c.req.header('Sec-Fetch-Mode') === 'navigate') return;
  throw new Problem(
    'Forbidden',
    'PermissionDenied',
    `Pages of other origins (${c.req.header('Origin')?.slice(0, 100) ?? 'cross-site'}) may not call the REST API. Call it from your back end, or name the origin in Account.AllowedOrigins of the configuration.`,
  );
}
