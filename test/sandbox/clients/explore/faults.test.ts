import { expect, it, onTestFinished } from 'vitest';
import { meetFault, toFault, usualFaults } from '../../../../sandbox/src/clients/explore/faults.ts';
import { testSandbox } from '../../../../sandbox/src/clients/kit/test-sandbox.ts';
import { createSandbox, getWorkspaces } from '../../../../sandbox/src/sandbox/sandbox.ts';

const anyOnce = { Path: '/api/v1/*', Times: 1 };

it('each usual fault is what its name says, once, for any request below /api/v1', () => {
  expect(usualFaults.map(toFault)).toEqual([
    { name: '429', rule: { ...anyOnce, Fault: { Status: 429 } } },
    { name: '503', rule: { ...anyOnce, Fault: { Status: 503 } } },
    { name: 'RequestDropped', rule: { ...anyOnce, Fault: { Drop: true } } },
    { name: 'AnswerLost', rule: { ...anyOnce, Fault: { DropResponse: true } } },
  ]);
});

it('a fault of your own has your path and times, and otherwise the usual ones', () => {
  const Fault = { Status: 500 };
  expect(toFault({ name: 'mine', rule: { Path: '/x', Times: 2, Fault } }).rule).toEqual({
    Path: '/x',
    Times: 2,
    Fault,
  });
  expect(toFault({ name: 'mine', rule: { Method: 'GET', Fault } })).toEqual({
    name: 'mine',
    rule: { ...anyOnce, Method: 'GET', Fault },
  });
});

it.each(['toString', '500', ''])('there is no fault named "%s"', (name) => {
  expect(() => toFault(name)).toThrow(
    `explore: faults: expected 429, 503, RequestDropped, AnswerLost or { name, rule }, got "${name}".`,
  );
});

it('a fault is there until its end, which says whether a request met it', async () => {
  const made = createSandbox();
  const [sandbox, end] = testSandbox(made, getWorkspaces(made).main, 'http://sandbox', () => 1);
  onTestFinished(() => {
    end();
    made.close();
  });
  expect(meetFault(sandbox, undefined)()).toBe(false);
  for (const path of ['/plans', undefined]) {
    const other = sandbox.faults.add({ Path: '/other', Fault: { Status: 500 } });
    const endFault = meetFault(sandbox, toFault('503'));
    expect(sandbox.faults.list()).toHaveLength(2);
    if (path !== undefined) await expect(sandbox.rest('GET', path)).rejects.toThrow(': 503 ');
    expect(endFault()).toBe(path !== undefined);
    expect(sandbox.faults.list()).toMatchObject([{ Id: other.Id }]);
    sandbox.faults.remove(other.Id);
  }
});
