import type { Step } from './middleware.ts';

/** Refuses a request that is one too many for the workspace. */
export const limitUsage: Step = () => (c, next) => {
  c.env.traffic.usage.countRequest();
  return next(c);
};

/**
 * Refuses what adds to a workspace that is full. Before the body is read it saves the reading; afterwards it counts, because
 * others may have added meanwhile.
 */
export const refuseFull: Step = ({ rules: { worksWhenFull }, method }) =>
  worksWhenFull || method === 'GET' || method === 'DELETE'
    ? undefined
    : (c, next) => {
        const { method } = c.req;
        const adds = method === 'POST' || method === 'PUT' || method === 'PATCH';
        const full = adds ? c.env.traffic.usage.full : undefined;
        if (full !== undefined) throw full;
        return next(c);
      };
