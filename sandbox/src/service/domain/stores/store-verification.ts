import type { Receipt, StoreAnswer } from '../basics/app-stores.ts';
import { Problem } from '../basics/problem.ts';
import type { ReceiptCode } from '../basics/problem-codes.ts';
import type { Account } from '../records/account.ts';
import type { Service } from '../records/service.ts';
import { findStoreLink } from '../records/store-links.ts';
import { readAmazonAnswer } from './store-amazon.ts';
import { readAppleAnswer } from './store-apple.ts';
import { type GoogleReceipt, readGoogleAnswer } from './store-google.ts';
import { leadingField } from './store-receipts.ts';
import {
  parseObject,
  type SeenSubscription,
  UnreadableAnswer,
  unavailable,
  type Verdict,
} from './store-verdict.ts';

/** Seconds after which an unavailable store may be queried again. */
const RETRY_AFTER = 60;

/** Maximum number of purchases followed in a chain. */
const MAX_CHAIN = 50;

/** Sends a receipt to the store and parses the response. Asynchronous, so call it between transactions. */
export async function verify(service: Service, receipt: Receipt): Promise<Verdict> {
  const verdict = await askStore(service, receipt);
  return receipt.Type === 'GoogleIap' && verdict.Kind === 'Valid'
    ? withKnownPurchase(service, receipt, verdict)
    : verdict;
}

async function askStore(service: Service, receipt: Receipt): Promise<Verdict> {
  const answer = await service.stores.verify(receipt);
  return service.transaction((tx) => readAnswer(answer, receipt, tx.account, tx.now));
}

/**
 * Replaces the previous purchase of a GoogleIap purchase with the first one in the chain that the service knows: the
 * store links each purchase only to the one before it, and the service may not have seen all of them.
 */
async function withKnownPurchase(
  service: Service,
  receipt: GoogleReceipt,
  verdict: Extract<Verdict, { Kind: 'Valid' }>,
): Promise<Verdict> {
  const [seen] = verdict.Subscriptions as readonly [SeenSubscription];
  const isKnown = (id: string) =>
    service.transaction((tx) => findStoreLink(tx, 'GoogleIap', id) !== undefined);
  let { Replaces } = seen;
  if (Replaces === undefined || isKnown(seen.Id)) return verdict;
  for (let at = 0; at < MAX_CHAIN && Replaces !== undefined; at += 1) {
    if (isKnown(Replaces)) return { ...verdict, Subscriptions: [{ ...seen, Replaces }] };
    const before = await verifyPurchase(service, receipt, Replaces);
    if (before?.Kind === 'Unavailable') return before;
    Replaces = before?.Kind === 'Valid' ? before.Subscriptions[0]?.Replaces : undefined;
  }
  return verdict;
}

/** The purchase of a token whose product is unknown: queries the store for each product of the catalogue. */
async function verifyPurchase(
  service: Service,
  receipt: GoogleReceipt,
  GoogleIapToken: string,
): Promise<Verdict | undefined> {
  const products = service.transaction((tx) =>
    [...tx.planVariants].flatMap(({ StoreProductId, PlanGroupId }) =>
      tx.planGroups.get(PlanGroupId)?.Store === 'GoogleIap' ? (StoreProductId ?? []) : [],
    ),
  );
  for (const GoogleIapSubscriptionId of new Set(products)) {
    const verdict = await askStore(service, { ...receipt, GoogleIapSubscriptionId, GoogleIapToken });
    if (verdict.Kind !== 'Refused') return verdict;
  }
  return undefined;
}

function readAnswer(answer: StoreAnswer, receipt: Receipt, account: Account, now: number): Verdict {
  if (answer.Outcome !== 'Answered') {
    return unavailable(answer.Outcome === 'TimedOut' ? 'it did not respond in time' : 'it cannot be reached');
  }
  const { Status, Body } = answer;
  const json = parseObject(Body);
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
 * @throws Problem Unavailable (503, with Retry-After) when the store is undecided; Invalid when it rejects the
 * receipt
 */
export function seenSubscriptions(verdict: Verdict, receipt: Receipt): readonly SeenSubscription[] {
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

/** A rejected receipt, with its own code. */
export function refusal(Field: string, Code: ReceiptCode, Message: string): Problem {
  return new Problem('Invalid', Code, `${Field}: ${Message}`, [{ Field, Code, Message }]);
}
