import type { Receipt, StoreAnswer } from '../basics/app-stores.ts';
import { Problem } from '../basics/problem.ts';
import type { ReceiptCode } from '../basics/problem-codes.ts';
import type { Account } from '../records/account.ts';
import type { Service } from '../records/service.ts';
import { readAmazonAnswer } from './store-amazon.ts';
import { readAppleAnswer } from './store-apple.ts';
import { readGoogleAnswer } from './store-google.ts';
import { leadingField } from './store-receipts.ts';
import {
  jsonOf,
  type SeenSubscription,
  UnreadableAnswer,
  unavailable,
  type Verdict,
} from './store-verdict.ts';

/** Seconds after which a store that is out of order may be asked again. */
const RETRY_AFTER = 60;

/** Asks the store for a receipt and reads its answer. Waits, so call it between transactions. */
export async function verify(service: Service, receipt: Receipt): Promise<Verdict> {
  const answer = await service.stores.verify(receipt);
  return service.transaction((tx) => readAnswer(answer, receipt, tx.account, tx.now));
}

function readAnswer(answer: StoreAnswer, receipt: Receipt, account: Account, now: number): Verdict {
  if (answer.Outcome !== 'Answered') {
    return unavailable(answer.Outcome === 'TimedOut' ? 'it did not respond in time' : 'it cannot be reached');
  }
  const { Status, Body } = answer;
  const json = jsonOf(Body);
  if (json === undefined) return unavailable(`its response is not a JSON object (HTTP ${Status})`);
  const production = account.Environment === 'Production';
  try {
    switch (receipt.Type) {
      case 'AppleIap':
        if (Status !== 200) return unavailable(`it is unavailable (HTTP ${Status})`);
        return readAppleAnswer(json, receipt, account.StoreApp, now);
      case 'GoogleIap':
        return readGoogleAnswer(Status, json, receipt, production, now);
      case 'AmazonIap':
        return readAmazonAnswer(Status, json, receipt, production, now);
    }
  } catch (error) {
    if (error instanceof UnreadableAnswer)
      return unavailable(`its response cannot be read: ${error.message}`);
    throw error;
  }
}

/**
 * The subscriptions of a verdict.
 *
 * @throws Problem Unavailable (503, with Retry-After) when the store has no judgement now; Invalid when it takes the
 * receipt not at all
 */
export function subscriptionsOf(verdict: Verdict, receipt: Receipt): readonly SeenSubscription[] {
  const Field = leadingField[receipt.Type];
  switch (verdict.Kind) {
    case 'Valid':
      return verdict.Subscriptions;
    case 'Unavailable':
      throw new Problem(
        'Unavailable',
        'StoreUnavailable',
        `The store ${receipt.Type} cannot verify the receipt at the moment: ${verdict.Why}. Send the request again later.`,
        [],
        RETRY_AFTER,
      );
    case 'Gone':
      throw refusal(
        Field,
        'SubscriptionOver',
        `the subscription has ended; the store ${receipt.Type} reports that ${verdict.Why}.`,
      );
    case 'Refused':
      throw refusal(Field, verdict.Code, `the store ${receipt.Type} rejects the receipt: ${verdict.Why}.`);
  }
}

/** A receipt that is refused, by a code of its own. */
export function refusal(Field: string, Code: ReceiptCode, Message: string): Problem {
  return new Problem('Invalid', Code, `${Field}: ${Message}`, [{ Field, Code, Message }]);
}
