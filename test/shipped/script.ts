import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { runInThisContext } from 'node:vm';

/** ClientLib as the script tag sets it, in the global object that the tests and their sandbox share. */
const filename = resolve('sdk/dist/clientlib.js');
const page = { window: globalThis, document: { currentScript: null } };
const missing = Object.entries(page).filter(([name]) => !(name in globalThis));
Object.assign(globalThis, Object.fromEntries(missing));
runInThisContext(readFileSync(filename, 'utf8'), { filename });
for (const [name] of missing) Reflect.deleteProperty(globalThis, name);

export const { ClientLib } = globalThis as unknown as Pick<typeof import('clientlib'), 'ClientLib'>;
export const {
  ClientLibError,
  configure,
  createElement,
  finalize,
  isReturn,
  Payment,
  Portal,
  Signup,
  validateVatId,
} = ClientLib;
