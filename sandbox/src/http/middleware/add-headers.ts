import type { Step } from './middleware.ts';

/** Adds the headers of the request's steps to a response that `respond` has not made: a page, a file, a stream. */
export const addHeaders: Step = () => async (c, next) => {
  const response = await next();
  if (response === c.env.response) return response;
  for (const [name, value] of Object.entries(c.env.headers)) {
    if (name === 'Vary') response.headers.append(name, value);
    else response.headers.set(name, value);
  }
  return response;
};
