import type * as z from 'zod';

/**
 * The API format of an input schema. Further fields of the API format may be sent back with it and are ignored:
 * pages send elements of a preview unchanged.
 *
 * It is separate from the fields, so that the steps of a request need no schema library before a route is loaded.
 */
export const shownAs = new WeakMap<object, z.ZodObject>();
