// What is short and stands for something long: each has a budget in the unit of its output.
import { createSandbox, type Sandbox } from 'clientlib-sandbox';
import { expect, it } from 'vitest';
import {
  PlaceholderBudget,
  resolved,
  resolvedJson,
} from '../../sandbox/src/sandbox/sessions/placeholders.ts';
import { filled } from '../../sandbox/src/service/domain/mails/placeholders.ts';
import { budgets } from '../../sandbox/src/service/model/budgets.ts';

const json = { 'Content-Type': 'application/json' };

async function send(sandbox: Sandbox, method: string, path: string, body: object) {
  const init = { method, headers: json, body: JSON.stringify(body) };
  const response = await sandbox.fetch(`http://sandbox${path}`, init);
  return { status: response.status, body: await response.json() };
}

it('writes a value of a mail once, and stops at the budget of the mail', () => {
  const written: number[] = [];
  const escaped = (value: string) => {
    written.push(value.length);
    return value.replaceAll('<', '&lt;');
  };
  const html = filled(
    `a${'{{LastName}}'.repeat(600)}b{{Date}}`,
    (name) => (name === 'Date' ? '1 May' : '<'.repeat(90_000)),
    escaped,
  );
  expect(written).toEqual([90_000, 5]);
  expect(html).toBe(`a${'&lt;'.repeat(90_000)}${'…'.repeat(599)}b1 May`);
  expect(filled('x'.repeat(budgets.mail + 1), () => undefined)).toHaveLength(budgets.mail);
});

/** An answer to row 1 with a text of so many characters. */
const knownWith = (length: number) => ({
  budget: new PlaceholderBudget(),
  answer: () => ({ Notes: 'x'.repeat(length), list: ['y'] }),
  made: () => undefined,
  secret: () => undefined,
});

it('takes placeholders up to the budget of a row, and no further', () => {
  const known = knownWith(100_000);
  expect(resolved('{{1.Notes}}'.repeat(10), known)).toHaveLength(budgets.placeholdersOfRow);
  known.budget.begin();
  expect(() => resolvedJson(Array(11).fill('{{1.Notes}}'), known)).toThrow(
    'placeholders: expected at most 1000000 characters of values in a row',
  );
});

it('takes placeholders up to the budget of a session, and no further', () => {
  const known = knownWith(budgets.placeholdersOfRow);
  for (let row = 0; row < 20; row += 1) {
    known.budget.begin();
    expect(resolved('{{1.Notes}}', known)).toHaveLength(budgets.placeholdersOfRow);
  }
  known.budget.begin();
  expect(() => resolved('{{1.Notes}}', known)).toThrow(
    'placeholders: expected at most 20000000 characters of values in a session',
  );
});

it('keeps a placeholder for what an answer inherits, and text in braces, as they are', () => {
  const text = '{{1.constructor.name}} {{1.list.length}} {{1.__proto__.x}} {{LastName}} {{1.Nothing}}';
  expect(resolved(text, knownWith(1))).toBe(text);
});

it('rejects a session whose placeholders multiply with 422, and keeps the state', async () => {
  const sandbox = createSandbox({ record: true, seed: 'expansion', clock: '2026-01-15T10:00:00Z' });
  await send(sandbox, 'POST', '/sandbox/faults', { Path: `/${'x'.repeat(1_990)}`, Fault: { Status: 503 } });
  const session = JSON.parse(JSON.stringify(sandbox.session()));
  const Request = { ...session.Rows[0].Request, Body: { Path: '{{1.Path}}'.repeat(600) } };
  const hostile = { ...session, Rows: [...session.Rows, { ...session.Rows[0], Row: 2, Request }] };
  const before = JSON.stringify(sandbox.snapshot());
  const { status, body } = await send(sandbox, 'PUT', '/sandbox/session', hostile);
  expect([status, body.Message]).toEqual([
    422,
    'Rows[1].Request: cannot be sent: placeholders: expected at most 1000000 characters of values in a row',
  ]);
  expect(JSON.stringify(sandbox.snapshot())).toBe(before);
});

it('rejects a path of a what-if in which values of answers multiply', async () => {
  const sandbox = createSandbox({ seed: 'expansion', clock: '2026-01-15T10:00:00Z' });
  const [contract] = ['0'.repeat(23).concat('1')];
  const { status, body } = await send(sandbox, 'POST', '/sandbox/what-if', {
    ContractId: contract,
    Advance: 'P1M',
    Requests: [
      {
        Method: 'POST',
        Path: '/sandbox/faults',
        Body: { Path: `/${'x'.repeat(999)}`, Fault: { Status: 503 } },
      },
      { Method: 'POST', Path: '/sandbox/faults?a={{1.Path}}{{1.Path}}{{1.Path}}', Body: {} },
    ],
  });
  expect([status, body.Message]).toEqual([
    422,
    'Requests[1].Path: expected at most 2000 characters from answers',
  ]);
});
