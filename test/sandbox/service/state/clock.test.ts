import { describe, expect, it } from 'vitest';
import { Clock, type ClockPosition } from '../../../../sandbox/src/service/state/clock.ts';
import { hashText, Random } from '../../../../sandbox/src/service/state/random.ts';
import { snapshotMistake } from '../../../../sandbox/src/service/state/snapshot-mistake.ts';

/** A clock, and the real time that it looks at. */
function made(start?: number) {
  const real = { now: 1000 };
  return { real, clock: new Clock(start, () => real.now) };
}

describe('a clock', () => {
  it('follows real time, or stands still where it was set', () => {
    const { real, clock } = made();
    expect([clock.mode, clock.now(), clock.position]).toEqual([
      'WallClock',
      1000,
      { Mode: 'WallClock', Ahead: 0 },
    ]);
    real.now = 1500;
    expect(clock.now()).toBe(1500);
    const standing = made(70).clock;
    expect([standing.mode, standing.now(), standing.position]).toEqual([
      'Manual',
      70,
      { Mode: 'Manual', Now: 70 },
    ]);
  });

  it('never goes back, and continues from where it stood', () => {
    const { real, clock } = made(2000);
    clock.standAt(1900);
    expect(clock.now()).toBe(2000);
    clock.standAt(3000);
    clock.followWallClock();
    expect([clock.mode, clock.now()]).toEqual(['WallClock', 3000]);
    real.now = 1100;
    expect([clock.now(), clock.position]).toEqual([3100, { Mode: 'WallClock', Ahead: 2000 }]);
    const behind = made(10).clock;
    behind.followWallClock();
    expect(behind.now()).toBe(1000);
  });

  it('visits an instant, and returns even after a failure', () => {
    const { clock } = made(2000);
    const seen = clock.at(5, () => [clock.now(), clock.at(6, () => clock.now()), clock.now()]);
    expect(seen).toEqual([5, 6, 5]);
    expect(() =>
      clock.at(7, () => {
        throw new Error('on purpose');
      }),
    ).toThrow('on purpose');
    expect(clock.now()).toBe(2000);
  });

  it('is restored from a snapshot in either mode, and never behind real time', () => {
    const { clock } = made(2000);
    expect(clock.snapshot()).toEqual({ Now: 2000, Mode: 'Manual' });
    const { clock: other } = made();
    other.restore({ Now: 50, Mode: 'Manual' });
    expect([other.mode, other.now()]).toEqual(['Manual', 50]);
    other.restore({ Now: 1800, Mode: 'WallClock' });
    expect(other.position).toEqual({ Mode: 'WallClock', Ahead: 800 });
    other.restore({ Now: 50, Mode: 'WallClock' });
    expect([other.now(), other.snapshot()]).toEqual([1000, { Now: 1000, Mode: 'WallClock' }]);
  });

  it('reports the position before it moves, and does not move if that fails', () => {
    const { clock } = made(2000);
    const seen: (ClockPosition | string)[] = [];
    clock.onMove = (before) => seen.push(before);
    clock.feed.on('moved', () => seen.push('moved'));
    clock.standAt(2500);
    expect(seen).toEqual([{ Mode: 'Manual', Now: 2000 }, 'moved']);
    clock.onMove = () => {
      throw new Error('disk full');
    };
    expect(() => clock.standAt(9000)).toThrow('disk full');
    expect(() => clock.followWallClock()).toThrow('disk full');
    expect([clock.mode, clock.now(), seen.length]).toEqual(['Manual', 2500, 2]);
    clock.resume({ Mode: 'Manual', Now: 3 });
    expect([clock.now(), seen.length]).toEqual([3, 2]);
  });
});

describe('seeded random numbers', () => {
  it('have bounds and lengths', () => {
    const random = new Random('seed');
    for (let count = 0; count < 200; count += 1) {
      const fraction = random.fraction();
      expect(fraction >= 0 && fraction < 1).toBe(true);
      const below = random.below(3);
      expect([0, 1, 2]).toContain(below);
    }
    const drawn = new Set(Array.from({ length: 100 }, () => random.below(3)));
    expect(drawn.size).toBe(3);
    expect(new Set(Array.from({ length: 50 }, () => random.fraction())).size).toBe(50);
    expect([0, 1, 5].map((count) => random.bytes(count).length)).toEqual([0, 1, 5]);
    expect([0, 1, 8, 9, 16].map((digits) => random.hex(digits).length)).toEqual([0, 1, 8, 9, 16]);
  });

  it('use no more words than they need', () => {
    const drawn = (draw: (random: Random) => unknown) => {
      const random = new Random('seed');
      draw(random);
      const next = random.word();
      const plain = new Random('seed');
      for (let count = 0; ; count += 1) if (plain.word() === next) return count;
    };
    expect(drawn((random) => random.bytes(3))).toBe(3);
    expect(drawn((random) => random.hex(8))).toBe(1);
    expect(drawn((random) => random.hex(9))).toBe(2);
    expect(drawn((random) => random.hex(0))).toBe(0);
    expect(drawn((random) => random.fraction())).toBe(1);
  });

  it('are written as base64url without padding', () => {
    const random = new Random('seed');
    const texts = Array.from({ length: 100 }, () => random.base64url(16));
    for (const text of texts) expect(text).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(texts.join('')).toMatch(/-.*_|_.*-/);
  });

  it('continue from their state', () => {
    const random = new Random('seed');
    random.word();
    const { state } = random;
    const next = [random.word(), random.word()];
    random.state = state;
    expect([random.word(), random.word()]).toEqual(next);
    expect(new Random().state).toEqual([]);
  });

  it('start with the FNV-1a hash of a text', () => {
    // Test vectors of the algorithm, 32 bits.
    expect(['', 'a', 'foobar'].map((text) => hashText(text) >>> 0)).toEqual([
      0x811c9dc5, 0xe40c292c, 0xbf9cf968,
    ]);
    expect(hashText('bar', hashText('foo'))).toBe(hashText('foobar'));
  });
});

describe('an invalid snapshot', () => {
  const good = {
    Version: 1,
    Clock: { Now: 10, Mode: 'Manual' },
    Collections: { accounts: [{ Id: 'a' }], notes: [] },
  };
  const mistake = (change: object | null) =>
    snapshotMistake(
      (change === null ? null : { ...good, ...change }) as unknown as Parameters<typeof snapshotMistake>[0],
      ['accounts', 'notes'],
      100,
    )?.field;

  it.each([
    [{}, undefined],
    [{ Clock: { Now: 100, Mode: 'WallClock' } }, undefined],
    [null, 'Version'],
    [{ Version: 2 }, 'Version'],
    [{ Clock: undefined }, 'Clock.Now'],
    [{ Clock: { Now: 101, Mode: 'Manual' } }, 'Clock.Now'],
    [{ Clock: { Now: '10', Mode: 'Manual' } }, 'Clock.Now'],
    [{ Clock: { Now: 10, Mode: 'Other' } }, 'Clock.Mode'],
    [{ Clock: { Now: 10 } }, 'Clock.Mode'],
    [{ Collections: undefined }, 'Collections'],
    [{ Collections: null }, 'Collections'],
    [{ Collections: 'x' }, 'Collections'],
    [{ Collections: { accounts: [{ Id: 'a' }], others: [] } }, 'Collections.others'],
    [{ Collections: {} }, 'Collections.accounts'],
    [{ Collections: { accounts: [] } }, 'Collections.accounts'],
  ])('is rejected with its field: %j', (change, field) => {
    expect(mistake(change)).toBe(field);
  });
});
