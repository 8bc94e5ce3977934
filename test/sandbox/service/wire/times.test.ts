import { describe, expect, it } from 'vitest';
import { backEnd, newContract, newSandbox } from '../http/service.ts';

const customer = { FirstName: 'Ada', Address: { Country: 'DE' } };
const order = { Customer: customer, Cart: { PlanVariantId: 'b00000000000000000000001' } };

describe('with a stopped clock', () => {
  it('records have strictly increasing times, while contracts start at the instant itself', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const times: string[] = [];
    for (let made = 0; made < 5; made += 1) times.push((await api('POST', 'orders', order)).body.CreatedAt);
    expect(new Set(times).size).toBe(5);
    expect([...times].sort()).toEqual(times);
    for (const time of times) expect(time).toMatch(/^2026-01-15T10:00:00\.000\d{3}0Z$/);
    const contract = await newContract(api);
    expect((await api('GET', `contracts/${contract.Id}`)).body.StartDate).toBe(
      '2026-01-15T10:00:00.0000000Z',
    );
    const entries = (await api('GET', `contracts/${contract.Id}/ledgerEntries`)).body;
    const [invoice] = (await api('GET', 'invoices')).body;
    const [change] = (await api('GET', 'contractChanges')).body;
    const stamps = [...times, change.Timestamp, invoice.Created, entries[0].Timestamp];
    expect(new Set(stamps).size).toBe(stamps.length);
    await sandbox.clock.advance('PT1S');
    expect((await api('POST', 'orders', order)).body.CreatedAt).toBe('2026-01-15T10:00:01.0000000Z');
  });

  it('a client that pages by time windows reads each record once, and misses none', async () => {
    const api = await backEnd(newSandbox());
    const made: string[] = [];
    for (let count = 0; count < 7; count += 1) made.push((await api('POST', 'orders', order)).body.Id);
    const read: string[] = [];
    for (let dateTo = ''; ; ) {
      const page = (await api('GET', `orders?take=3&dateTo=${dateTo}`)).body.filter(
        ({ Id }: { Id: string }) => !read.includes(Id),
      );
      if (page.length === 0) break;
      read.push(...page.map(({ Id }: { Id: string }) => Id));
      dateTo = page.at(-1).CreatedAt;
    }
    expect(read).toEqual([...made].reverse());
  });

  it('a time without a fraction covers the whole millisecond, one with a fraction that instant', async () => {
    const api = await backEnd(newSandbox());
    const [first, second] = [await api('POST', 'orders', order), await api('POST', 'orders', order)];
    const ids = async (query: string) =>
      (await api('GET', `orders?${query}`)).body.map(({ Id }: { Id: string }) => Id);
    const both = [second.body.Id, first.body.Id];
    expect(await ids('dateTo=2026-01-15T10:00:00Z')).toEqual(both);
    expect(await ids('dateTo=2026-01-15T10:00:00.0000000Z')).toEqual(both);
    expect(await ids(`dateFrom=${second.body.CreatedAt}`)).toEqual([second.body.Id]);
    expect(await ids(`dateTo=${first.body.CreatedAt.replace('0Z', '5Z')}`)).toEqual([first.body.Id]);
  });

  it('continues from a snapshot, and a rejected change uses no time', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const { CreatedAt } = (await api('POST', 'orders', order)).body;
    const other = newSandbox();
    other.restore(sandbox.snapshot());
    const later = await (await backEnd(other))('POST', 'orders', order);
    expect(later.body.CreatedAt > CreatedAt).toBe(true);
    expect((await api('POST', 'orders', order)).body.CreatedAt).toBe(later.body.CreatedAt);
  });
});
