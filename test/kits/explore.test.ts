// The kits have explore and certify, and a matcher for their reports.
import { certify, explore } from 'clientlib-sandbox/explore';
import * as jest from 'clientlib-sandbox/jest';
import * as vitest from 'clientlib-sandbox/vitest';
import { describe, expect, it } from 'vitest';

const explored = (check: () => void) =>
  vitest.explore((sandbox) => sandbox.signUp(), { months: 1, outcomes: [], actions: [], check });

describe('explore in the kits', () => {
  it.each([
    ['vitest', vitest],
    ['jest', jest],
  ])('%s has the exports of clientlib-sandbox/explore', (_name, kit) => {
    expect([kit.explore, kit.certify]).toEqual([explore, certify]);
    expect(kit.usualFaults).toContain('AnswerLost');
    expect([kit.cancel, kit.pause, kit.resume, kit.annul].map(({ name }) => name)).toEqual([
      'cancel',
      'pause',
      'resume',
      'annul',
    ]);
    expect(kit.changePlan().name).toBe('change of plan');
  });

  it('a report without failures holds', async () => {
    expect(await explored(() => {})).toHold();
    const failed = await explored(() => {
      throw new Error('the shop is closed');
    });
    expect(failed).not.toHold();
    expect(() => expect(failed).toHold()).toThrow(
      /^Expected every check to hold; the report says:[\s\S]*Failure 1: the shop is closed/,
    );
    expect(() => expect({}).toHold()).toThrow('toHold is for reports');
  });

  it('a report of certify without problems holds', async () => {
    const report = await vitest.certify(
      { fetch: () => new Response(null, { status: 500 }) },
      { maxProblems: 1 },
    );
    expect(() => expect(report).toHold()).toThrow('WRONG  the events of a contract that is signed up');
  });
});
