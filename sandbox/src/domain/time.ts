/** An instant in the form of the API: ISO 8601, UTC, seven fractional digits (`2026-05-22T13:33:30.9510000Z`). */
export function timestamp(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, -1)}0000Z`;
}

/** Epoch milliseconds of an ISO 8601 text; without an offset it is UTC. */
export function instant(text: string): number {
  return Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(text) || !text.includes('T') ? text : `${text}Z`);
}
