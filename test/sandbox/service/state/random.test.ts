import { describe, expect, it, vi } from 'vitest';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { Random } from '../../../../sandbox/src/service/state/random.ts';
import { backEnd, newContract } from '../http/service.ts';

const clock = '2026-01-15T10:00:00Z';

/** Ids, tokens and secrets that a short script meets. */
async function met(sandbox: Sandbox): Promise<string[]> {
  const api = await backEnd(sandbox);
  const contract = await newContract(api);
  const webhook = (await api('POST', 'webhooks', { Url: 'https://shop.test/hook' })).body;
  const token = (await api('GET', `contracts/${contract.Id}/selfServiceToken`)).body;
  const { Collections } = sandbox.snapshot();
  const orders = (Collections['orders'] ?? []).map(({ Id }) => Id);
  const accessTokens = (Collections['accessTokens'] ?? []).map(({ Id }) => Id);
  return [contract.Id, contract.CustomerId, webhook.Secret, token.Token, ...orders, ...accessTokens];
}

async function metBy(options: SandboxOptions): Promise<string[]> {
  const sandbox = createSandbox({ clock, ...options });
  try {
    return await met(sandbox);
  } finally {
    sandbox.close();
  }
}

describe('Without a seed', () => {
  it('two sandboxes share no id, token or secret', async () => {
    const [one, other] = [await metBy({}), await metBy({})];
    expect(one).toHaveLength(6);
    expect(one.every((value) => typeof value === 'string' && value.length >= 24)).toBe(true);
    expect(one.filter((value) => other.includes(value))).toEqual([]);
  });

  it('nor do two workspaces, or the same one after a reset', async () => {
    const sandbox = createSandbox({ clock });
    const before = await met(sandbox);
    sandbox.reset();
    const after = await met(sandbox);
    sandbox.close();
    expect(before.slice(2).filter((value) => after.includes(value))).toEqual([]);
  });

  it('every number comes from the cryptographic generator', () => {
    const real = vi.spyOn(crypto, 'getRandomValues').mockImplementation((words) => {
      (words as unknown as Uint32Array).fill(7);
      return words;
    });
    try {
      expect(new Random().hex(16)).toBe('0000000700000007');
      new Random('seed').hex(16);
      expect(real).toHaveBeenCalledTimes(1);
    } finally {
      real.mockRestore();
    }
  });

  it('no number is drawn twice', () => {
    const random = new Random();
    const words = Array.from({ length: 1000 }, () => random.base64url(8));
    expect(new Set(words).size).toBe(1000);
  });

  it('a restored snapshot with a seed does not make it predictable', async () => {
    const seeded = createSandbox({ clock, seed: 'known' });
    const copies = [createSandbox({ clock }), createSandbox({ clock })];
    const all: string[][] = [];
    for (const copy of copies) {
      copy.restore(seeded.snapshot());
      expect(copy.snapshot().Random).toEqual([]);
      all.push((await met(copy)).slice(2));
    }
    for (const sandbox of [seeded, ...copies]) sandbox.close();
    expect(all[0]?.filter((value) => all[1]?.includes(value))).toEqual([]);
  });

  it('a snapshot of it can be restored, also with a seed', async () => {
    const real = createSandbox({ clock });
    await newContract(await backEnd(real));
    for (const copy of [createSandbox({ clock }), createSandbox({ clock, seed: 'known' })]) {
      copy.restore(real.snapshot());
      expect(copy.snapshot().Collections).toEqual(real.snapshot().Collections);
      copy.close();
    }
    real.close();
  });
});

describe('With a seed', () => {
  it('the same script gets the same tokens and secrets after a snapshot without one', async () => {
    const real = createSandbox({ clock });
    const copies = [createSandbox({ clock, seed: 'known' }), createSandbox({ clock, seed: 'known' })];
    const all: string[][] = [];
    for (const copy of copies) {
      copy.restore(real.snapshot());
      all.push(await met(copy));
    }
    for (const sandbox of [real, ...copies]) sandbox.close();
    expect(all[0]).toEqual(all[1]);
  });

  it('the same script gets the same ids, tokens and secrets', async () => {
    expect(await metBy({ seed: 'one' })).toEqual(await metBy({ seed: 'one' }));
    const other = await metBy({ seed: 'other' });
    expect((await metBy({ seed: 'one' })).filter((value) => other.includes(value))).toEqual([]);
  });

  it('order ids reveal nothing about each other', async () => {
    const sandbox = createSandbox({ clock, seed: 'orders' });
    const api = await backEnd(sandbox);
    for (let at = 0; at < 3; at += 1) await newContract(api);
    const parts = (sandbox.snapshot().Collections['orders'] ?? []).map(({ Id }) => Id.slice(8));
    sandbox.close();
    const numbers = parts.map((part) => BigInt(`0x${part}`));
    const near = numbers.some(
      (number, at) =>
        at > 0 && number - (numbers[at - 1] as bigint) < 2n ** 24n && number > (numbers[at - 1] as bigint),
    );
    expect([new Set(parts).size, near]).toEqual([3, false]);
  });
});
