import { expect, it } from 'vitest';
import { readBeginning } from '../../../../sandbox/src/service/model/beginning-of-text.ts';

/** An answer whose body comes in parts. */
function answerOf(...parts: readonly Uint8Array[]) {
  const state = { taken: 0, isCanceled: false };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const part = parts[state.taken];
        state.taken += 1;
        if (part === undefined) controller.close();
        else controller.enqueue(part);
      },
      cancel() {
        state.isCanceled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { state, response: new Response(body) };
}

it('a character whose bytes come in two parts is one character', async () => {
  const bytes = new TextEncoder().encode('Zahlung: 9,90 €');
  const { response } = answerOf(bytes.subarray(0, -1), bytes.subarray(-1));
  expect(await readBeginning(response, 100)).toBe('Zahlung: 9,90 €');
});

it('a body that breaks off within a character ends with the replacement character', async () => {
  const { response } = answerOf(new TextEncoder().encode('9 €').subarray(0, -1));
  expect(await readBeginning(response, 100)).toBe('9 \uFFFD');
});

it('of a long body, no more is read than the parts up to the limit', async () => {
  const part = new TextEncoder().encode('0123456789');
  const { response, state } = answerOf(...Array.from({ length: 50 }, () => part));
  expect(await readBeginning(response, 25)).toBe('0123456789'.repeat(3));
  expect(state).toEqual({ taken: 3, isCanceled: true });
});

it('an answer without a body is an empty text', async () => {
  expect(await readBeginning(new Response(null, { status: 204 }), 100)).toBe('');
});
