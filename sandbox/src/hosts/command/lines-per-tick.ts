/**
 * Combines the lines of one turn of the event loop, so that a burst of requests is one write: to a pipe, each write is a
 * system call.
 *
 * @param write receives the text of a turn
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
    /** Adds a line, which is formatted at the end of the turn. */
    add(line: () => string): void {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push(line);
    },
    /** Writes pending lines, before other output or before the process exits. */
    flush,
  };
}
