import type { Answer, WebhookRequest } from './post-webhook.ts';

/**
 * The request and response of one attempt. Values of the endpoint's custom headers are hidden, because they may be
 * secrets.
 */
export interface LoggedExchange {
  readonly Request: {
    readonly Method: 'POST';
    readonly Url: string;
    readonly Headers: Readonly<Record<string, string>>;
  };
  readonly Answer?: Answer;
  readonly DurationMs: number;
}

/** Deliveries whose exchanges are kept. */
const KEPT = 2_000;

/**
 * Requests, answers and real timing of attempts. They are no state of the service: they differ from run to run, and a
 * snapshot leaves them out.
 */
export class DeliveryLog {
  readonly #exchanges = new Map<string, LoggedExchange[]>();

  add(deliveryId: string, request: WebhookRequest, answer: Answer | undefined, durationMs: number): void {
    const hidden = Object.fromEntries(Object.keys(request.credentials).map((name) => [name, '***']));
    const entry: LoggedExchange = {
      Request: { Method: 'POST', Url: request.url, Headers: { ...request.headers, ...hidden } },
      ...(answer === undefined ? {} : { Answer: { ...answer, Body: withoutCards(answer.Body) } }),
      DurationMs: Math.round(durationMs * 100) / 100,
    };
    const earlier = this.#exchanges.get(deliveryId);
    if (earlier !== undefined) {
      earlier.push(entry);
      return;
    }
    this.#exchanges.set(deliveryId, [entry]);
    if (this.#exchanges.size > KEPT) {
      const [oldest] = this.#exchanges.keys();
      this.#exchanges.delete(oldest as string);
    }
  }

  /** Returns the attempts of a delivery, oldest first; empty for deliveries before a restart. */
  of(deliveryId: string): readonly LoggedExchange[] {
    return this.#exchanges.get(deliveryId) ?? [];
  }

  clear(): void {
    this.#exchanges.clear();
  }
}

/** Long runs of digits in a receiver's answer could be a card number that it echoes. */
function withoutCards(text: string): string {
  return text.replace(/\d(?:[ -]?\d){11,}/g, '…');
}
