import type { Reply } from '../reply.ts';
import { pageReply } from './page.tsx';

/** The page of a payment that nobody knows. */
export function noSuchPaymentPage(baseUrl: string): Reply {
  return pageReply({
    baseUrl,
    title: 'There is no such page',
    status: 404,
    body: (
      <p>
        This payment page does not exist, or the sandbox was reset. Go back to the shop and start the payment
        again.
      </p>
    ),
  });
}
