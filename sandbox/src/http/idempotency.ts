import { Problem } from '../domain/problem.ts';
import { etagOf } from './etag.ts';
import { HttpProblem } from './http-problem.ts';
import { answerToError, type ProblemForm } from './problem-reply.ts';
import type { Reply } from './reply.ts';
import type { Call, Route } from './route.ts';

/** Longest key. */
const LONGEST_KEY = 255;

/** How long an answer is kept for repeats, in milliseconds. */
const KEPT_FOR = 24 * 3_600_000;

/**
 * By what the repeats of a request are known: caller, method, path and `Idempotency-Key`. `undefined` where it has no key,
 * or the route takes none.
 */
export function idOfRepeats(route: Route, call: Call): string | undefined {
  const key = call.request.headers.get('Idempotency-Key');
  if (key === null || (route.method !== 'POST' && route.method !== 'PUT') || !route.path.startsWith('/api/'))
    return undefined;
  if (key === '' || key.length > LONGEST_KEY) {
    throw new HttpProblem(
      400,
      'InvalidData',
      `Idempotency-Key has ${key.length} characters; send 1 to ${LONGEST_KEY}.`,
    );
  }
  const path = route.path.replace(/\{(\w+)\}/g, (_all, name: string) => call.params[name] ?? '');
  const caller = call.accessToken?.ClientId ?? call.selfServiceToken?.ContractId ?? 'public';
  return `${caller} ${route.method} ${path} ${key}`;
}

/**
 * Answers a request with an `Idempotency-Key` once: a repeat with the same body gets the same answer, one with another
 * body 422, one that comes while the first is under way 409. A refused request did nothing and is not kept, so it can be
 * corrected and sent again with the same key; a declined payment is an answer and is kept.
 */
export async function answerOnce(
  id: string,
  { core, traffic }: Call,
  body: string,
  form: ProblemForm,
  handle: () => Promise<Reply>,
): Promise<Reply> {
  const fingerprint = etagOf(body);

  if (traffic.inFlight.has(id)) {
    throw new HttpProblem(
      409,
      'AlreadyExecuted',
      'A request with this Idempotency-Key is under way. Wait for its answer.',
      {},
      1,
    );
  }
  const kept = core.tx.idempotentAnswers.get(id);
  if (kept !== undefined && kept.KeptUntil > core.tx.now) {
    if (kept.Fingerprint !== fingerprint) {
      throw new HttpProblem(
        422,
        'IdempotencyConflict',
        'This Idempotency-Key came before with another body. Use a new key for a new request.',
      );
    }
    return {
      status: kept.Status,
      headers: { ...kept.Headers, 'Idempotent-Replayed': 'true' },
      content: kept.Body ?? null,
    };
  }

  traffic.inFlight.add(id);
  try {
    const reply = await handle().catch((error) => {
      if (error instanceof Problem && error.kind === 'Declined') return answerToError(error, form);
      throw error;
    });
    const { status, headers, content } = reply;
    if (status < 300) {
      core.transaction(({ idempotentAnswers, now }) => {
        idempotentAnswers.delete(id);
        idempotentAnswers.insert({
          Id: id,
          Fingerprint: fingerprint,
          Status: status,
          Headers: headers,
          ...(typeof content === 'string' ? { Body: content } : {}),
          KeptUntil: now + KEPT_FOR,
        });
      });
    }
    return reply;
  } finally {
    traffic.inFlight.delete(id);
  }
}
