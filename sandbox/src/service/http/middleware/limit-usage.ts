import type { Step } from './middleware.ts';

/** Rejects a request over the workspace's limit. */
export const limitUsage: Step = () => (c, next) => {
  c.env.traffic.usage.countRequest();
  return next(c);
};

/**
 * Rejects additions to a full workspace. The check before the body is read saves reading it; the later one decides, because
 * other requests may have added documents.
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
