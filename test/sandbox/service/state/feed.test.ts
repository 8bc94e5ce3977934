import { expect, test } from 'vitest';
import { Feed } from '../../../../sandbox/src/service/state/feed.ts';

interface Events {
  readonly text: string;
  readonly number: number;
}

test('a feed calls its listeners until they stop', () => {
  const feed = new Feed<Events>();
  const heard: (string | number)[] = [];
  expect(feed.hears('text')).toBe(false);
  feed.emit('text', 'nobody hears');
  const end = feed.on('text', (text) => heard.push(`one ${text}`));
  feed.on('text', (text) => heard.push(`two ${text}`));
  feed.on('number', (number) => heard.push(number));
  expect(feed.hears('text')).toBe(true);
  feed.emit('text', 'a');
  feed.emit('number', 1);
  end();
  feed.emit('text', 'b');
  expect(heard).toEqual(['one a', 'two a', 1, 'two b']);
  expect([feed.hears('number'), feed.hears('text')]).toEqual([true, true]);
});
