/** Tells developers in the console what customers do not see. */
export function warn(message: string): void {
  // biome-ignore lint/suspicious/noConsole: the one place that writes to the console
  console.warn(`ClientLib: ${message}`);
}
