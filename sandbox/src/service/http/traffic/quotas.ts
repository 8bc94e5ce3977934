import { HttpProblem } from '../wire/http-problem.ts';
import { RateLimits } from './rate-limits.ts';

/** Quotas of one workspace. Omitted ones are unlimited. */
export interface Quotas {
  /** Documents of all kinds, events and deliveries included. */
  readonly documents?: number;
  /** Bytes of storage, if the state is kept. */
  readonly bytes?: number;
  /** Requests per minute of real time. */
  readonly requestsPerMinute?: number;
  /** Webhook delivery attempts per minute of real time. */
  readonly webhooksPerMinute?: number;
  /** Registered webhook endpoints. */
  readonly webhookEndpoints?: number;
  /** Values in a configuration sent with a request. */
  readonly configurationValues?: number;
  /** Characters of bodies in a recorded session. */
  readonly sessionCharacters?: number;
  /** Hours without a request after which a hosted workspace is deleted. */
  readonly idleHours?: number;
}

/** The sizes of a workspace. */
interface Counts {
  documents(): number;
  webhookEndpoints(): number;
}

/** One row of `/sandbox/usage`. */
interface QuotaLine {
  readonly Used: number;
  /** Absent if there is no limit. */
  readonly Limit?: number;
}

const WINDOW_SECONDS = 60;

/** A workspace's usage of its quotas. Minutes are real time: moving the clock does not restore them. */
export class Usage {
  readonly #quotas: Quotas;
  readonly #rates = new RateLimits();
  readonly #counts: Counts;
  readonly #now: () => number;
  /** Bytes of the storage, set by a host that measures them. */
  storedBytes: (() => number) | undefined;

  /** @param counts the numbers of the workspace's documents, endpoints and so on */
  constructor(quotas: Quotas, counts: Counts, now: () => number = Date.now) {
    this.#quotas = quotas;
    this.#counts = counts;
    this.#now = now;
  }

  /** Counts a request. @throws HttpProblem 429 */
  countRequest(): void {
    const { limit, remaining, retryAfter } = this.#count('requests', this.#quotas.requestsPerMinute);
    if (remaining >= 0) return;
    throw new HttpProblem(
      429,
      'QuotaExceeded',
      `This workspace allows ${limit} requests a minute (GET /sandbox/usage). Try again after ${retryAfter} s.`,
      {},
      retryAfter,
    );
  }

  /** Counts a webhook delivery attempt. @returns the reason if it must be delayed */
  countWebhook(): string | undefined {
    const { limit, remaining } = this.#count('webhooks', this.#quotas.webhooksPerMinute);
    return remaining >= 0 ? undefined : `the quota of ${limit} webhooks a minute is used up`;
  }

  /** Returns why nothing more can be stored; `undefined` while there is space. */
  get full(): HttpProblem | undefined {
    const { documents: maxDocuments = Infinity, bytes: maxBytes = Infinity } = this.#quotas;
    if (!isLimit(maxDocuments) && !isLimit(maxBytes)) return undefined;
    const documents = this.#counts.documents();
    const bytes = this.storedBytes?.() ?? 0;
    if (documents < maxDocuments && bytes < maxBytes) return undefined;
    const what =
      documents < maxDocuments
        ? `${bytes} bytes; the maximum is ${maxBytes}`
        : `${documents} documents; the maximum is ${maxDocuments}`;
    return new HttpProblem(
      507,
      'QuotaExceeded',
      `This workspace has ${what} (GET /sandbox/usage). Reading still works. To make space, delete unused documents, or POST /sandbox/reset.`,
      {},
      WINDOW_SECONDS,
    );
  }

  /** Returns why no webhook endpoint can be added; `undefined` while there is space. */
  get endpointsFull(): HttpProblem | undefined {
    const endpoints = this.#counts.webhookEndpoints();
    const { webhookEndpoints: limit = Infinity } = this.#quotas;
    if (endpoints < limit) return undefined;
    return new HttpProblem(
      507,
      'QuotaExceeded',
      `This workspace has ${endpoints} webhook endpoints; the maximum is ${limit} (GET /sandbox/usage). Delete one: DELETE /api/v1/webhooks/{id}.`,
      {},
      WINDOW_SECONDS,
    );
  }

  /** Returns why a snapshot cannot be stored, while it is received; `undefined` while there is space. */
  noRoomFor(collection: string, count: number, documents: number): string | undefined {
    const { documents: maxDocuments = Infinity, webhookEndpoints: maxEndpoints = Infinity } = this.#quotas;
    if (documents > maxDocuments) return `this workspace can have at most ${maxDocuments} documents`;
    if (collection === 'webhooks' && count > maxEndpoints)
      return `this workspace can have at most ${maxEndpoints} webhook endpoints`;
    return undefined;
  }

  /** The rows of `/sandbox/usage`. */
  get lines() {
    const { documents, bytes, requestsPerMinute, webhooksPerMinute, webhookEndpoints, idleHours } =
      this.#quotas;
    return {
      Documents: line(this.#counts.documents(), documents),
      ...(this.storedBytes === undefined ? {} : { Bytes: line(this.storedBytes(), bytes) }),
      RequestsPerMinute: line(this.#used('requests'), requestsPerMinute),
      WebhooksPerMinute: line(this.#used('webhooks'), webhooksPerMinute),
      WebhookEndpoints: line(this.#counts.webhookEndpoints(), webhookEndpoints),
      ...(isLimit(idleHours) ? { IdleHours: idleHours } : {}),
    };
  }

  #count(what: string, limit = Infinity) {
    return this.#rates.take(what, limit, WINDOW_SECONDS, this.#now());
  }

  #used(what: string): number {
    return this.#rates.used(what, WINDOW_SECONDS, this.#now());
  }
}

function line(Used: number, Limit: number | undefined): QuotaLine {
  return isLimit(Limit) ? { Used, Limit } : { Used };
}

function isLimit(limit: number | undefined): limit is number {
  return limit !== undefined && limit !== Infinity;
}
