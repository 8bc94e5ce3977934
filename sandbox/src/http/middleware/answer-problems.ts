import { Problem } from '../../domain/problem.ts';
import { stateReplaced } from '../../workspace-state.ts';
import { wantsPage } from '../accepts.ts';
import { sentencesForPayer } from '../customer-sentences/payer-languages.ts';
import type { ServiceContext } from '../env.ts';
import { ConnectionDropped } from '../faults.ts';
import { answerToError, pageOfError } from '../problem-answer.ts';
import { type Step, whenAnswered } from './middleware.ts';

/** Answers what the steps behind it throw, in the form of the zone. */
export const answerProblems: Step =
  ({ description, rules }) =>
  (c, next) =>
    whenAnswered(
      () => next(c),
      (response) => response,
      (error) => {
        if (isOfStateBefore(c, error)) return answerToError(c, stateReplaced());
        if ([description?.contentType].flat().includes('text/html') && wantsPage(c))
          return pageOfError(c, error);
        if (rules.problems !== 'SelfService') return answerToError(c, error);
        return sentencesForPayer(c).then((sentences) => answerToError(c, error, sentences));
      },
    );

/** Whether a reset meanwhile explains what was thrown: nothing is there any more of what the request began with. */
function isOfStateBefore({ env: { core, replacements } }: ServiceContext, error: unknown): boolean {
  if (core.state.replacements === replacements || error instanceof ConnectionDropped) return false;
  return !(error instanceof Problem) || error.kind === 'NotFound';
}
