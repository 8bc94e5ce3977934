/** A request as the service reads it: a `Request` is one, and a host may have something lighter. */
export interface ServiceRequest {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: Pick<Headers, 'get' | 'has'>;
  /** Read in place of `text` where its length was not announced. */
  readonly body: ReadableStream<Uint8Array> | null;
  text(): Promise<string>;
}
