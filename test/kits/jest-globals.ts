import { expect } from 'vitest';

/*
 * Stands in for the package of Jest, which is not installed here: keeps what a kit asks for, for a test to run it.
 * test/package/kits.test.ts runs the kit with Jest itself.
 */

export const hooks = { before: [] as (() => unknown)[], after: [] as (() => unknown)[] };

export const beforeEach = (work: () => unknown): void => void hooks.before.push(work);
export const afterEach = (work: () => unknown): void => void hooks.after.push(work);
export { expect };
