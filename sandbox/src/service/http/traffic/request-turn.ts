/** What a session keeps of a request. */
export interface TurnRequest {
  readonly method: string;
  /** The address, which has the query. */
  readonly url: string;
  /** Path below the workspace. */
  readonly path: string;
  readonly baseUrl: string;
  /** Text of the body. */
  readonly body: string;
  header(name: string): string | undefined;
}

/** A request as the turn in which it is worked on is known. */
export class RequestTurn {
  /** Whether a session keeps it although no document has changed. */
  readonly isKept: boolean;
  /** The request, until its first turn has ended. */
  request: TurnRequest | undefined;
  /** 0 until it is answered, and where a fault rule dropped the connection. */
  status = 0;
  /** Text of the answer, where it is one. */
  answer: string | undefined;
  /** Where the answer leads. */
  location: string | undefined;
  /** How a fault broke off the answer, as `X-Sandbox-Fault` says it. */
  fault: 'drop-response' | 'truncate' | undefined;

  constructor(request: TurnRequest, isKept: boolean) {
    this.request = request;
    this.isKept = isKept;
  }
}
