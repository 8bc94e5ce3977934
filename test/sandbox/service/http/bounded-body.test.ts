import { expect, it, onTestFinished } from 'vitest';
import { forgetBody } from '../../../../sandbox/src/service/http/wire/bounded-body.ts';

it('lets others have their turn while it reads a refused body on', async () => {
  let turns = 0;
  let immediate: NodeJS.Immediate;
  const turn = () => {
    turns += 1;
    immediate = setImmediate(turn);
  };
  turn();
  onTestFinished(() => clearImmediate(immediate));
  let sent = 0;
  const pull = (stream: ReadableStreamDefaultController) => {
    sent += 100_000;
    stream.enqueue(new Uint8Array(100_000));
  };
  const body = new ReadableStream({ pull });
  const streamed = { method: 'POST', body, duplex: 'half' };
  await forgetBody(new Request('http://sandbox/', streamed));
  expect(turns).toBeGreaterThan(30);
  expect(sent).toBeGreaterThan(39_000_000);
  expect(sent).toBeLessThan(41_000_000);
});
