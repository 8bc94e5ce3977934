/*
 * The engine-specific parts of the protocol's SDK, in one file for all engines: the bundle replaces
 * `@modelcontextprotocol/server/_shims` with it, which contains a JSON Schema validator of 290 kB.
 */

/** Used for standard input and output, which only the command has. */
export const { process } = globalThis;

/** The tools validate their input with zod, and request nothing from the client. */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('The tools use zod, not JSON Schema.');
  }
}
