import { describe, expect, it } from 'vitest';
import { watchGivenUp, watchLog } from '../../../../sandbox/src/sandbox/log/live-log.ts';
import {
  entryContext,
  type LogEntry,
  loggedDelivery,
} from '../../../../sandbox/src/sandbox/log/log-entry.ts';
import { type Paint, prettyLine } from '../../../../sandbox/src/sandbox/log/log-line.ts';
import { createSandbox, getWorkspaces } from '../../../../sandbox/src/sandbox/sandbox.ts';
import type { DeliveryRecord } from '../../../../sandbox/src/service/domain/records/webhooks.ts';
import type { DecidedOutcome } from '../../../../sandbox/src/service/simulation/collections.ts';

const At = '2026-01-15T10:00:00.0000000Z';
const tagged: Paint = (style, text) => `<${style}>${text}</>`;

/** What comes after the time of a line. */
const lineOf = (entry: object, paint?: Paint) =>
  prettyLine({ At, ...entry } as LogEntry, paint).replace(/^.*? {2}/, '');

const request = { Kind: 'request', Method: 'GET', Path: '/x', DurationMs: 1.5 };

describe('the line of a request', () => {
  it.each([
    [0, 'red', 'dropped'],
    ...[200, 299].map((status) => [status, 'green', status] as const),
    ...[300, 399].map((status) => [status, 'cyan', status] as const),
    ...[400, 499].map((status) => [status, 'yellow', status] as const),
    ...[500, 599].map((status) => [status, 'red', status] as const),
  ] as const)('with the status %s is %s: %s', (Status, style, shown) => {
    expect(lineOf({ ...request, Status }, tagged)).toBe(
      `<bold>GET</> /x → <${style}>${shown}</>  <dim>2 ms</>\n`,
    );
  });

  it('has its warnings below it, and its workspace before it', () => {
    const line = lineOf({ ...request, Status: 200, Warnings: ['a\nb', 'c'], Workspace: 'one' }, tagged);
    expect(line).toBe(
      '<cyan>[one]</> <bold>GET</> /x → <green>200</>  <dim>2 ms</>\n' +
        '    <yellow>warning: a\ufffdb</>\n    <yellow>warning: c</>\n',
    );
  });
});

describe('the line of a decided payment', () => {
  const outcomes: Required<{ [Name in keyof DecidedOutcome]: [unknown, string][] }> = {
    Code: [['Rejected', 'declined with Rejected']],
    Severity: [['Hard', '']],
    DelayMs: [[5, 'delayed by 5 ms']],
    Pending: [
      [true, 'left open'],
      ['P3D', 'left open for P3D'],
    ],
    ReturnAfter: [['P2D', 'reversed after P2D']],
    Challenge: [
      [true, '3-D Secure required'],
      ['Passed', '3-D Secure passed'],
      ['Failed', '3-D Secure failed'],
    ],
    Lose: [[true, 'its response is lost']],
  };
  const decided = (Outcome: object, more: object = {}) =>
    lineOf({ Kind: 'payment', Provider: 'Delta', DecisionId: 'd', Outcome, ...more }, tagged);
  const end = ' <dim>(decided by /sandbox/payments/next)</>\n';

  it.each(
    Object.entries(outcomes).flatMap(([name, values]) =>
      values.map(([value, words]) => [name, value, words] as const),
    ),
  )('says what %s %s does', (name, value, words) => {
    expect(decided({ [name]: value })).toBe(`payment by Delta: <yellow>${words}</>${end}`);
  });

  it('says all that was decided, and of which contract', () => {
    expect(decided({ Lose: true, Code: 'Rejected', DelayMs: 1 }, { ContractId: 'c1' })).toBe(
      `payment by Delta of ContractId c1: <yellow>delayed by 1 ms, declined with Rejected, its response is lost</>${end}`,
    );
  });
});

describe('the line of a delivery', () => {
  const now = Date.parse(At);
  const delivery = (Status: DeliveryRecord['Status'], last: object, NextAttemptAt?: number, count = 1) =>
    ({
      Id: 'd1',
      Event: 'PlanCreated',
      Url: 'http://shop.test',
      Status,
      Attempts: [...Array.from({ length: count - 1 }, () => ({ StatusCode: 418, Error: 'teapot' })), last],
      NextAttemptAt,
    }) as unknown as DeliveryRecord;
  const inSeconds = (seconds: number) => now + seconds * 1_000;
  const failed = { StatusCode: 503, Error: 'not delivered: HTTP 503' };

  it.each<[DeliveryRecord, string]>([
    [delivery('Succeeded' as never, { StatusCode: 204 }), '<green>204</>'],
    [delivery('Succeeded' as never, {}), '<green>delivered</>'],
    [delivery('Pending', failed, inSeconds(119.4)), '<yellow>HTTP 503</>, next try in 119 s'],
    [delivery('Pending', failed, inSeconds(120)), '<yellow>HTTP 503</>, next try in 2 min'],
    [delivery('Pending', failed, inSeconds(119 * 60)), '<yellow>HTTP 503</>, next try in 119 min'],
    [delivery('Pending', failed, inSeconds(120 * 60)), '<yellow>HTTP 503</>, next try in 2 h'],
    [delivery('Pending', failed, inSeconds(-5)), '<yellow>HTTP 503</>, next try in 0 s'],
    [delivery('Pending', failed), '<yellow>HTTP 503, pending</>'],
    [delivery('Canceled' as never, failed, inSeconds(1)), '<yellow>HTTP 503, canceled</>'],
    [
      delivery('Failed', failed),
      '<red>HTTP 503, given up after 1 attempt</>; resend it with POST /sandbox/deliveries/d1/resend',
    ],
    [
      delivery('Failed', { Error: 'ECONNREFUSED' }, undefined, 8),
      '<red>ECONNREFUSED, given up after 8 attempts</>; resend it with POST /sandbox/deliveries/d1/resend',
    ],
  ])('of %j', (record, shown) => {
    const entry = { ...entryContext('', now), Kind: 'delivery', ...loggedDelivery(record, now) };
    expect(lineOf(entry, tagged)).toBe(`webhook <magenta>PlanCreated</> to http://shop.test → ${shown}\n`);
  });
});

describe('the line of an event', () => {
  it('has its ids and its payment', () => {
    const Payload = { Event: 'PaymentFailed', EntityId: 'e', ContractId: 'c1', PaymentTransactionId: 'p1' };
    const Payment = {
      Amount: 1_178,
      Currency: 'JPY',
      Provider: 'Delta',
      Status: 'Failed',
      ErrorCode: 'Rejected',
    };
    expect(lineOf({ Kind: 'event', Payload, Payment }, tagged)).toBe(
      '<magenta>PaymentFailed</>  <dim>ContractId c1, PaymentTransactionId p1</>  1178 JPY by Delta: <red>Failed, Rejected</>\n',
    );
    const { ErrorCode: _, ...paid } = { ...Payment, Status: 'Succeeded' };
    expect(lineOf({ Kind: 'event', Payload: { Event: 'X', EntityId: 'e' }, Payment: paid }, tagged)).toBe(
      '<magenta>X</>  1178 JPY by Delta: <green>Succeeded</>\n',
    );
  });
});

it.each([
  ['/sandbox/health', false],
  ['/sandbox/stream', false],
  ['/sandbox/health?x=1', false],
  ['/sandbox/clock', true],
])('a request to %s is in the log: %s', async (path, isShown) => {
  const sandbox = createSandbox();
  const entries: LogEntry[] = [];
  watchLog(getWorkspaces(sandbox), (entry) => entries.push(entry));
  await (await sandbox.fetch(`http://sandbox${path}`)).body?.cancel();
  expect(entries.length > 0).toBe(isShown);
  sandbox.close();
});

it('remembers the last thousand deliveries that were given up, with their workspace, and no others', () => {
  const sandbox = createSandbox();
  const workspaces = getWorkspaces(sandbox);
  const given = watchGivenUp(workspaces);
  const attempt = (name: string, Id: number, Status: string) =>
    (name === '' ? workspaces.main : workspaces.open(name)).core.feed.emit('attempt', {
      Id: String(Id),
      Status,
      Attempts: [{ Error: 'HTTP 503' }],
    } as never);
  attempt('', -1, 'Pending');
  attempt('one', 0, 'Failed');
  expect(given).toMatchObject([{ Workspace: 'one', Id: '0', Attempt: 1, Error: 'HTTP 503' }]);
  for (let id = 1; id <= 1_000; id += 1) attempt('', id, 'Failed');
  expect([given.length, given[0]?.Id, given.at(-1)]).toEqual([
    1_000,
    '1',
    expect.objectContaining({ Id: '1000', Workspace: '' }),
  ]);
  sandbox.close();
});
