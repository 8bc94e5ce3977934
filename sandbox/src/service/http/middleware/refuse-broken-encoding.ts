import { HttpProblem } from '../wire/http-problem.ts';
import type { Step } from './middleware.ts';

/** Rejects a path whose percent-encoding cannot be decoded. */
export const refuseBrokenEncoding: Step = () => (c, next) => {
  const { path } = c.env;
  if (path.includes('%')) checkEncoding(path);
  return next(c);
};

/** @throws HttpProblem 400 */
function checkEncoding(path: string): void {
  try {
    decodeURIComponent(path);
  } catch {
    throw new HttpProblem(400, 'InvalidData', `The path ${path} is not valid percent-encoding.`);
  }
}
