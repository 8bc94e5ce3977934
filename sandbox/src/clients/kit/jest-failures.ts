/** The parts of the state of jest-circus, Jest's runner, that are used here. */
interface RunnerState {
  readonly currentlyRunningTest?: { readonly errors: readonly unknown[] } | null;
}

/**
 * Adds a text to the errors of the current Jest test. Jest has no attachments, and its hooks do not receive the result of
 * the test; the runner stores it in a global, under a symbol. If it is missing, nothing is added.
 */
export function explainFailure(text: () => string): void {
  const symbol = Object.getOwnPropertySymbols(globalThis).find(
    ({ description }) => description === 'JEST_STATE_SYMBOL',
  );
  if (symbol === undefined) return;
  const state = (globalThis as unknown as { readonly [key: symbol]: RunnerState | undefined })[symbol];
  const errors = (state?.currentlyRunningTest?.errors ?? [])
    .flat()
    .filter((error): error is Error => isError(error) && error.message !== '');
  const [first] = errors;
  if (first === undefined) return;
  // The stack begins with the message, and reporters print it; it is created on first access.
  const { message, stack } = first;
  first.message = `${message}\n\n${text()}`;
  if (stack !== undefined) first.stack = stack.replace(message, () => first.message);
}

/** Errors of Node itself belong to another realm than those of a test. */
function isError(value: unknown): value is Error {
  return Object.prototype.toString.call(value) === '[object Error]';
}
