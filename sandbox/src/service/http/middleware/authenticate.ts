import type { Credential } from '../zones/description.ts';
import type { Step } from './middleware.ts';

/** Authenticates the caller by the rules of the zone. */
export const authenticate: Step = ({ access }) =>
  access &&
  ((c, next) => {
    const caller = access.authenticate(c);
    c.env.caller = caller;
    c.env.trace.caller = callerText[access.credential](caller);
    return next(c);
  });

/** Describes the caller in words. */
const callerText: { readonly [credential in Credential]: (caller: string) => string } = {
  AccessToken: (caller) => `OAuth client ${caller}`,
  SelfServiceToken: (caller) => `Customer of contract ${caller}`,
  Public: () => 'Public',
  Control: () => 'Control API',
};
