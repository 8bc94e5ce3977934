/** The calls of a sandbox that a session records. No other call is read from a session, replayed or converted to code. */
export const sessionCalls = [
  'clock.advance',
  'clock.set',
  'clock.cancel',
  'clock.followWallClock',
  'payments.next',
  'payments.remove',
  'payments.clear',
] as const;

export type SessionCall = (typeof sessionCalls)[number];

/** @throws Error for a name that no session records */
export function toSessionCall(name: string): SessionCall {
  const call = sessionCalls.find((known) => known === name);
  if (call === undefined)
    throw new Error(
      `Unknown call ${JSON.stringify(name)} in the session. Expected ${sessionCalls.join(', ')}.`,
    );
  return call;
}
