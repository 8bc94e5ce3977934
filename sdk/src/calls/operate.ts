import { ClientLibError, invalid } from '../errors/client-lib-error.ts';
import { isObject } from '../input/record.ts';
import type { Configuration } from '../types/configuration.ts';
import { notify, warn } from './callbacks.ts';
import type { CallOptions } from './completion.ts';
import { isDropped, type Run, runLimited } from './run.ts';

/**
 * Turns an async function into an operation: a Promise, the success and the error callback, and the options as last
 * argument.
 *
 * @param signature Name of the operation, and in parentheses the arguments before these, as errors name them.
 * @param own Settings of the instance that is called.
 */
export function operate<T>(
  signature: string,
  args: readonly unknown[],
  work: (run: Run) => Promise<T>,
  own?: Configuration,
): Promise<T> {
  const { success, error, options, mistake } = readArguments(signature, args);

  const call = async (): Promise<T> => {
    if (mistake) throw mistake;
    return runLimited(signature, options, work, own);
  };
  const result = call().then(
    (value) => {
      notify(success, value);
      return value;
    },
    (reason: unknown) => {
      const failure = asClientLibError(signature, reason);
      const silent = isDropped(failure);
      if (!silent) {
        warn(failure.message);
        notify(error, failure);
      }
      // Without an error callback a rejection stays unhandled, so that it is seen. A dropped call concerns no callback.
      const isHeard = typeof error === 'function' || (silent && typeof success === 'function');
      if (isHeard) result.catch(() => {});
      throw failure;
    },
  );
  return result;
}

interface CallArguments {
  readonly success: unknown;
  readonly error: unknown;
  readonly options: CallOptions;
  readonly mistake: ClientLibError | undefined;
}

/** The arguments after the named ones of the signature. */
function readArguments(signature: string, args: readonly unknown[]): CallArguments {
  const names = signature.split(/\W+/).slice(1, -1);
  // A callback in the wrong position shows which argument was forgotten; it is called nevertheless.
  const early = names.findIndex((_name, index) => typeof args[index] === 'function');
  const rest = args.slice(early < 0 ? names.length : early);
  const options: CallOptions = rest.find(isObject) ?? {};
  const callbacks = rest.filter((value) => value !== options);
  const [success, error] = callbacks;
  const forgotten = names[early];
  const isCallable = (value: unknown): boolean => !value || typeof value === 'function';

  let mistake: ClientLibError | undefined;
  if (forgotten)
    mistake = invalid('InvalidData', `${signature}, argument ${early + 1}`, forgotten, args[early]);
  else if (!callbacks.every(isCallable))
    mistake = invalid('InvalidData', signature, 'then success, error, options');
  return { success, error, options, mistake };
}

const asClientLibError = (signature: string, reason: unknown): ClientLibError =>
  reason instanceof ClientLibError
    ? reason
    : new ClientLibError(['UnmappedError'], `${signature}: ${reason}`, {}, reason);
