import { type Step, withResponse } from './middleware.ts';

/** Adds the headers of the request's steps to a response that `respond` did not create: a page, a file, a stream. */
export const addHeaders: Step = () => (c, next) =>
  withResponse(next(c), (response) => {
    if (response === c.env.response) return response;
    for (const [name, value] of Object.entries(c.env.headers)) {
      if (name === 'Vary') response.headers.append(name, value);
      else response.headers.set(name, value);
    }
    return response;
  });
