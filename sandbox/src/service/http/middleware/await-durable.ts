import { type Step, withResponse } from './middleware.ts';

/** Holds a response back until all that it may tell of is kept. What cannot be kept was taken back: 503. */
export const awaitDurable: Step = () => (c, next) =>
  withResponse(next(c), (response) => {
    const kept = c.env.core.state.durable();
    return kept === undefined ? response : kept.then(() => response);
  });
