// The parts of Jest's types that `jest.ts` uses. Jest's packages are a third of an installation and only `npm run
// test:compat` installs them; there the packed kit is compiled against Jest's own types.

declare module '@jest/globals' {
  export function beforeEach(work: () => unknown): void;
  export function afterEach(work: () => unknown): void;
  export const expect: { extend(matchers: object): void };
}

declare module 'expect' {
  // Its type parameters must match those of Jest.
  export interface Matchers<R extends void | Promise<void>, T = unknown> {}
}
