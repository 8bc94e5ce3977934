import { type Options, SingleBar } from 'cli-progress';
import { getWorkspaces, type Sandbox } from '../../sandbox/sandbox.ts';

/** Milliseconds between two checks of the clocks; shorter advances show no bar. */
const INTERVAL_MS = 300;

/**
 * Shows the progress of clock advances, one at a time.
 *
 * @param stream a terminal; nothing is written while no clock moves
 * @returns a function that stops it
 */
export function showProgress(sandbox: Sandbox, stream: NodeJS.WritableStream): { stopProgress(): void } {
  const workspaces = getWorkspaces(sandbox);
  let shown: { readonly name: string; readonly from: number; readonly bar: SingleBar } | undefined;
  const end = () => {
    shown?.bar.stop();
    shown = undefined;
  };
  const look = () => {
    const advances = workspaces.advances();
    const found = advances.find(({ name }) => name === shown?.name) ?? advances[0];
    if (found === undefined) return end();
    const { name, now, progress } = found;
    const { From, Target, Done } = progress;
    if (shown?.name !== name || shown.from !== From) {
      end();
      const bar = new SingleBar({ ...options, stream });
      shown = { name, from: From, bar };
      const where = name === '' ? '' : ` of ${name}`;
      bar.start(Target - From, now - From, { where, now: isoDay(now), target: isoDay(Target), done: Done });
    }
    shown.bar.update(now - From, { now: isoDay(now), done: Done });
  };
  const timer = setInterval(look, INTERVAL_MS).unref();
  return {
    stopProgress() {
      clearInterval(timer);
      end();
    },
  };
}

const options: Options = {
  format: 'Clock{where} {bar} {percentage} %  {now} of {target}, {done} tasks',
  barsize: 24,
  clearOnComplete: true,
  hideCursor: true,
  gracefulExit: false,
};

const isoDay = (instant: number) => new Date(instant).toISOString().slice(0, 10);
