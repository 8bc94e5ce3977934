import type { Snapshot } from '../../sandbox/sandbox.ts';

/** Logs, keys and sent messages: they show how a state came about, and do not affect later behavior. */
const history = new Set([
  'accessTokens',
  'selfServiceTokens',
  'events',
  'deliveries',
  'mails',
  'idempotentAnswers',
  'downloadLinks',
  'decidedPayments',
  'providerChallenges',
]);

const ID = /[0-9a-f]{24}/g;
/** Fields that differ between two ways to the same state: instants of creation, references and random numbers. */
const INCIDENTAL = new Set([
  'Created',
  'CreatedAt',
  'SentAt',
  'Timestamp',
  'TimeStamp',
  'StatusTimestamp',
  'TransferredAt',
  'ReferenceCode',
  'ProviderTransactionId',
  'InvoiceReferenceCode',
  'Token',
]);

/**
 * A state as a text that is the same for equivalent states: ids are numbered by first occurrence, and stamps are
 * omitted. States with the same text behave the same, except for ids and stamps.
 */
export function canonicalForm({ Clock, Collections }: Snapshot): string {
  const numbers = new Map<string, string>();
  const numberFor = (id: string): string => {
    let number = numbers.get(id);
    if (number === undefined) {
      number = `#${numbers.size}`;
      numbers.set(id, number);
    }
    return number;
  };
  const kept = Object.entries(Collections).filter(([name]) => !history.has(name));
  const text = JSON.stringify([Clock, kept], (key, value) => (INCIDENTAL.has(key) ? undefined : value));
  return text.replace(ID, numberFor);
}
