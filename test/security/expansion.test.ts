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
import { toCsv } from '../../sandbox/src/service/model/csv.ts';
import { backEnd, newSandbox } from '../sandbox/service/http/service.ts';

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

it('makes lines of a document up to their budget, and refuses a cart and a start that multiply to more', async () => {
  const api = await backEnd(newSandbox());
  const preview = (components: number, StartDate: string) =>
    api('POST', 'orders/preview', {
      Customer: { FirstName: 'Ada', Address: { Country: 'DE' } },
      StartDate,
      Cart: {
        PlanVariantId: 'b00000000000000000000001',
        ComponentSubscriptions: Array.from({ length: components }, () => ({
          ComponentId: 'd00000000000000000000001',
          Quantity: 1,
        })),
      },
    });
  // With the fee, 500 entries in each of ten months that are billed.
  const allowed = await preview(499, '2025-04-01T00:00:00Z');
  expect(allowed.status).toBe(200);
  const { RecurringFee, ComponentSubscriptions } = allowed.body.Order;
  const lines = [RecurringFee, ...ComponentSubscriptions].flatMap(({ LineItems }) => LineItems);
  expect(lines).toHaveLength(budgets.documentLines);
  const message = `the time to bill has more than ${budgets.documentLines} lines; start later, order fewer components or use a longer billing period`;
  for (const [components, start] of [
    [500, '2025-04-01T00:00:00Z'],
    [500, '1860-01-01T00:00:00Z'],
  ] as const) {
    const refused = await preview(components, start);
    expect([refused.status, refused.body.Errors]).toMatchObject([
      422,
      [{ Field: 'StartDate', Message: message }],
    ]);
  }
});

it('writes a cell of a CSV file up to its budget', () => {
  const csv = toCsv({ columns: ['Name'], rows: [['x'.repeat(budgets.csvCell)], ['y'.repeat(190_000)]] });
  expect(csv).toBe(`Name\r\n${'x'.repeat(budgets.csvCell)}\r\n${'y'.repeat(budgets.csvCell)}\u2026\r\n`);
});
