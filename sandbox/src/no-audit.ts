import type { ownAudit as audit } from './own-audit.ts';

/** In the place of own-audit.ts in the service worker, where nobody has the object `sandbox`: GET /sandbox/audit has its own. */
export const ownAudit: typeof audit = () => undefined as never;
