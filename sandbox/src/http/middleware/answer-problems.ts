import { stateReplaced } from '../../core.ts';
import { Problem } from '../../domain/problem.ts';
import { wantsPage } from '../accepts.ts';
import { sentencesForPayer } from '../customer-sentences/payer-languages.ts';
import type { ServiceContext } from '../env.ts';
import { ConnectionDropped } from '../faults.ts';
import { answerToError, pageOfError } from '../problem-answer.ts';
import type { Step } from './middleware.ts';

/** Answers what the steps behind it throw, in the form of the zone. */
export const answerProblems: Step =
  ({ description, rules }) =>
  async (c, next) => {
    try {
      return await next();
    } catch (error) {
      if (isOfStateBefore(c, error)) return answerToError(c, stateReplaced());
      if (description?.contentType === 'text/html' && wantsPage(c)) return pageOfError(c, error);
      const sentences = rules.problems === 'SelfService' ? await sentencesForPayer(c) : undefined;
      return answerToError(c, error, sentences);
    }
  };

/** Whether a reset meanwhile explains what was thrown: nothing is there any more of what the request began with. */
function isOfStateBefore({ env: { core, replacements } }: ServiceContext, error: unknown): boolean {
  if (core.replacements === replacements || error instanceof ConnectionDropped) return false;
  return !(error instanceof Problem) || error.kind === 'NotFound';
}
