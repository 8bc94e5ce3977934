/**
 * Puts the lines of one turn of the event loop together, so that a burst of requests is one write: to a pipe each write is a
 * system call.
 *
 * @param write gets the text of a turn
 */
export function linesPerTick(write: (text: string) => void) {
  let waiting: (() => string)[] = [];
  const flush = () => {
    if (waiting.length === 0) return;
    const lines = waiting;
    waiting = [];
    write(lines.map((line) => line()).join(''));
  };
  return {
    /** Adds a line, which is made when the turn ends. */
    add(line: () => string): void {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push(line);
    },
    /** Writes what waits, before something else is written or the process ends. */
    flush,
  };
}
