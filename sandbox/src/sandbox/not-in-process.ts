// Replaces in-process.ts in the service worker, where no code has the object `sandbox`: requests arrive over HTTP, and
// GET /sandbox/audit loads what it needs.
import type * as inProcess from './in-process.ts';

export const createClient: typeof inProcess.createClient = () => undefined as never;

export const audit: typeof inProcess.audit = () => undefined as never;
