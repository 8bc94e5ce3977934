import { etagOf } from './etag.ts';
import { HttpProblem } from './http-problem.ts';
import type { Call, Route } from './route.ts';

/** Longest key. */
const LONGEST_KEY = 255;

/** How long an answer is kept for repeats, in milliseconds. */
const KEPT_FOR = 24 * 3_600_000;

/**
 * Answers a POST with an `Idempotency-Key` once: a repeat with the same body gets the same answer, one with another body
 * 422, one that comes while the first is under way 409. A refused request did nothing and is not kept, so it can be
 * corrected and sent again with the same key; a declined payment is an answer and is kept.
 */
export async function answerOnce(
  route: Route,
  call: Call,
  body: string,
  handle: () => Promise<Response>,
): Promise<Response> {
  const key = call.request.headers.get('Idempotency-Key');
  if (key === null || (route.method !== 'POST' && route.method !== 'PUT') || !route.path.startsWith('/api/'))
    return handle();
  if (key === '' || key.length > LONGEST_KEY) {
    throw new HttpProblem(
      400,
      'InvalidData',
      `Idempotency-Key has ${key.length} characters; send 1 to ${LONGEST_KEY}.`,
    );
  }
  const { core, traffic } = call;
  const path = route.path.replace(/\{(\w+)\}/g, (_all, name: string) => call.params[name] ?? '');
  const caller = call.accessToken?.ClientId ?? call.selfServiceToken?.ContractId ?? 'public';
  const id = `${caller} ${route.method} ${path} ${key}`;
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
    return new Response(kept.Body ?? null, {
      status: kept.Status,
      headers: { ...kept.Headers, 'Idempotent-Replayed': 'true' },
    });
  }

  traffic.inFlight.add(id);
  try {
    const response = await handle();
    if (response.ok) {
      const text = await response.clone().text();
      core.transaction(({ idempotentAnswers, now }) => {
        idempotentAnswers.delete(id);
        idempotentAnswers.insert({
          Id: id,
          Fingerprint: fingerprint,
          Status: response.status,
          Headers: Object.fromEntries(response.headers),
          ...(text === '' ? {} : { Body: text }),
          KeptUntil: now + KEPT_FOR,
        });
      });
    }
    return response;
  } finally {
    traffic.inFlight.delete(id);
  }
}
