import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { toInstant } from '../../../../sandbox/src/service/model/iso-8601.ts';

const noon = Date.UTC(2026, 1, 1, 12);

describe('an ISO 8601 time', () => {
  it.each([
    '2026-02-01T12:00:00.0000000Z',
    '2026-02-01T12:00:00.0009999Z',
    '2026-02-01T12:00Z',
    '2026-02-01T12Z',
    '2026-02-01t12:00:00z',
    '2026-02-01 12:00:00Z',
    '2026-02-01T14:00:00+02:00',
    '2026-02-01T14:00:00+0200',
    '2026-02-01T07:00:00,0-05',
    '20260201T120000Z',
    '20260201T140000,5+0200',
  ])('in extended and basic form: %s', (text) => {
    expect(Math.floor(toInstant(text) / 1000) * 1000).toBe(noon);
  });

  it.each(['2026-02-01T12:00:00', '2026-02-01 12:00', '20260201T12'])(
    'without an offset is UTC: %s',
    (text) => {
      expect(toInstant(text)).toBe(noon);
    },
  );

  it.each(['2026-02-01', '20260201'])('without a time is midnight: %s', (text) => {
    expect(toInstant(text)).toBe(noon - 12 * 3_600_000);
  });

  it.each([
    '2026-02-30',
    '2026-13-01',
    '2026-02-01T25:00Z',
    '2026-02',
    'tomorrow',
    '1769940000000',
    '12:00',
    '',
  ])('is nothing else: "%s"', (text) => {
    expect(toInstant(text)).toBeNaN();
  });

  it('is where a clock starts, whatever the time zone of the machine', async () => {
    const sandbox = createSandbox({ clock: '2026-02-01T12:00' });
    expect(sandbox.clock.now().getTime()).toBe(noon);
    await sandbox.clock.set('2026-02-01 13:00');
    expect(sandbox.clock.now().getTime()).toBe(noon + 3_600_000);
    expect(() => createSandbox({ clock: 'noon' })).toThrow(
      'clock: expected an ISO 8601 time or a Date, got "noon"',
    );
    sandbox.close();
  });
});
