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
