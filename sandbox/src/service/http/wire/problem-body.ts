import type { FieldProblem } from '../../domain/basics/problem.ts';
import type { DeclineCode } from '../../domain/basics/problem-codes.ts';

/** The format of every rejection: RFC 9457 with additional fields of the service. */
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
