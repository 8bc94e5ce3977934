import { stateReplaced } from '../../core/workspace-state.ts';
import { Problem } from '../../domain/basics/problem.ts';
import { wantsPage } from '../answers/accepts.ts';
import { sentencesForPayer } from '../answers/customer-sentences/payer-languages.ts';
import { answerToError, pageOfError } from '../answers/problem-answer.ts';
import { ConnectionDropped } from '../traffic/faults.ts';
import type { ServiceContext } from '../zones/env.ts';
import { type Step, whenAnswered } from './middleware.ts';

/** Responds to errors of later steps, in the format of the zone. */
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

/** Returns whether a reset during the request explains the error: the state at the start of the request no longer exists. */
function isOfStateBefore({ env: { core, replacements } }: ServiceContext, error: unknown): boolean {
  if (core.state.replacements === replacements || error instanceof ConnectionDropped) return false;
  return !(error instanceof Problem) || error.kind === 'NotFound';
}
