import { RequestTurn, type TurnRequest } from '../traffic/request-turn.ts';
import type { FoundRoute } from '../zones/description.ts';
import type { ServiceContext } from '../zones/env.ts';
import type { Middleware, Step } from './middleware.ts';

/** Assigns a turn to a request if turns are recorded. Streamed bodies replace the state. */
export const takeTurn: Step = (route) =>
  route.description === undefined || route.description.streamed !== undefined
    ? undefined
    : (c, next) => {
        const { turns } = c.env.core;
        if (turns === undefined) return next(c);
        const turn = new RequestTurn(turnRequest(c), mayChange(route, c.req.method));
        const begun = turns.take(turn);
        if (begun === undefined) {
          c.env.turn = turn;
          return next(c);
        }
        return begun.then(() => {
          c.env.turn = turn;
          return next(c);
        });
      };

/** Faults, payment decisions and the like are not documents, so no document change shows that they changed. */
const mayChange = ({ rules, description }: FoundRoute, method: string): boolean =>
  rules.credential === 'Control' && method !== 'GET' && description?.onCopy !== true;

function turnRequest({ req, env }: ServiceContext): TurnRequest {
  const { url, path, baseUrl, body } = env;
  return { method: req.method, url, path, baseUrl, body, header: (name) => req.header(name) };
}

/** Ends the turn with the response that is kept for repeats of the request. */
export const endTurn: Step = ({ description }) =>
  description && ((c, next) => (c.env.core.turns === undefined ? next(c) : endAfter(c, next)));

const endAfter: Middleware = async (c, next) => {
  const { env } = c;
  try {
    const response = await next(c);
    const { turn } = env;
    if (turn !== undefined) {
      turn.status = response.status;
      const isRedirect = response.status >= 300 && response.status < 400;
      if (isRedirect) turn.location = response.headers.get('Location') ?? undefined;
    }
    return response;
  } finally {
    if (env.turn !== undefined) env.core.turns?.release();
  }
};
