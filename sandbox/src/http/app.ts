import { type Handler, Hono } from 'hono';
import type { ServiceEnv } from './env.ts';
import { HttpProblem } from './http-problem.ts';
import { letBrowsersRead } from './middleware/browsers.ts';
import { durable } from './middleware/durable.ts';
import { faulty } from './middleware/faults.ts';
import { withinQuotas } from './middleware/quotas.ts';
import { logged } from './middleware/request-log.ts';
import { nothingThere } from './not-found.ts';
import { PathWords } from './path.ts';
import { answerToError } from './problem-answer.ts';
import { type Load, root, sections } from './routes/index.ts';

let words: PathWords | undefined;

/** The service as a Hono app. Its `env` brings the workspace that is asked. */
export const service = new Hono<ServiceEnv>({
  getPath: (_request, options) => {
    words ??= new PathWords(Object.keys(sections));
    return words.canonical(options?.env?.path ?? '/');
  },
});

service.use(logged, withinQuotas, durable, faulty, (c, next) => {
  refuseBrokenEncoding(c.env.path);
  return next();
});
for (const [path, load] of Object.entries(sections)) service.all(`${path}/*`, lazy(load));
service.all('/', lazy(root));
service.notFound((c) => {
  letBrowsersRead(c);
  return nothingThere(c);
});
service.onError((error, c) => {
  // A page should learn that a quota is used up, and when to try again.
  letBrowsersRead(c);
  return answerToError(c, error);
});

/** A section's app, loaded when one of its paths is asked for first. */
function lazy(load: Load): Handler<ServiceEnv> {
  let section: Awaited<ReturnType<Load>> | undefined;
  return async (c) => {
    section ??= await load();
    return section.fetch(c.req.raw, c.env);
  };
}

function refuseBrokenEncoding(path: string): void {
  if (!path.includes('%')) return;
  try {
    decodeURIComponent(path);
  } catch {
    throw new HttpProblem(400, 'InvalidData', `The path ${path} is not valid percent-encoding.`);
  }
}
