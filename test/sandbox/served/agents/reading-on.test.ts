// What an agent reads page by page, and when it does: nothing twice, nothing left out, in any year.
import { expect, it } from 'vitest';
import { createSandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { ScriptedAgent } from './agent.ts';

const idsIn = (text: string): string[] =>
  [...text.matchAll(/^\d.*\[(\w+)\]$/gm)].map(([, id]) => id as string);

it('events are read on from the last one seen, each once, to the newest', async () => {
  const sandbox = createSandbox({ seed: 'reading', clock: '2026-01-15T10:00:00Z' });
  const agent = ScriptedAgent.of(sandbox);
  for (let at = 0; at < 12; at += 1) await agent.text('sign_up');
  const all = (
    (await (await sandbox.fetch('http://sandbox/sandbox/events?take=500')).json()) as { Id: string }[]
  )
    .map(({ Id }) => Id)
    .reverse();
  expect(all.length).toBeGreaterThan(60);
  const [first] = all;
  const seen = [first];
  for (let next = idsIn(await agent.text('events', { since: first })); next.length > 0; ) {
    seen.push(...next);
    next = idsIn(await agent.text('events', { since: seen.at(-1) }));
  }
  expect(seen).toEqual(all);
  expect(idsIn(await agent.text('events'))).toEqual(all.slice(-20));
  sandbox.close();
});

it.each(['2026-01-15', '2031-12-31', '2049-06-01'])('a customer signs up by card on %s', async (day) => {
  const sandbox = createSandbox({ seed: 'reading', clock: `${day}T10:00:00Z` });
  const answer = await ScriptedAgent.of(sandbox).text('sign_up');
  expect(answer).toMatch(/Contract [0-9a-f]{24}/);
  expect(sandbox.snapshot().Collections['paymentTransactions']).toMatchObject([
    { Status: { Status: 'Succeeded' } },
  ]);
  sandbox.close();
});

it.each([
  ['forecast', { months: 70 }, /^2\d{3}-\d\d-\d\d invoice/],
  ['contract', {}, /^\w{24} |\[\w{24}\]|Contract \w{24}/],
  ['search_docs', { query: 'payment' }, /^[\w#-]+ \(/],
])(
  '%s is read on by the number that its answer names, each line once, to the end',
  async (tool, input, isRow) => {
    const sandbox = createSandbox({ seed: 'reading', clock: '2026-01-15T10:00:00Z' });
    const agent = ScriptedAgent.of(sandbox);
    for (let at = 0; at < (tool === 'contract' ? 30 : 1); at += 1) await agent.text('sign_up');
    const rows: string[] = [];
    const named: number[] = [0];
    for (let skip: number | undefined = 0; skip !== undefined; ) {
      const text = await agent.text(tool, { ...input, ...(skip === 0 ? {} : { skip }) });
      rows.push(...text.split('\n').filter((line) => isRow.test(line)));
      const [, next] = /skip (\d+)\b/.exec(text) ?? [];
      skip = next === undefined ? undefined : Number(next);
      if (skip !== undefined) {
        expect(skip).toBeGreaterThan(named.at(-1) as number);
        named.push(skip);
      }
    }
    expect(named.length).toBeGreaterThan(1);
    expect(new Set(rows).size).toBe(rows.length);
    if (tool === 'forecast') expect(rows).toHaveLength(70);
    sandbox.close();
  },
);
