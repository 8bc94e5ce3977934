import type { Compared, Verification } from './verify.ts';
import type { VerifyRequest } from './verify-requests.ts';

/** Maximum number of entries compared per list. */
const ENTRIES = 100;

/** Maximum number of contracts, customers and documents that are compared one by one. */
const SINGLE = 5;

/** Lists of what customers have. */
const lists = [
  'customers',
  'contracts',
  'subscriptions',
  'orders',
  'invoices',
  'invoiceDrafts',
  'contractChanges',
  'componentSubscriptions',
  'paymentTransactions',
];

const withSingles = ['customers', 'contracts', 'orders', 'invoices'];

const ofContract = [
  'subscriptions',
  'componentSubscriptions',
  'discountSubscriptions',
  'usage',
  'ratedItems',
  'ledgerEntries',
  'cancellationPreview',
];

/**
 * Compares the shapes of contracts, customers and their documents, which differ in each system: fields, types and
 * enumerations, according to the sandbox's API document. Nothing is changed.
 */
export async function compareShapes(verification: Verification, { answer }: Compared): Promise<void> {
  const ask = async (path: string, operation: string): Promise<unknown> => {
    const request: VerifyRequest = { operation: `GET ${operation}`, method: 'GET', path, isShape: true };
    return (await verification.compareOne(request, request, answer))[1].body;
  };
  for (const name of lists) {
    const entries = listedIds(await ask(`/api/v1/${name}?take=${ENTRIES}`, `/api/v1/${name}`));
    if (!withSingles.includes(name)) continue;
    for (const id of entries.slice(0, SINGLE)) await ask(`/api/v1/${name}/${id}`, `/api/v1/${name}/{id}`);
    if (name !== 'contracts') continue;
    for (const id of entries.slice(0, SINGLE))
      for (const part of ofContract)
        await ask(`/api/v1/contracts/${id}/${part}`, `/api/v1/contracts/{id}/${part}`);
  }
}

function listedIds(body: unknown): readonly string[] {
  if (!Array.isArray(body)) return [];
  return body.flatMap((one) => (one as { readonly Id?: string } | null)?.Id ?? []);
}
