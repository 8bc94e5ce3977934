import type * as z from 'zod';

/**
 * How the API shows what an input schema takes. The other fields of that schema may come back with it and are ignored:
 * pages send elements of a preview as they got them.
 *
 * It stands apart from the fields, so that the steps of a request need no schema library before a route is loaded.
 */
export const shownAs = new WeakMap<object, z.ZodObject>();
