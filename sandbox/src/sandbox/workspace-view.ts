import { timestamp } from '../service/domain/basics/time.ts';
import { mailView } from '../service/domain/mails/outbox.ts';
import { service } from '../service/http/app.ts';
import { getSession } from '../service/http/traffic/recorded-session.ts';
import { splitUrl } from '../service/http/wire/path.ts';
import type { Mail } from '../service/model/mail.ts';
import { type SessionCall, toSessionCall } from '../service/model/session-calls.ts';
import { clearDecisions, decideNext, removeDecision } from '../service/simulation/next-payments.ts';
import { bindingsFor, isBelow } from './answer-request.ts';
import { audit } from './in-process.ts';
import type { Workspace } from './sandbox-types.ts';
import { CallTurn } from './sessions/call-turn.ts';
import type { OpenWorkspace } from './workspaces.ts';

/** @param mount path of the workspace for external requests; its own `fetch` also accepts paths without it */
export function toWorkspace(workspace: OpenWorkspace, mount = ''): Workspace {
  /** The text of a mail is expensive to create, and a waiting test compares all mails with each event. */
  const mailViews = new WeakMap<object, Mail>();
  const { core, traffic } = workspace;
  /** Runs work that cannot wait, as a turn of a session if one is recorded. */
  const call = <R>(name: string, args: readonly unknown[], work: () => R): R =>
    core.turns === undefined ? work() : core.turns.cutIn(new CallTurn(name, args), work);
  /** The same for work that itself waits. */
  const begin = async (name: string, args: readonly unknown[], work: () => Promise<unknown>) => {
    const { turns } = core;
    await turns?.take(new CallTurn(name, args));
    try {
      await work();
    } finally {
      turns?.release();
    }
  };
  const next: Workspace['payments']['next'] = (decision) => {
    try {
      return call('payments.next', [decision], () => core.transaction((tx) => decideNext(tx, decision)));
    } catch (error) {
      // Drops the internal stack frames, so that the stack begins at the caller's line.
      Error.captureStackTrace?.(error as Error, next);
      throw error;
    }
  };
  return {
    fetch: (input, init) =>
      fetched(input, init, (request) => {
        const { url } = request;
        const { origin, path } = splitUrl(url);
        const taken = isBelow(path, mount) ? mount : '';
        return service.fetch(request, bindingsFor(workspace, url, origin, taken, path.slice(taken.length)));
      }),
    clock: {
      now: () => new Date(core.clock.now()),
      get mode() {
        return core.clock.mode;
      },
      nextDue: () => core.schedule.next && new Date(core.schedule.next.DueAt),
      advance: (duration) => begin('clock.advance', [duration], () => core.advance({ Advance: duration })),
      set(instant) {
        const Now = typeof instant === 'string' ? instant : instant.toISOString();
        return begin('clock.set', [Now], () => core.advance({ Now }));
      },
      get progress() {
        return core.schedule.progress;
      },
      cancel: () => begin('clock.cancel', [], () => core.cancelAdvance()),
      followWallClock() {
        call('clock.followWallClock', [], () => core.clock.followWallClock());
        core.schedule.arm();
      },
    },
    faults: traffic.faults,
    payments: {
      next,
      challenge: (outcome) => next({ Outcome: { Challenge: outcome === 'pass' ? 'Passed' : 'Failed' } }),
      list: () => [...core.tx.paymentDecisions],
      remove: (id) => call('payments.remove', [id], () => core.transaction((tx) => removeDecision(tx, id))),
      clear: () => call('payments.clear', [], () => core.transaction(clearDecisions)),
      decided: () => [...core.tx.decidedPayments],
    },
    reset({ keep } = {}) {
      call('reset', [], () => core.reset(keep));
      traffic.clear();
    },
    get revision() {
      return core.state.documents.revision;
    },
    snapshot: () => core.snapshot(),
    restore: (snapshot) => call('restore', [], () => core.restore(snapshot)),
    settle: () => core.schedule.settle(),
    session: () => getSession(traffic),
    pendingDeliveries: () =>
      core.tx.deliveries
        .where('Status', 'Pending')
        .map(({ Event, Url, NextAttemptAt = core.clock.now() }) => ({
          Event,
          Url,
          NextAttemptAt: timestamp(NextAttemptAt),
        })),
    mails: ({ take } = {}) =>
      core.tx.mails.list({ newestFirst: true, take }).map((entry) => {
        const mail = mailViews.get(entry) ?? mailView(entry, mount);
        mailViews.set(entry, mail);
        return mail;
      }),
    audit: () => audit(core.tx),
    async forecast({ Months, Config }) {
      const { forecast } = await import('../service/forecast/forecast.ts');
      return forecast(core, { Months, Config });
    },
    on(name, listener) {
      return core.feed.on('event', ({ At, Payload }) => {
        if (name === 'event' || Payload.Event === name) listener({ ...Payload, At: timestamp(At) });
      });
    },
  };
}

/**
 * Responds like `fetch`.
 *
 * @throws the reason of the signal if it is aborted, usually an AbortError; nothing is done if it was aborted before
 */
export async function fetched(
  input: Request | string | URL,
  init: RequestInit | undefined,
  answer: (request: Request) => Response | Promise<Response>,
): Promise<Response> {
  const request = asRequest(input, init);
  request.signal.throwIfAborted();
  try {
    return await answer(request);
  } finally {
    init?.signal?.throwIfAborted();
  }
}

function asRequest(input: Request | string | URL, init: RequestInit | undefined): Request {
  const ready = typeof input === 'object' && !(input instanceof URL) && init === undefined;
  // Not by `instanceof Request`: servers replace the global Request class with their own.
  return ready ? input : new Request(input, init);
}

/** Calls a sandbox method by its name in a session. @throws Error for a name that no session records */
export function createCaller({ clock, payments }: Pick<Workspace, 'clock' | 'payments'>) {
  const calls: Readonly<Record<SessionCall, (...args: never[]) => unknown>> = {
    'clock.advance': clock.advance,
    'clock.set': clock.set,
    'clock.cancel': clock.cancel,
    'clock.followWallClock': clock.followWallClock,
    'payments.next': payments.next,
    'payments.remove': payments.remove,
    'payments.clear': payments.clear,
  };
  return (name: string, args: readonly unknown[]) => calls[toSessionCall(name)](...(args as never[]));
}
