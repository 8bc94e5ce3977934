import { getEncoding, type TiktokenEncoding } from 'js-tiktoken';
import { afterAll, expect, it } from 'vitest';
import { createSandbox } from '../../sandbox/src/sandbox/sandbox.ts';
import { ScriptedAgent, tokensOf } from '../sandbox/served/agents/agent.ts';

/*
 * What the tools of `/mcp` cost in tokens of real vocabularies. In `npm test` a token is four characters, which is a little
 * more for the listing.
 */

const vocabularies: readonly TiktokenEncoding[] = ['cl100k_base', 'o200k_base'];
const sandbox = createSandbox({ seed: 'listing', clock: '2026-01-15T10:00:00Z' });
const agent = ScriptedAgent.of(sandbox);
afterAll(() => sandbox.close());

it.each(vocabularies)('the listing has at most 4,000 tokens of %s', async (vocabulary) => {
  const listing = JSON.stringify(await agent.request('tools/list'));
  const tokens = getEncoding(vocabulary).encode(listing).length;
  expect(tokens).toBeLessThanOrEqual(4_000);
  expect(tokens).toBeLessThanOrEqual(tokensOf(listing));
});

it.each(vocabularies)('an answer has at most 2,000 tokens of %s', async (vocabulary) => {
  const encoding = getEncoding(vocabulary);
  await agent.text('sign_up');
  await agent.text('clock', { advance: 'P2Y' });
  const inputs: readonly (readonly [string, object])[] = [
    ['contract', {}],
    ['events', {}],
    ['catalog', { about: 'test_data' }],
    ['call_api', { method: 'GET', path: '/productInfo' }],
    ['search_docs', { query: 'the' }],
    ['read_docs', { place: 'clientlib' }],
    ['write_test', {}],
  ];
  for (const [name, input] of inputs) {
    const { length } = encoding.encode(await agent.text(name, input));
    expect(length, name).toBeGreaterThan(0);
    expect(length, name).toBeLessThanOrEqual(2_000);
  }
});
