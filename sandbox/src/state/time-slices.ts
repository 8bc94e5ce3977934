/** Milliseconds for which work may go on before others have their turn. */
export const SLICE_MS = 8;

// Taken when this file is loaded: fake timers of a test must not hold the clock of its sandbox.
const { setImmediate: immediately, MessageChannel: Channel } = globalThis as {
  setImmediate?: (then: () => void) => unknown;
  MessageChannel?: typeof MessageChannel;
};

/** Runs when the requests and timers that wait have had their turn. Browsers delay repeated timers by 4 ms. */
function afterOthers(then: () => void): void {
  if (immediately !== undefined) immediately(then);
  else if (Channel === undefined) setTimeout(then, 0);
  else {
    const { port1, port2 } = new Channel();
    port1.onmessage = () => {
      port1.close();
      then();
    };
    port2.postMessage(undefined);
  }
}

let last: Promise<void> = Promise.resolve();

/** Resolves when others have had their turn. Of all that wait here, one goes on at a time. */
export function nextSlice(): Promise<void> {
  last = last.then(() => new Promise(afterOthers));
  return last;
}
