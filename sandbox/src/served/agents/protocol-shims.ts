/*
 * What the protocol's SDK has for each engine, in one file for all: the bundle puts it in the place of
 * `@modelcontextprotocol/server/_shims`, which brings a validator of JSON Schema of 290 kB.
 */

/** Used for standard input and output, which only the command has. */
export const { process } = globalThis;

/** The tools check their input by zod, and ask the client for nothing. */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('The tools use zod, not JSON Schema.');
  }
}
