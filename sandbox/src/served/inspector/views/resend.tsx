/** @jsxImportSource hono/jsx/dom */
import { send } from '../api.ts';
import { Action } from '../parts/action.tsx';
import type { Delivery } from '../timeline.ts';

/** Why a delivery that was sent again has failed again; `undefined` when the receiver has taken it. */
async function deliveryFailure(eventId: string, id: string): Promise<string | undefined> {
  await send({ method: 'POST', path: '/sandbox/deliveries/settle' });
  const { body } = await send({ method: 'GET', path: `/sandbox/deliveries?eventId=${eventId}` });
  const error = (body as Delivery[]).find(({ Id }) => Id === id)?.Attempts.at(-1)?.Error;
  return error === undefined ? undefined : `The delivery failed again: ${error}`;
}

/** Sends a delivery again, at once. */
export function Resend({
  delivery: { Id: id, EventId, Status },
  isSmall = false,
}: {
  readonly delivery: Delivery;
  readonly isSmall?: boolean;
}) {
  return (
    <Action
      label={Status === 'Pending' ? 'Retry now' : 'Resend'}
      isQuick
      isSmall={isSmall}
      request={() => ({ method: 'POST', path: `/sandbox/deliveries/${id}/resend` })}
      check={(sent: { readonly Id: string }) => deliveryFailure(EventId, sent.Id)}
    />
  );
}
