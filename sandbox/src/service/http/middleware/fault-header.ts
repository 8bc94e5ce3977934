import { timingSafeEqual } from '../../domain/basics/constant-time.ts';
import { Problem } from '../../domain/basics/problem.ts';
import { FAULT_HEADER } from '../traffic/faults.ts';
import type { ServiceContext } from '../zones/env.ts';

/**
 * The fault that the request itself selects. If other machines can reach the sandbox, it must contain the control token, since
 * its `Authorization` is for the service: `X-Sandbox-Fault: status=503; token=<control token>`.
 *
 * @throws Problem 403
 */
export function readFault(c: ServiceContext): string | undefined {
  const header = c.req.header(FAULT_HEADER);
  if (header === undefined) return undefined;
  const { controlToken } = c.env.core;
  const { token, fault } = parseParts(header);
  const isProved = timingSafeEqual(token, controlToken ?? '');
  if (c.env.traffic.hostOptions.exposed !== true || controlToken === undefined || isProved) return fault;
  throw new Problem(
    'Forbidden',
    'PermissionDenied',
    `Others can reach this sandbox, so ${FAULT_HEADER} requires the control token ("${FAULT_HEADER}: status=503; token=<control token>").`,
  );
}

/** The token in the header, and the header without it. Uses split, because a pattern is slow on many spaces. */
function parseParts(header: string): { token: string; fault: string } {
  const parts = header.split(';');
  const at = parts.findIndex((part) => /^\s*token\s*=/i.test(part));
  const token = parts[at] ?? '';
  return {
    token: token.slice(token.indexOf('=') + 1).trim(),
    fault: parts.filter((_, index) => index !== at).join(';'),
  };
}
