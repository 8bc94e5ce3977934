import { Problem } from '../domain/basics/problem.ts';

/** The state cannot be read or written: 503. */
export class StorageError extends Problem {
  constructor(message: string, { cause, retryAfter = 1 }: ErrorOptions & { retryAfter?: number } = {}) {
    super('Unavailable', 'StorageUnavailable', message, [], retryAfter);
    this.name = 'StorageError';
    if (cause !== undefined) Object.defineProperty(this, 'cause', { value: cause });
  }
}
