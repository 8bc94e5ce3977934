import { expect, it } from 'vitest';
import { linesPerTick } from '../../../../sandbox/src/hosts/command/lines-per-tick.ts';

const endOfTurn = () => new Promise((resolve) => setImmediate(resolve));

it('writes the lines of a turn at once, in order, and formats none before', async () => {
  const written: string[] = [];
  const made: string[] = [];
  const lines = linesPerTick((text) => written.push(text));
  for (const text of ['one', 'two']) {
    lines.add(() => {
      made.push(text);
      return `${text}\n`;
    });
  }
  expect([made, written]).toEqual([[], []]);
  await endOfTurn();
  expect([made, written]).toEqual([['one', 'two'], ['one\ntwo\n']]);

  lines.add(() => 'three\n');
  lines.flush();
  expect(written).toEqual(['one\ntwo\n', 'three\n']);
  await endOfTurn();
  expect(written).toHaveLength(2);
});

it('goes on with the next line after one that could not be written', () => {
  const written: string[] = [];
  let isFull = true;
  const lines = linesPerTick((text) => {
    if (isFull) throw new Error('ENOSPC');
    written.push(text);
  });
  lines.add(() => 'lost');
  expect(() => lines.flush()).toThrow('ENOSPC');
  isFull = false;
  lines.add(() => 'next');
  lines.flush();
  expect(written).toEqual(['next']);
});
