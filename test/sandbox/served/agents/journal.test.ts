import { describe, expect, it } from 'vitest';
import { stateOfCustomer } from '../../../../sandbox/src/served/agents/customer-state.ts';
import { Journal } from '../../../../sandbox/src/served/agents/journal.ts';
import { matchOperation } from '../../../../sandbox/src/served/agents/openapi.ts';

/* What agents did, as steps of a test; and what they copy of a state. */

const one = '0123456789abcdef01234567';
const other = 'abcdef0123456789abcdef01';
const now = '2026-01-15T10:00:00Z';
const step = { method: 'POST', path: '/api/v1/customers', status: 200, answer: {} };

describe('the journal', () => {
  it('has ids of earlier answers by name, in paths, bodies and tokens, and the newest name of each', () => {
    const journal = new Journal();
    journal.note({ ...step, answer: { Id: one, Name: 'Ada', Nested: [{ Id: other }] } }, now);
    journal.note({ ...step, method: 'GET', path: '/api/v1/t', answer: { Token: 'secret' } }, now);
    journal.note(
      {
        ...step,
        path: `/api/v1/customers/${one}/x`,
        body: { A: [other], B: { C: one }, D: null, E: 3 },
        token: 'secret',
        status: 422,
        answer: { Code: 'InvalidData', Message: 'No.', Id: one },
      },
      now,
    );
    journal.note({ ...step, path: `/api/v1/${one}`, answer: 'text' }, now);
    expect(
      journal.rows.map(({ Request, Answer }) => [Request?.Path, Request?.Headers, Request?.Body, Answer]),
    ).toEqual([
      [
        '/api/v1/customers',
        {},
        undefined,
        { Status: 200, Body: JSON.stringify({ Id: one, Nested: [{ Id: other }] }) },
      ],
      ['/api/v1/t', {}, undefined, { Status: 200, Body: '{"Token":"secret"}' }],
      [
        '/api/v1/customers/{{1.Id}}/x',
        { Authorization: 'Bearer {{2.Token}}', 'Content-Type': 'application/json' },
        { A: ['{{1.Nested.0.Id}}'], B: { C: '{{1.Id}}' }, D: null, E: 3 },
        { Status: 422, Body: JSON.stringify({ Code: 'InvalidData', Id: one }) },
      ],
      ['/api/v1/{{1.Id}}', {}, undefined, { Status: 200 }],
    ]);
    expect(journal.rows.map(({ Row, Now }) => [Row, Now])).toEqual([1, 2, 3, 4].map((row) => [row, now]));
  });

  it('leaves out reads without an id', () => {
    const journal = new Journal();
    journal.note({ ...step, method: 'GET', answer: { Name: 'Ada' } }, now);
    expect(journal.rows).toEqual([]);
    journal.note({ ...step, method: 'GET', answer: { Id: one } }, now);
    expect(journal.rows).toHaveLength(1);
  });

  it('ends after 200 steps, and stays as it was in a copy', () => {
    const journal = new Journal();
    journal.note({ ...step, answer: { ContractId: one } }, now);
    const copy = journal.copy();
    for (let at = 0; at < 200; at += 1) journal.note({ ...step, answer: { ContractId: other } }, 'later');
    expect([journal.rows.length, journal.isFull, journal.startedAt]).toEqual([200, true, now]);
    expect(journal.contractIds).toEqual([one, other]);
    copy.note({ ...step, path: `/api/v1/${one}` }, 'later');
    expect([copy.rows.length, copy.isFull, copy.startedAt, copy.rows[1]?.Request?.Path]).toEqual([
      ...[2, false, now],
      '/api/v1/{{1.ContractId}}',
    ]);
    const { Start, BaseUrl, Rows, End } = copy.session('http://sandbox');
    expect([Start.Clock, BaseUrl, Rows, End.At]).toEqual([now, 'http://sandbox', copy.rows, now]);
  });

  it('ends where it would be too large to read', () => {
    const journal = new Journal();
    journal.note({ ...step, body: { Text: 'x'.repeat(50_000_000) } }, now);
    expect([journal.isFull, journal.rows, journal.startedAt]).toEqual([true, [], undefined]);
  });

  it('ends where its steps are too large together, in a copy at the same step', () => {
    const large = { ...step, body: { Text: 'x'.repeat(10_000) } };
    const journal = new Journal();
    const noted = (one: Journal, count: number) => {
      for (let at = 0; at < count; at += 1) one.note(large, now);
      return [one.rows.length, one.isFull];
    };
    expect(noted(journal, 15)).toEqual([15, false]);
    const copy = journal.copy();
    expect([noted(journal, 20), noted(copy, 20)]).toEqual([
      [19, true],
      [19, true],
    ]);
  });
});

it('the state of a customer has the catalogue, and of documents only the own ones, directly or through others', () => {
  const Collections = {
    customers: [{ Id: 'c1' }, { Id: 'c2' }],
    contracts: [
      { Id: 'k1', CustomerId: 'c1' },
      { Id: 'k2', CustomerId: 'c2' },
    ],
    ledgerEntries: [
      { Id: 'l1', ContractId: 'k1' },
      { Id: 'l2', ContractId: 'k2' },
    ],
    tasks: [
      { Id: 't1', Key: 'k1/2026' },
      { Id: 't2', Key: 'k2/2026' },
    ],
    planVariants: [{ Id: 'p1', Note: 'k2' }],
    events: [{ Id: 'e1', CustomerId: 'c1' }],
    deliveries: [{ Id: 'd1' }],
    accessTokens: [{ Id: 'a1' }],
    selfServiceTokens: [{ Id: 's1' }],
    downloadLinks: [{ Id: 'w1' }],
    idempotentAnswers: [{ Id: 'i1' }],
    mails: [{ Id: 'm1' }],
  };
  expect(stateOfCustomer({ Clock: now, Collections }, 'c1')).toEqual({
    Clock: now,
    Collections: {
      customers: [{ Id: 'c1' }],
      contracts: [{ Id: 'k1', CustomerId: 'c1' }],
      ledgerEntries: [{ Id: 'l1', ContractId: 'k1' }],
      tasks: [{ Id: 't1', Key: 'k1/2026' }],
      planVariants: [{ Id: 'p1', Note: 'k2' }],
      events: [],
      deliveries: [],
      accessTokens: [],
      selfServiceTokens: [],
      downloadLinks: [],
      idempotentAnswers: [],
      mails: [],
    },
  });
});

it.each([
  ['GET', `/contracts/${one}`, 'one'],
  ['GET', `/Contracts/${one.toUpperCase()}`, 'one'],
  ['GET', '/contracts/{id}', 'one'],
  ['POST', `/contracts/${one}`, 'changed'],
  ['GET', '/contracts', 'list'],
  ['GET', '/contracts/word', undefined],
  ['PUT', `/contracts/${one}`, undefined],
])('%s %s is the operation %s', (method, path, name) => {
  const operation = (name: string, method: string, path: string) => ({ name, method, path, operation: {} });
  const all = [
    operation('one', 'GET', '/contracts/{contractId}'),
    operation('changed', 'POST', '/contracts/{contractId}'),
    operation('list', 'GET', '/contracts'),
  ];
  expect(matchOperation(all, method, path)?.name).toBe(name);
});
