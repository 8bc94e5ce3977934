/** Calls a callback of the page, if there is one. */
export function notify(callback: unknown, value: unknown): void {
  if (typeof callback !== 'function') return;
  try {
    callback(value);
  } catch (problem) {
    // The page's error: it is shown in the page's console, and must not change the outcome of the call.
    report(problem);
  }
}

/** Shows an error in the page's console, as an uncaught one. */
export function report(problem: unknown): void {
  if (typeof reportError === 'function') reportError(problem);
  else
    setTimeout(() => {
      throw problem;
    });
}

/** Reports to developers, in the console, what customers do not see. */
export function warn(message: string): void {
  // biome-ignore lint/suspicious/noConsole: the one place that writes to the console
  console.warn(`ClientLib: ${message}`);
}
