import type { SelfServiceToken } from '../../domain/records/access.ts';
import { authenticateBackEnd, authenticateCustomer } from './authentication.ts';
import { guardControl } from './control-guard.ts';
import type { Access } from './zone.ts';

/** Back ends, with an OAuth access token. */
export const accessToken: Access = {
  credential: 'AccessToken',
  authenticate: (c) => authenticateBackEnd(c).ClientId,
};

/** The customer of a contract, with a self-service token. */
export const selfServiceToken: Access<{ Variables: { selfServiceToken: SelfServiceToken } }> = {
  credential: 'SelfServiceToken',
  authenticate(c) {
    const token = authenticateCustomer(c);
    c.set('selfServiceToken', token);
    return token.ContractId;
  },
};

/** Anyone, from any origin. */
export const publicAccess: Access = { credential: 'Public', authenticate: () => 'public' };

/** The developer's own tools: the control API. */
export const controlAccess: Access = {
  credential: 'Control',
  authenticate(c) {
    guardControl(c);
    return 'control';
  },
};
