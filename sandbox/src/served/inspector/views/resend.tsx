/** @jsxImportSource hono/jsx/dom */
import { send } from '../api.ts';
import { Action } from '../parts/action.tsx';
import type { Delivery } from '../timeline.ts';

/** Why a resent delivery has failed again; `undefined` if the receiver has accepted it. */
async function deliveryFailure(eventId: string, id: string): Promise<string | undefined> {
  await send({ method: 'POST', path: '/sandbox/deliveries/settle' });
  const { body } = await send({ method: 'GET', path: `/sandbox/deliveries?eventId=${eventId}` });
  const error = (body as Delivery[]).find(({ Id }) => Id === id)?.Attempts.at(-1)?.Error;
  return error === undefined ? undefined : `The delivery failed again: ${error}`;
}

/** Resends a delivery immediately. */
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
