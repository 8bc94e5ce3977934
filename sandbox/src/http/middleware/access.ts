import type { Context, Env, MiddlewareHandler } from 'hono';
import type { AccessToken, SelfServiceToken } from '../../domain/records/access.ts';
import type { Credential } from '../description.ts';
import type { ServiceEnv } from '../env.ts';
import { authenticateBackEnd, authenticateCustomer } from './authentication.ts';
import { clockStood } from './clock.ts';
import { guardControl } from './control-guard.ts';
import { refuseForeignPages } from './foreign-pages.ts';
import { answerOnce } from './idempotency.ts';
import { countRequest } from './limits.ts';
import { readBody, readQuery } from './validated-input.ts';

/** The second handler of each route: who may call it. `Added` is what the handler then knows of the caller. */
export interface Access<Added extends Env = Env> extends MiddlewareHandler<ServiceEnv> {
  readonly credential: Credential;
  readonly added?: Added;
}

/**
 * All that comes before a handler, in this order: credential, limits, query, body, a clock that moves, repeats.
 *
 * @param identify checks the credential and returns whose it is, for limits and repeats
 */
function access<Added extends Env>(
  credential: Credential,
  identify: (c: Context<ServiceEnv>) => string,
): Access<Added> {
  const middleware: MiddlewareHandler<ServiceEnv> = async (c, next) => {
    if (credential === 'AccessToken' || c.req.path.startsWith('/oauth/')) refuseForeignPages(c);
    const caller = identify(c);
    const { trace } = c.env;
    trace.caller = callerText[credential](caller);
    countRequest(c, credential === 'Public' ? `visitor ${c.env.visitor ?? ''}` : caller);
    const description = c.get('description');
    // Nobody sends the control API what the real service would overlook.
    const strict = credential === 'Control' || c.env.core.strict;
    readQuery(c, description, strict);
    const body = await readBody(c, description, strict, credential);
    // A token may have ended meanwhile.
    if (description.whileClockMoves !== true && (await clockStood(c))) identify(c);
    const caused = () => c.env.core.activity.causedBy({ RequestId: trace.id }, next);
    return answerOnce(c, caused, caller, body);
  };
  return Object.assign(middleware, { credential });
}

/** Who called, in words. */
const callerText: { readonly [credential in Credential]: (caller: string) => string } = {
  AccessToken: (caller) => `OAuth client ${caller}`,
  SelfServiceToken: (caller) => `Customer of contract ${caller}`,
  Public: () => 'Public',
  Control: () => 'Control API',
};

/** Back ends, with an OAuth access token. */
export const accessToken: Access<{ Variables: { accessToken: AccessToken } }> = access('AccessToken', (c) => {
  const token = authenticateBackEnd(c);
  c.set('accessToken', token);
  return token.ClientId;
});

/** The customer of a contract, with a self-service token. */
export const selfServiceToken: Access<{ Variables: { selfServiceToken: SelfServiceToken } }> = access(
  'SelfServiceToken',
  (c) => {
    const token = authenticateCustomer(c);
    c.set('selfServiceToken', token);
    return token.ContractId;
  },
);

/** Anybody, from any origin. */
export const anybody: Access = access('Public', () => 'public');

/** The developer's own tools: the control API. */
export const control: Access = access('Control', (c) => {
  guardControl(c);
  return 'control';
});
