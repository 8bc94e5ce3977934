import { expect, it } from 'vitest';
import { searchWords } from '../../../../sandbox/src/served/agents/search-words.ts';

it('searches for each word once', () => {
  expect(searchWords('declined  card\ndeclined')).toBe('declined card');
});

it('searches for ten words of 40 letters at most', () => {
  const query = Array.from({ length: 1_000 }, (_, at) => `${at}${'x'.repeat(100)}`).join(' ');
  const words = searchWords(query).split(' ');
  expect(words).toHaveLength(10);
  for (const word of words) expect(word).toHaveLength(40);
});

it('leaves out words that stand in every text, however they are written, unless there are no others', () => {
  for (const [query, words] of [
    ['How do I pause a contract?', 'pause contract?'],
    ['HOW CAN I Refund THE payment', 'Refund payment'],
    ['What, (and) why: webhook', 'webhook'],
    ['How is this?', 'How is this?'],
    ['', ''],
  ] as const)
    expect(searchWords(query)).toBe(words);
});
