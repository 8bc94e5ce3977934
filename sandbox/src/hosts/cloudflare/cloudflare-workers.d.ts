/**
 * The part of workerd's interface that is used here. A project that deploys the worker has the full types from
 * `wrangler types` or `@cloudflare/workers-types`.
 */
declare module 'cloudflare:workers' {
  /** Values that SQLite accepts and returns. */
  export type SqlValue = string | number | null | ArrayBuffer;

  export interface SqlStorage {
    exec<Row extends Record<string, SqlValue>>(query: string, ...bindings: SqlValue[]): Iterable<Row>;
    /** Bytes of the database. */
    readonly databaseSize: number;
  }

  /** Writes without an `await` between them become one: all or nothing. */
  export interface DurableObjectStorage {
    readonly sql: SqlStorage;
    get<T>(key: string): Promise<T | undefined>;
    put<T>(key: string, value: T): Promise<void>;
    deleteAll(): Promise<void>;
    transactionSync<R>(work: () => R): R;
    /** Resolves when all writes so far are on disk. */
    sync(): Promise<void>;
    getAlarm(): Promise<number | null>;
    setAlarm(at: number): Promise<void>;
    deleteAlarm(): Promise<void>;
  }

  export interface DurableObjectState {
    readonly storage: DurableObjectStorage;
    waitUntil(work: Promise<unknown>): void;
    blockConcurrencyWhile<R>(work: () => Promise<R>): Promise<R>;
  }

  export abstract class DurableObject<Env = unknown> {
    constructor(ctx: DurableObjectState, env: Env);
    fetch?(request: Request): Response | Promise<Response>;
    alarm?(): void | Promise<void>;
    protected readonly ctx: DurableObjectState;
    protected readonly env: Env;
  }
}
