// In the place of in-process.ts in the service worker, where nobody has the object `sandbox`: requests come over HTTP, and
// GET /sandbox/audit loads what it needs.
import type * as inProcess from './in-process.ts';

export const clientOf: typeof inProcess.clientOf = () => undefined as never;

export const audit: typeof inProcess.audit = () => undefined as never;
