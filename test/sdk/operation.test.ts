import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { operate } from '../../sdk/src/calls/operate.ts';
import { ClientLibError } from '../../sdk/src/errors/client-lib-error.ts';

const never = (): Promise<never> => new Promise(() => {});

describe('spec: Operation callbacks, Errors 1 — callbacks and promise', () => {
  test('a result is passed to the promise and the success callback, once', async () => {
    const success = vi.fn();
    const error = vi.fn();
    expect(await operate('op(a)', [1, success, error], async () => 'done')).toBe('done');
    expect(success).toHaveBeenCalledExactlyOnceWith('done');
    expect(error).not.toHaveBeenCalled();
  });

  test('an error is passed to the promise and the error callback, once', async () => {
    const success = vi.fn();
    const error = vi.fn();
    const failure = new ClientLibError(['InvalidData'], 'no');
    const promise = operate('op()', [success, error], () => Promise.reject(failure));
    await expect(promise).rejects.toBe(failure);
    expect(error).toHaveBeenCalledExactlyOnceWith(failure);
    expect(success).not.toHaveBeenCalled();
  });

  test('anything thrown becomes a ClientLibError with its cause', async () => {
    const cause = new TypeError('cyclic');
    const failure = await operate('op()', [], () => Promise.reject(cause)).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ClientLibError);
    expect(failure).toMatchObject({ errorCode: ['UnmappedError'], cause });
  });

  test('an error is one line in the console, whoever hears of it; an abandoned call is none', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const fail = () => Promise.reject(new ClientLibError(['InvalidData'], 'cart: expected an object.'));
    for (const callbacks of [[], [null, () => {}]]) await operate('op()', callbacks, fail).catch(() => {});
    expect(warn.mock.calls).toEqual([
      ['ClientLib: cart: expected an object.'],
      ['ClientLib: cart: expected an object.'],
    ]);
    const drop = operate('op()', [], (run) => {
      run.drop(new ClientLibError(['Aborted'], 'dropped'));
      return never();
    });
    await drop.catch(() => {});
    expect(warn).toHaveBeenCalledTimes(2);
    warn.mockRestore();
  });

  describe('unhandled rejections', () => {
    const unhandled = vi.fn();
    beforeEach(() => {
      unhandled.mockReset();
      process.on('unhandledRejection', unhandled);
    });
    afterEach(() => process.off('unhandledRejection', unhandled));
    const settled = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

    test('none with an error callback, even a throwing one', async () => {
      vi.stubGlobal('reportError', vi.fn());
      const fail = (): Promise<never> => Promise.reject(new ClientLibError(['InvalidData'], 'no'));
      operate('op()', [null, () => {}], fail);
      const throwing = (): void => {
        throw new Error('page');
      };
      operate('op()', [null, throwing], fail);
      await settled();
      vi.unstubAllGlobals();
      expect(unhandled).not.toHaveBeenCalled();
    });

    test('one for an abandoned call, unless it has a callback', async () => {
      const drop = (...callbacks: unknown[]) =>
        operate('op()', callbacks, (run) => {
          run.drop(new ClientLibError(['Aborted'], 'dropped'));
          return never();
        });
      const success = vi.fn();
      drop(success);
      await settled();
      expect(unhandled).not.toHaveBeenCalled();
      drop();
      await settled();
      expect(unhandled).toHaveBeenCalledOnce();
      expect(success).not.toHaveBeenCalled();
    });

    test('one without: an error without a listener would be lost', async () => {
      operate('op()', [() => {}], () => Promise.reject(new ClientLibError(['InvalidData'], 'no')));
      await settled();
      expect(unhandled).toHaveBeenCalledOnce();
    });
  });

  test.each([['reportError', (report: () => void) => vi.stubGlobal('reportError', report)]])(
    'a throwing callback is reported by %s, and changes nothing',
    async (_, install) => {
      const report = vi.fn();
      install(report);
      const mistake = new Error('in the page');
      const success = (): void => {
        throw mistake;
      };
      const error = vi.fn();
      expect(await operate('op()', [success, error], async () => 7)).toBe(7);
      expect(report).toHaveBeenCalledExactlyOnceWith(mistake);
      expect(error).not.toHaveBeenCalled();
      vi.unstubAllGlobals();
    },
  );

  test('without reportError a throwing callback is thrown into the event loop', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('reportError', undefined);
    const success = (): void => {
      throw new Error('in the page');
    };
    await operate('op()', [success], async () => 7);
    expect(() => vi.runAllTimers()).toThrow('in the page');
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
});

describe('spec: Operation callbacks — arguments', () => {
  const options = { idempotencyKey: 'the-key' };
  const keyOf = (...args: unknown[]): Promise<string> => operate('op(a)', args, async ({ key }) => key);

  test.each([
    ['alone', [1, options]],
    ['after success', [1, () => {}, options]],
    ['after both', [1, () => {}, () => {}, options]],
    ['after null callbacks', [1, null, null, options]],
    ['before trailing undefined', [1, options, undefined]],
  ])('options are the last argument: %s', async (_, args) => {
    expect(await keyOf(...args)).toBe('the-key');
  });

  test('without a key each call has its own', async () => {
    const [one, other] = await Promise.all([keyOf(1), keyOf(1)]);
    expect(one).toMatch(/^\d+(-\d+){3}$/);
    expect(other).not.toBe(one);
  });

  test('a callback instead of an argument names the argument and is called', async () => {
    const error = vi.fn();
    await expect(operate('op(a, b)', [1, () => {}, error], never)).rejects.toMatchObject({
      errorCode: ['InvalidData'],
      developerMessage: 'op(a, b), argument 2: expected b, got function.',
    });
    expect(error).toHaveBeenCalledOnce();
  });

  test('callbacks instead of the first argument are called', async () => {
    const error = vi.fn();
    await expect(operate('op(a, b)', [() => {}, error], never)).rejects.toMatchObject({
      developerMessage: 'op(a, b), argument 1: expected a, got function.',
    });
    expect(error).toHaveBeenCalledOnce();
  });

  test('something else instead of a callback shows the signature', async () => {
    await expect(operate('op(a)', [1, 'success', () => {}], never)).rejects.toMatchObject({
      errorCode: ['InvalidData'],
      developerMessage: 'op(a): expected then success, error, options.',
    });
  });

  test.each([
    [{ timeoutMs: 0 }, 'InvalidConfiguration'],
    [{ timeoutMs: '10' }, 'InvalidConfiguration'],
    [{ timeoutMs: 2 ** 31 }, 'InvalidConfiguration'],
    [{ idempotencyKey: '' }, 'InvalidData'],
    [{ idempotencyKey: 'mit Leerzeichen' }, 'InvalidData'],
    [{ idempotencyKey: 'x'.repeat(201) }, 'InvalidData'],
  ])('rejects %j', async (bad, code) => {
    await expect(operate('op()', [bad], never)).rejects.toMatchObject({ errorCode: [code] });
  });
});

describe('deadline and signal', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('ends with Timeout after 30 s, or after timeoutMs', async () => {
    const outcomes: string[] = [];
    const note = (name: string) => (error: ClientLibError) => outcomes.push(`${name} ${error.errorCode}`);
    operate('op()', [null, note('long')], never);
    operate('op()', [null, note('short'), { timeoutMs: 50 }], never);
    await vi.advanceTimersByTimeAsync(50);
    expect(outcomes).toEqual(['short Timeout']);
    await vi.advanceTimersByTimeAsync(29_949);
    expect(outcomes).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(outcomes).toEqual(['short Timeout', 'long Timeout']);
  });

  test('a Timeout is retryable and has the key to retry with', async () => {
    const promise = operate('op()', [{ timeoutMs: 5, idempotencyKey: 'k' }], never).catch(
      (error: unknown) => error,
    );
    await vi.runAllTimersAsync();
    expect(await promise).toMatchObject({
      retryable: true,
      referenceId: 'k',
      idempotencyKey: 'k',
    });
  });

  test('the signal ends it with Aborted and the reason as cause, and ends what runs inside', async () => {
    const controller = new AbortController();
    let inner: AbortSignal | undefined;
    const promise = operate('op()', [{ signal: controller.signal }], ({ signal }) => {
      inner = signal;
      return never();
    });
    controller.abort('left the page');
    await expect(promise).rejects.toMatchObject({
      errorCode: ['Aborted'],
      cause: 'left the page',
      retryable: false,
    });
    expect(inner?.aborted).toBe(true);
  });

  test('an aborted signal starts nothing', async () => {
    const work = vi.fn(never);
    await expect(operate('op()', [{ signal: AbortSignal.abort() }], work)).rejects.toMatchObject({
      errorCode: ['Aborted'],
    });
    expect(work).not.toHaveBeenCalled();
  });

  test('leaves no timer and no listener behind', async () => {
    const controller = new AbortController();
    const remove = vi.spyOn(controller.signal, 'removeEventListener');
    await operate('op()', [{ signal: controller.signal }], async () => 1);
    expect(vi.getTimerCount()).toBe(0);
    expect(remove).toHaveBeenCalledOnce();
  });

  test('is paused while the customer is busy', async () => {
    const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
    const promise = operate('op()', [{ timeoutMs: 1000 }], async (run) => {
      await wait(400);
      await run.pause(wait(60_000));
      return run.remaining();
    });
    await vi.runAllTimersAsync();
    expect(await promise).toBe(600);
  });

  test('continues after the customer', async () => {
    const promise = operate('op()', [{ timeoutMs: 1000 }], async (run) => {
      await run.pause(new Promise((resolve) => setTimeout(resolve, 60_000)));
      return never();
    });
    const rejected = expect(promise).rejects.toMatchObject({ errorCode: ['Timeout'] });
    await vi.advanceTimersByTimeAsync(61_000);
    await rejected;
  });
});

describe('spec: Behaviour rules 2 — one key, one call', () => {
  test('a second call with the same key waits for the first and gets its result', async () => {
    const work = vi.fn(async () => ({}));
    const both = [1, 2].map(() => operate('op()', [{ idempotencyKey: 'k' }], work));
    const [one, other] = await Promise.all(both);
    expect(work).toHaveBeenCalledOnce();
    expect(other).toBe(one);
  });

  test('a call of another operation with the same key is one of its own', async () => {
    const results = ['one()', 'other()'].map((name) =>
      operate(name, [{ idempotencyKey: 'k' }], async () => name),
    );
    expect(await Promise.all(results)).toEqual(['one()', 'other()']);
  });

  test('after the first has ended, a call with the key sends a new request', async () => {
    const work = vi.fn(async () => ({}));
    await operate('op()', [{ idempotencyKey: 'k' }], work);
    await operate('op()', [{ idempotencyKey: 'k' }], work);
    expect(work).toHaveBeenCalledTimes(2);
  });

  test('the second call keeps its own deadline and signal', async () => {
    const controller = new AbortController();
    let finish = (_: string): void => {};
    const first = operate(
      'op()',
      [{ idempotencyKey: 'k' }],
      () =>
        new Promise<string>((resolve) => {
          finish = resolve;
        }),
    );
    const second = operate('op()', [{ idempotencyKey: 'k', signal: controller.signal }], async () => 'never');
    controller.abort();
    await expect(second).rejects.toMatchObject({ errorCode: ['Aborted'] });
    const third = operate('op()', [{ idempotencyKey: 'k' }], async () => 'twice');
    finish('once');
    expect([await first, await third]).toEqual(['once', 'once']);
  });
});
