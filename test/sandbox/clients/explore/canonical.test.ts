import { describe, expect, it } from 'vitest';
import { canonicalForm } from '../../../../sandbox/src/clients/explore/canonical.ts';
import { createSandbox, type Snapshot } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { backEnd, newContract } from '../../service/http/service.ts';

/** A state with a contract, by seed: other ids, references and numbers, at the same instant. */
async function stateOf(seed: string): Promise<Snapshot> {
  const sandbox = createSandbox({ seed, clock: '2026-01-15T10:00:00Z' });
  await newContract(await backEnd(sandbox));
  const state = sandbox.snapshot();
  sandbox.close();
  return state;
}

const withOne = (state: Snapshot, collection: string, document: { readonly Id: string }): Snapshot => ({
  ...state,
  Collections: { ...state.Collections, [collection]: [...(state.Collections[collection] ?? []), document] },
});

describe('the canonical form of a state', () => {
  it('is that of the same life under other ids, and not that of another life', async () => {
    const [one, other] = [await stateOf('one'), await stateOf('other')];
    expect(JSON.stringify(one)).not.toBe(JSON.stringify(other));
    expect(canonicalForm(one)).toBe(canonicalForm(other));
    const [contract] = one.Collections['contracts'] ?? [];
    const none = { ...one, Collections: { ...one.Collections, contracts: [] } };
    const ended = withOne(none, 'contracts', { Id: '', ...contract, LifecycleStatus: 'Ended' } as {
      Id: string;
    });
    expect(canonicalForm(ended)).not.toBe(canonicalForm(one));
    expect(canonicalForm({ ...one, Clock: { ...one.Clock, Now: 'later' } } as never)).not.toBe(
      canonicalForm(one),
    );
  });

  it.each([
    'accessTokens',
    'selfServiceTokens',
    'events',
    'deliveries',
    'mails',
    'idempotentAnswers',
    'downloadLinks',
    'decidedPayments',
    'providerChallenges',
  ])('is the same with more %s', async (collection) => {
    const state = await stateOf('one');
    expect(canonicalForm(withOne(state, collection, { Id: 'x' }))).toBe(canonicalForm(state));
  });

  it.each([
    ...['Created', 'CreatedAt', 'SentAt', 'Timestamp', 'TimeStamp', 'StatusTimestamp', 'TransferredAt'],
    ...['ReferenceCode', 'ProviderTransactionId', 'InvoiceReferenceCode', 'Token'],
  ])('is the same with another %s, and not with another name', (field) => {
    const formWith = (value: object): string =>
      canonicalForm({ Clock: {}, Collections: { orders: [{ Id: 'x', ...value }] } } as never);
    expect(formWith({ [field]: 'one' })).toBe(formWith({ [field]: 'other' }));
    expect(formWith({ Name: 'one' })).not.toBe(formWith({ Name: 'other' }));
  });

  it.each(['customers', 'orders', 'invoices', 'paymentTransactions'])(
    'is another one with more %s',
    async (collection) => {
      const state = await stateOf('one');
      expect(canonicalForm(withOne(state, collection, { Id: 'x' }))).not.toBe(canonicalForm(state));
    },
  );
});
