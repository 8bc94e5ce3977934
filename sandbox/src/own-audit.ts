/** What `sandbox.audit()` answers. A file of its own, as the service worker leaves it out. */
export { audit as ownAudit } from './domain/audit/audit.ts';
