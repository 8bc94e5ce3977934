import { masked } from './masking.ts';

/** One request as the log keeps it: no bodies, no secrets, no card data. */
export interface RequestEntry {
  readonly Id: number;
  readonly At: string;
  readonly Method: string;
  readonly Path: string;
  /** 0: a fault rule dropped the connection. */
  readonly Status: number;
  readonly DurationMs: number;
  readonly Warnings?: readonly string[];
}

/** Requests that are kept. */
const KEPT = 1_000;

/** Query parameters whose value is a secret. */
const SECRET_PARAMETERS = [
  'access_token',
  'selfservicetoken',
  'secret',
  'token',
  'client_secret',
  'password',
];

/** The latest requests. It is no state of the service: a snapshot leaves it out. */
export class RequestLog {
  readonly #entries: RequestEntry[] = [];
  readonly #warnings = new WeakMap<Request, readonly string[]>();
  #last = 0;

  warn(request: Request, warnings: readonly string[]): void {
    this.#warnings.set(request, warnings);
  }

  add(seen: { at: number; request: Request; path: string; status: number; durationMs: number }): void {
    this.#last += 1;
    const warnings = this.#warnings.get(seen.request);
    this.#entries.push({
      Id: this.#last,
      At: new Date(seen.at).toISOString(),
      Method: seen.request.method,
      Path: masked(seen.path + redactedQuery(seen.request.url)),
      Status: seen.status,
      DurationMs: Math.round(seen.durationMs * 100) / 100,
      ...(warnings === undefined ? {} : { Warnings: warnings }),
    });
    if (this.#entries.length > KEPT) this.#entries.shift();
  }

  /** Newest first. */
  list(skip: number, take: number): RequestEntry[] {
    return this.#entries.toReversed().slice(skip, skip + take);
  }

  clear(): void {
    this.#entries.length = 0;
  }
}

function redactedQuery(url: string): string {
  const at = url.indexOf('?');
  if (at < 0) return '';
  const query = new URLSearchParams(url.slice(at + 1));
  for (const name of [...query.keys()]) {
    if (SECRET_PARAMETERS.includes(name.toLowerCase())) query.set(name, '***');
  }
  return `?${query}`;
}
