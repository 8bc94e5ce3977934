import type { SelfServiceToken } from '../../../domain/records/access.ts';
import type { ServiceContext } from '../../zones/env.ts';
import type { SentencesByCode } from './by-code.ts';

/** The parts of a self-service request that identify the payer. */
interface PayerFacts {
  readonly Customer?: { readonly Locale?: string };
  readonly Locale?: string;
  readonly OrderId?: string;
  readonly returnUrl?: string;
}

/** The sentences for the payer of a request. */
export async function sentencesForPayer(c: ServiceContext): Promise<SentencesByCode> {
  // Loaded with the first rejection: loading 26 languages would slow down the start.
  const { sentencesIn } = await import('./by-code.ts');
  return sentencesIn(payerLanguages(c));
}

/** The payer's languages, best first: from the customer's data, the order or contract, the browser, and the return address. */
function payerLanguages(c: ServiceContext): string[] {
  const { tx } = c.env.core;
  const { Customer, Locale, OrderId, returnUrl = '' } = (c.req.valid('json' as never) ?? {}) as PayerFacts;
  const order = tx.orders.get(OrderId);
  const token = c.get('selfServiceToken' as never) as SelfServiceToken | undefined;
  const customerId = order?.CustomerId ?? tx.contracts.get(token?.ContractId)?.CustomerId;
  return [
    Customer?.Locale,
    Locale,
    order?.Ordered.Customer?.Locale,
    tx.customers.get(customerId)?.Locale,
    ...(c.req.header('Accept-Language') ?? '').split(',').map((range) => range.replace(/;.*/, '').trim()),
    /[?&]language=([\w-]+)/.exec(returnUrl)?.[1],
  ].filter((language) => language !== undefined && language !== '') as string[];
}
