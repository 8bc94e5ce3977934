import type { Step } from './middleware.ts';

/** Holds a response back until all that it may tell of is kept. What cannot be kept was taken back: 503. */
export const awaitDurable: Step = () => async (c, next) => {
  const response = await next();
  const kept = c.env.core.durable();
  if (kept !== undefined) await kept;
  return response;
};
