import type { FieldProblem } from '../../domain/basics/problem.ts';
import type { DeclineCode } from '../../domain/basics/problem-codes.ts';

/** What every refusal looks like: RFC 9457 with the service's own fields beside it. */
export interface ProblemBody {
  /** Address of the guide that explains it. */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly Message: string;
  readonly Code: DeclineCode;
  readonly Errors?: readonly FieldProblem[];
}
