import { type Step, withResponse } from './middleware.ts';

/** Delays a response until all changes it may contain are stored. If they cannot be stored, they are rolled back: 503. */
export const awaitDurable: Step = () => (c, next) =>
  withResponse(next(c), (response) => {
    const kept = c.env.core.state.durable();
    return kept === undefined ? response : kept.then(() => response);
  });
