import { withoutLongNumbers } from '../../../sdk/src/payment-data/masking.ts';
import { timestamp } from '../domain/time.ts';
import { searchOf } from './path.ts';

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

/** A request as it is kept: what can wait until somebody reads the log waits. */
interface Kept {
  readonly id: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  readonly warnings: readonly string[];
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
  /** Called with each request, when it was answered. */
  readonly onEntry = new Set<(entry: RequestEntry) => void>();
  readonly #kept: Kept[] = [];
  #last = 0;

  add(seen: Omit<Kept, 'id'> & { readonly url: string }): void {
    const { url, path, ...rest } = seen;
    this.#last += 1;
    const entry = { id: this.#last, path: withoutLongNumbers(path + redactedQuery(url)), ...rest };
    this.#kept.push(entry);
    if (this.#kept.length > KEPT) this.#kept.shift();
    for (const listener of this.onEntry) listener(entryOf(entry));
  }

  /** Newest first. */
  list(skip: number, take: number): RequestEntry[] {
    return this.#kept
      .toReversed()
      .slice(skip, skip + take)
      .map(entryOf);
  }

  clear(): void {
    this.#kept.length = 0;
  }
}

function entryOf({ id, at, method, path, status, durationMs, warnings }: Kept): RequestEntry {
  return {
    Id: id,
    At: timestamp(at),
    Method: method,
    Path: path,
    Status: status,
    DurationMs: Math.round(durationMs * 100) / 100,
    ...(warnings.length === 0 ? {} : { Warnings: warnings }),
  };
}

function redactedQuery(url: string): string {
  const search = searchOf(url);
  if (search === '') return '';
  const query = new URLSearchParams(search);
  for (const name of [...query.keys()]) {
    if (SECRET_PARAMETERS.includes(name.toLowerCase())) query.set(name, '***');
  }
  return `?${query}`;
}
