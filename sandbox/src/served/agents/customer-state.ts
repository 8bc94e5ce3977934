import type { Json } from './service.ts';

/** Logs and secrets that no variant needs; events contain their customer. */
const LEFT_OUT = [
  'events',
  'deliveries',
  'accessTokens',
  'selfServiceTokens',
  'downloadLinks',
  'idempotentAnswers',
  'mails',
];

/**
 * Returns a state with the documents of one customer and the catalogue. A document belongs to the customer that it
 * refers to, directly or through another document.
 */
export function stateOfCustomer(snapshot: Json, customerId: string): Json {
  const collections: [string, Json[]][] = Object.entries(snapshot.Collections);
  const others = new Set<string>();
  for (const [name, documents] of collections)
    for (const { Id, CustomerId } of documents)
      if ((name === 'customers' ? Id : (CustomerId ?? customerId)) !== customerId) others.add(Id);
  const isOfOther = (document: Json) =>
    Object.entries(document).some(
      ([field, value]) => /(Id|Key)$/.test(field) && others.has(String(value).replace(/\/.*$/, '')),
    );
  const kept = collections.map(([name, documents]) => [
    name,
    LEFT_OUT.includes(name) ? [] : documents.filter((document) => !isOfOther(document)),
  ]);
  return { ...snapshot, Collections: Object.fromEntries(kept) };
}
