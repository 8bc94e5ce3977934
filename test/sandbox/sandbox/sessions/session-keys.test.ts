import { createSandbox } from 'clientlib-sandbox';
import { expect, it } from 'vitest';
import { backEnd, newContract } from '../../service/http/service.ts';

it('a session that begins with a state has a stand-in for each key to it', async () => {
  const sandbox = createSandbox({ record: true, seed: 'keys', clock: '2026-01-15T10:00:00Z' });
  const api = await backEnd(sandbox);
  const { Id } = await newContract(api);
  await api('GET', `contracts/${Id}/selfServiceToken`);
  const file = (await api('POST', 'accountingExportFiles', {})).body;
  await api('POST', `accountingExportFiles/${file.Id}/downloadLink`, []);
  const { Collections } = sandbox.snapshot();
  sandbox.restore(sandbox.snapshot());
  const session = JSON.stringify(sandbox.session());
  for (const collection of ['accessTokens', 'selfServiceTokens', 'downloadLinks']) {
    const keys = (Collections[collection] ?? []).map(({ Id: key }) => key);
    expect([collection, keys.length]).toEqual([collection, 1]);
    expect(keys.filter((key) => session.includes(key))).toEqual([]);
    expect(session).toContain(`stand-in-${collection}-`);
  }
  sandbox.close();
});
