/** What the work throws; a text where it throws nothing, which no expectation takes for an error. */
export function caught(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return 'nothing was thrown';
}
