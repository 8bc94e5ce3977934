// Tokens and links as the rules make them; expiry.test.ts shows when they leave the state.
import { afterEach, describe, expect, it } from 'vitest';
import { Core } from '../../../../sandbox/src/service/core/core.ts';
import {
  issueAccessToken,
  revokeAccessToken,
  revokeAllAccessTokens,
} from '../../../../sandbox/src/service/domain/access/access-tokens.ts';
import { createDownloadLink } from '../../../../sandbox/src/service/domain/access/download-links.ts';
import { dropExpired } from '../../../../sandbox/src/service/domain/access/expiry.ts';
import { issueSelfServiceToken } from '../../../../sandbox/src/service/domain/access/self-service-tokens.ts';

const START = Date.parse('2026-01-15T10:00:00Z');
const DAY = 86_400_000;
const opened: Core[] = [];

afterEach(async () => {
  for (const core of opened.splice(0)) await core.close();
});

function made(TokenLifetime = 3600): Core {
  const core = new Core({
    clock: '2026-01-15T10:00:00Z',
    seed: 'access',
    config: { Account: { TokenLifetime } },
  });
  opened.push(core);
  return core;
}

describe('spec: Authentication 9, Limits 4 — an access token', () => {
  it("is opaque, belongs to its client, and expires after the account's lifetime in seconds", () => {
    const core = made(1800);
    const token = core.transaction((tx) => issueAccessToken(tx, 'client'));
    expect(token).toEqual({
      Id: expect.stringMatching(/^[A-Za-z0-9_-]{86}$/),
      ClientId: 'client',
      ExpiresAt: START + 1_800_000,
    });
    expect(core.tx.accessTokens.get(token.Id)).toEqual(token);
    expect(Object.keys(token)).not.toContain('Username');
  });

  it('names the user of a password grant, and never expires if the lifetime is 0', () => {
    const token = made(0).transaction((tx) => issueAccessToken(tx, 'client', 'api@merchant.test'));
    expect(token).toEqual({ Id: expect.any(String), ClientId: 'client', Username: 'api@merchant.test' });
  });

  it('can be revoked once; all can be revoked at once', () => {
    const core = made();
    const issue = () => core.transaction((tx) => issueAccessToken(tx, 'client'));
    const [first, second, third] = [issue(), issue(), issue()];
    expect(core.transaction((tx) => revokeAccessToken(tx, first.Id))).toBe(true);
    expect(core.transaction((tx) => revokeAccessToken(tx, first.Id))).toBe(false);
    expect([...core.tx.accessTokens].map(({ Id }) => Id).toSorted()).toEqual(
      [second.Id, third.Id].toSorted(),
    );
    expect(core.transaction(revokeAllAccessTokens)).toBe(2);
    expect(core.tx.accessTokens.size).toBe(0);
  });
});

describe('spec: REST GET contracts/{contractId}/selfservicetoken, Operation new Portal — a self-service token', () => {
  const contract = {
    Id: 'c10000000000000000000001',
    CustomerId: 'c20000000000000000000001',
    StartDate: '2026-01-15T10:00:00.0000000Z',
    Phases: [],
  };

  function withContract(): Core {
    const core = made();
    core.transaction((tx) => tx.contracts.insert(contract as never));
    return core;
  }

  it('is for the customer of one contract, for a day by default', () => {
    const core = withContract();
    const issue = (minutes?: number) =>
      core.transaction((tx) => issueSelfServiceToken(tx, contract.Id, minutes));
    const token = issue();
    expect(token).toEqual({
      Id: expect.stringMatching(/^[A-Za-z0-9_-]{32}$/),
      ContractId: contract.Id,
      CustomerId: contract.CustomerId,
      Purpose: 'CustomerPortal',
      ExpiresAt: START + DAY,
    });
    expect(core.tx.selfServiceTokens.get(token.Id)).toEqual(token);
    expect(issue(1).ExpiresAt).toBe(START + 60_000);
    expect(issue(10_080).ExpiresAt).toBe(START + 7 * DAY);
  });

  it('lasts up to a week', () => {
    const core = withContract();
    for (const minutes of [0, -1, 10_081, Number.NaN])
      expect(() => core.transaction((tx) => issueSelfServiceToken(tx, contract.Id, minutes))).toThrow(
        `tokenValidity: expected minutes from 1 to 10080, got ${minutes}`,
      );
  });

  it('requires an existing contract', () => {
    expect(() => made().transaction((tx) => issueSelfServiceToken(tx, contract.Id))).toThrow(
      expect.objectContaining({ kind: 'NotFound' }),
    );
  });
});

it('a download link gives access to one document for a day', () => {
  const core = made();
  const link = core.transaction((tx) => createDownloadLink(tx, 'Dunning', 'd1'));
  expect(link).toEqual({
    Id: expect.stringMatching(/^[A-Za-z0-9_-]{32}$/),
    Kind: 'Dunning',
    DocumentId: 'd1',
    ExpiresAt: START + DAY,
  });
  expect(core.tx.downloadLinks.get(link.Id)).toEqual(link);
});

describe('expired entries are deleted', () => {
  /** Which of three documents are left: over for a moment, over just now, and not over yet. */
  const left = (
    name: 'accessTokens' | 'selfServiceTokens' | 'downloadLinks' | 'idempotentAnswers',
    field: 'ExpiresAt' | 'KeptUntil',
    retention: number,
  ) => {
    const core = made();
    return core.transaction((tx) => {
      for (const [Id, at] of [
        ['over', -1],
        ['just', 0],
        ['not', 1],
      ] as const)
        tx[name].insert({ Id, ClientId: 'c', [field]: tx.now - retention + at } as never);
      dropExpired(tx);
      return [...tx[name]].map(({ Id }) => Id);
    });
  };

  it('tokens a day after they expire, links and responses for repeats at once', () => {
    expect(left('accessTokens', 'ExpiresAt', DAY)).toEqual(['not']);
    expect(left('selfServiceTokens', 'ExpiresAt', DAY)).toEqual(['not']);
    expect(left('downloadLinks', 'ExpiresAt', 0)).toEqual(['not']);
    expect(left('idempotentAnswers', 'KeptUntil', 0)).toEqual(['not']);
  });

  it('but not a token without an expiry', () => {
    const core = made(0);
    const token = core.transaction((tx) => issueAccessToken(tx, 'client'));
    core.transaction(dropExpired);
    expect([...core.tx.accessTokens]).toEqual([token]);
  });
});
