import { afterEach, expect, it } from 'vitest';
import { explainFailure } from '../../../../sandbox/src/clients/kit/jest-failures.ts';

const symbol = Symbol('JEST_STATE_SYMBOL');
const state = globalThis as unknown as { [key: symbol]: unknown };
afterEach(() => {
  delete state[symbol];
});

it.each<[string, (error: Error) => unknown[]]>([
  ['alone', (error) => [error]],
  ['with the error of its place, as Jest keeps it', (error) => [[error, new Error('')]]],
  ['after what was thrown without a message', (error) => [new Error(''), 'text', undefined, error]],
])('adds what happened to the error of the test, %s', (_how, errors) => {
  const error = new Error('expected 1 $& 2');
  const other = new Error('a second error');
  // Jest has read it by then, so it is the text that is printed.
  expect(error.stack).toContain('expected 1');
  state[symbol] = { currentlyRunningTest: { errors: [...errors(error), other] } };
  explainFailure(() => 'The log: $& 3');
  expect(error.message).toBe('expected 1 $& 2\n\nThe log: $& 3');
  expect(error.stack).toMatch(/^Error: expected 1 \$& 2\n\nThe log: \$& 3\n {4}at /);
  expect(other.message).toBe('a second error');
});

it.each([
  ['the test passed', { currentlyRunningTest: { errors: [] } }],
  ['no test runs', { currentlyRunningTest: null }],
  ['the runner keeps no tests', {}],
  ['the runner is another one', undefined],
])('asks for no log where %s', (_why, of) => {
  if (of !== undefined) state[symbol] = of;
  expect(() =>
    explainFailure(() => {
      throw new Error('nobody reads it');
    }),
  ).not.toThrow();
});

it('leaves an error without a stack without one', () => {
  const error = new Error('broken');
  Reflect.set(error, 'stack', undefined);
  state[symbol] = { currentlyRunningTest: { errors: [error] } };
  explainFailure(() => 'log');
  expect([error.message, error.stack]).toEqual(['broken\n\nlog', undefined]);
});
