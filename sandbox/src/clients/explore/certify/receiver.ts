import { Webhook } from 'standardwebhooks';
import type { SandboxEvent } from '../../../sandbox/sandbox.ts';
import { readBeginning } from '../../../service/model/beginning-of-text.ts';

/** A webhook receiver: a `fetch` handler such as a Hono app, or the URL of a running one. */
export type Receiver = string | { readonly fetch: (request: Request) => Response | Promise<Response> };

/** An event as it is posted. */
export type Payload =
  | Omit<SandboxEvent, 'At'>
  | { readonly Event: string; readonly [field: string]: unknown };

/** How a message differs from a normal one. */
export interface Oddity {
  /** Id of the message; the same for repeats of it. Default: a new one. */
  readonly id?: string;
  /** Secrets that sign, in this order. Default: the secret of the endpoint. */
  readonly secrets?: readonly string[];
  /** Seconds by which the message was sent earlier; negative: later. */
  readonly age?: number;
  /** Leaves out the signature. */
  readonly isUnsigned?: boolean;
  /** The body to post instead of the signed one. */
  readonly body?: string;
}

export interface Answer {
  /** HTTP status; 0 if the response timed out. */
  readonly status: number;
}

/** Statuses that acknowledge an event. */
export const isTaken = ({ status }: Answer): boolean => [200, 201, 202, 204].includes(status);

/** Maximum characters of a response. */
export const MAX_ANSWER = 1_000_000;

const ADDRESS = 'https://merchant.test/webhooks';

/** Posts events to a receiver, signed according to Standard Webhooks. */
export class Sender {
  readonly #receiver: Receiver;
  readonly #secret: string;
  readonly #timeoutMs: number;
  #messages = 0;
  /** Number of posted messages. */
  posted = 0;
  /** The last posted event. */
  last: Payload | undefined;
  #isReached = false;

  constructor(receiver: Receiver, secret: string, timeoutMs: number) {
    this.#receiver = receiver;
    this.#secret = secret;
    this.#timeoutMs = timeoutMs;
  }

  newId(): string {
    this.#messages += 1;
    return `msg_${String(this.#messages).padStart(8, '0')}`;
  }

  async post(event: Payload, oddity: Oddity = {}): Promise<Answer> {
    const { id = this.newId(), secrets = [this.#secret], age = 0, isUnsigned = false } = oddity;
    const signed = JSON.stringify(event);
    const sentAt = new Date((Math.floor(Date.now() / 1000) - age) * 1000);
    const signatures = secrets.map((secret) => new Webhook(secret).sign(id, sentAt, signed));
    const headers = {
      'Content-Type': 'application/json',
      ...(isUnsigned
        ? {}
        : {
            'webhook-id': id,
            'webhook-timestamp': String(sentAt.getTime() / 1000),
            'webhook-signature': signatures.join(' '),
          }),
    };
    this.posted += 1;
    this.last = event;
    return this.#answer({ method: 'POST', headers, body: oddity.body ?? signed });
  }

  /** @throws Error if a receiver on a port was never reached, so that no result is possible */
  async #answer(init: RequestInit): Promise<Answer> {
    const signal = AbortSignal.timeout(this.#timeoutMs);
    const late = new Promise<Answer>((resolve) => {
      signal.addEventListener('abort', () => resolve({ status: 0 }));
    });
    const receiver = this.#receiver;
    const asked = async (): Promise<Answer> => {
      try {
        const response =
          typeof receiver === 'string'
            ? await fetch(receiver, { ...init, signal, redirect: 'manual' })
            : await receiver.fetch(new Request(ADDRESS, init));
        this.#isReached = true;
        // The content does not matter; it must arrive in time.
        await readBeginning(response, MAX_ANSWER);
        return { status: response.status };
      } catch (error) {
        if (typeof receiver === 'string' && !this.#isReached && !signal.aborted)
          throw new Error(
            `certify: nothing answers at ${receiver} (${causeMessage(error)}). Start the receiver first, and name its address.`,
          );
        // A server responds with 500 if its handler throws; a server that cannot be reached does not respond.
        return { status: typeof receiver === 'string' ? 0 : 500 };
      }
    };
    return Promise.race([asked(), late]);
  }
}

/** Returns the reason of a failed `fetch`. */
function causeMessage(error: unknown): string {
  const { cause, message } = error as Error;
  return cause instanceof Error ? (cause as NodeJS.ErrnoException).code || cause.message : message;
}
