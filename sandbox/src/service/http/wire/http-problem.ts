import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { Problem } from '../../domain/basics/problem.ts';
import type { RefusalCode } from '../../domain/basics/problem-codes.ts';

/** A request that is rejected before any rule of the service sees it, with its HTTP status and headers. */
export class HttpProblem extends Problem {
  readonly status: ContentfulStatusCode;
  readonly headers: { readonly [name: string]: string };

  constructor(
    status: ContentfulStatusCode,
    code: RefusalCode,
    message: string,
    headers: { readonly [name: string]: string } = {},
    retryAfter?: number,
  ) {
    super('Invalid', code, message, [], retryAfter);
    this.status = status;
    this.headers = headers;
  }
}
