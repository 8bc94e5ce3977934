import { timingSafeEqual } from '../domain/constant-time.ts';
import { Problem } from '../domain/problem.ts';
import type { ServiceContext } from './env.ts';
import { FAULT_HEADER } from './faults.ts';

const TOKEN = /(?:^|;)\s*token\s*=\s*([^;]*?)\s*(?=;|$)/i;

/**
 * The fault that the request itself asks for. Where others reach the sandbox, it must prove its right to control it, since
 * its `Authorization` is for the service: `X-Sandbox-Fault: status=503; token=<control token>`.
 *
 * @throws Problem 403
 */
export function faultOf(c: ServiceContext): string | undefined {
  const header = c.req.header(FAULT_HEADER);
  if (header === undefined) return undefined;
  const { controlToken } = c.env.core;
  const isProved = timingSafeEqual(TOKEN.exec(header)?.[1] ?? '', controlToken ?? '');
  if (c.env.traffic.reach.exposed !== true || controlToken === undefined || isProved)
    return header.replace(TOKEN, '');
  throw new Problem(
    'Forbidden',
    'PermissionDenied',
    `Others can reach this sandbox, so ${FAULT_HEADER} requires the control token ("${FAULT_HEADER}: status=503; token=<control token>").`,
  );
}
