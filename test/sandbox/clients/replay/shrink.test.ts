// Sessions in which a planted bug shows are cut to the few rows that it takes.
import { describe, expect, it } from 'vitest';
import { shrunk } from '../../../../sandbox/src/hosts/command/shrink-command.ts';
import { some } from '../../../properties.ts';
import { bugs, damages, failingSession, titleOf, withBug } from './planted-bugs.ts';

describe('A session with a planted bug', () => {
  let time = 0;

  it.each(some(bugs, 8).map((bug) => [titleOf(bug), bug] as const))(
    'is shrunk: %s',
    { timeout: 120_000 },
    async (_, bug) => {
      const session = await failingSession(bug);
      const { fails } = damages[bug.damage];
      const start = process.cpuUsage();
      const least = await shrunk(session, fails, { open: withBug(bug) });
      const { user, system } = process.cpuUsage(start);
      time += (user + system) / 1e6;
      expect(least.Rows.length, JSON.stringify(least.Rows, null, 1)).toBeLessThanOrEqual(10);
    },
  );

  it('takes less than a minute in total', () => {
    expect(time).toBeGreaterThan(0);
    expect(time).toBeLessThan(60);
  });
});
