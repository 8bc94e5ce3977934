// Sessions as somebody else may have written them: any text wherever one stands, and what is no text where none belongs.
import { sessionCalls } from '../../sandbox/src/service/model/session-calls.ts';
import { fc } from '../properties.ts';

/** Ends a string, a template, a comment, a line or a word in code, and goes on with a call. */
const endings = [
  "'); evil(); ('",
  '`); evil(); (`',
  '\u0024{evil()}',
  '"); evil(); ("',
  '\\',
  "\\'; evil(); //",
  '*/ evil(); /*',
  '\n; evil();\n',
  '\r evil();',
  '\u2028evil();\u2029',
  '$(touch canary)',
  '`touch canary`',
  "'; touch canary; '",
  '\ntouch canary\n',
  '</script><script>evil()</script>',
  '@canary',
  '-o canary',
  '[1-1000000]',
  '\u001b]0;evil\u0007',
];

/** Where a value of an answer is named. */
const placeholders = [
  '{{1.Id}}',
  "{{1.Id'); evil(); ('}}",
  '{{2.Items.0.Id~1}}',
  '{{1.__proto__.constructor}}',
  "{{secret of '); evil(); ('}}",
  '{{1#1}}',
  '{{evil}}',
  '{{-1.Id}}',
  '{{1.Id~evil()}}',
];

export const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'then', 'eval'];

const text = fc.oneof(
  fc.constantFrom(...endings, ...placeholders, ...names),
  fc
    .array(fc.constantFrom(...endings, ...placeholders, ...names, 'a', ' '), { maxLength: 4 })
    .map((parts) => parts.join('')),
);

const { value, object: record } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    tie('list'),
    tie('object'),
  ),
  list: fc.array(tie('value'), { maxLength: 3 }),
  object: fc
    .array(fc.tuple(text, tie('value')), { maxLength: 3 })
    // As JSON has it: `__proto__` is a property like any other.
    .map((fields) =>
      JSON.parse(
        `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${JSON.stringify(inner)}`).join()}}`,
      ),
    ),
}));

/** A text and JSON as nobody writes them who means well. */
export const [hostileText, hostileValue] = [text, value];

const request = fc.record(
  {
    Method: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom('GET', 'POST', 'PATCH') },
      { weight: 1, arbitrary: text },
    ),
    Path: text.map((path) => `/${path}`),
    Headers: fc.dictionary(fc.oneof(fc.constantFrom('Authorization', 'Content-Type', 'X-a'), text), text, {
      maxKeys: 3,
    }),
    Body: value,
    Text: text,
    Form: fc.dictionary(text, text, { maxKeys: 2 }),
    Fault: text,
  },
  { requiredKeys: ['Method', 'Path'] },
);

const call = fc.record({
  Name: fc.oneof(
    { weight: 40, arbitrary: fc.constantFrom<string>(...sessionCalls) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('payments.clear-eval', 'close', 'constructor', 'clock.then', '__proto__'),
    },
  ),
  Arguments: fc.array(value, { maxLength: 2 }),
});

const answer = fc.record({
  Status: fc.integer({ min: 0, max: 599 }),
  Body: value.map((body) => JSON.stringify(body)),
});

const row = fc.oneof(
  fc.record({ Request: request, Answer: answer }),
  fc.record({ Call: call }),
  fc.record({ GoesOn: fc.integer({ min: 0, max: 4 }) }),
);

/** A session that a stranger wrote, as JSON. */
export const hostileSession = fc
  .record({
    rows: fc.array(row, { minLength: 1, maxLength: 6 }),
    start: fc.record(
      { Seed: text, Clock: text, Config: record, Webhooks: fc.array(value, { maxLength: 2 }) },
      { requiredKeys: ['Seed'] },
    ),
    baseUrl: fc.oneof(
      { weight: 9, arbitrary: fc.constant('http://sandbox') },
      { weight: 1, arbitrary: text },
    ),
    collection: fc.oneof(
      { weight: 20, arbitrary: fc.constantFrom('contracts', ...names) },
      { weight: 1, arbitrary: text },
    ),
    firstRow: fc.oneof(
      { weight: 20, arbitrary: fc.constant(1) },
      { weight: 1, arbitrary: fc.oneof(fc.constantFrom(-1, 1.5, 1e21), text) },
    ),
  })
  .map(({ rows, start, baseUrl, collection, firstRow }) => ({
    Format: 'clientlib-sandbox session',
    Version: 1,
    Service: '0.1.0',
    BaseUrl: baseUrl,
    Start: { At: '2026-01-15T10:00:00Z', ...start },
    Rows: rows.map((one, at) => ({
      Row: at === 0 ? firstRow : at + 1,
      Now: '2026-01-15T10:00:00Z',
      ...one,
    })),
    Ids: { '1#1': { Collection: collection, At: 0 } },
    End: { At: '2026-01-15T10:00:00Z', Digest: 'x' },
  }));
