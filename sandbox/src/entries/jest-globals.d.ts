// What `jest.ts` needs of the types of Jest, whose packages are a third of an installation and only `npm run test:compat`
// has. There the packed kit is compiled against Jest's own.

declare module '@jest/globals' {
  export function beforeEach(work: () => unknown): void;
  export function afterEach(work: () => unknown): void;
  export const expect: { extend(matchers: object): void };
}

declare module 'expect' {
  // Its parameters must be those of Jest's own.
  export interface Matchers<R extends void | Promise<void>, T = unknown> {}
}
