/** The part of a request that a session stores. */
export interface TurnRequest {
  readonly method: string;
  /** The URL with its query. */
  readonly url: string;
  /** Path below the workspace. */
  readonly path: string;
  readonly baseUrl: string;
  /** Text of the body. */
  readonly body: string;
  header(name: string): string | undefined;
}

/** A request whose turn is known. */
export class RequestTurn {
  /** True if a session stores it even if no document has changed. */
  readonly isKept: boolean;
  /** The request, until its first turn has ended. */
  request: TurnRequest | undefined;
  /** 0 until there is a response, and if a fault rule dropped the connection. */
  status = 0;
  /** Text of the response, if it is text. */
  answer: string | undefined;
  /** The redirect target of the response. */
  location: string | undefined;
  /** The fault that interrupted the response, as in `X-Sandbox-Fault`. */
  fault: 'drop-response' | 'truncate' | undefined;

  constructor(request: TurnRequest, isKept: boolean) {
    this.request = request;
    this.isKept = isKept;
  }
}
