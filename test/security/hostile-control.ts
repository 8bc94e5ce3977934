// Sessions and what-ifs of strangers, as each host of the sandbox gets them: all are refused, and the state stays.

/** A request to the control API that is refused with 422. */
export interface HostileRequest {
  readonly name: string;
  readonly method: 'PUT' | 'POST';
  readonly path: string;
  readonly body: string;
}

const Path = `/${'x'.repeat(999)}`;
const fault = { Method: 'POST', Path: '/sandbox/faults', Body: { Path, Fault: { Status: 503 } } };

const session = (rows: readonly object[], more: object = {}): string =>
  JSON.stringify({
    Format: 'clientlib-sandbox session',
    Version: 1,
    Service: '0.1.0',
    BaseUrl: 'http://sandbox',
    Start: { Seed: 's', At: '2026-01-01T00:00:00Z' },
    Rows: rows.map((row, at) => ({ Row: at + 1, Now: '2026-01-01T00:00:00Z', ...row })),
    End: { At: '2026-01-01T00:00:00Z', Digest: 'x' },
    ...more,
  });

const put = (name: string, body: string): HostileRequest => ({
  name,
  method: 'PUT',
  path: '/sandbox/session',
  body,
});

export const hostileRequests: readonly HostileRequest[] = [
  put('a call that is code', session([{ Call: { Name: "clock.set'); evil(); ('", Arguments: [] } }])),
  put(
    'rows of one number',
    session(Array.from({ length: 20_000 }, () => ({ Row: 1, Request: fault, Answer: { Status: 200 } }))),
  ),
  put(
    'a body that is nested 20,000 levels deep',
    session([{ Request: { ...fault, Body: 0 }, Answer: { Status: 200 } }]).replace(
      '"Body":0',
      `"Body":${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    ),
  ),
  put(
    'a start that is no state',
    session([], { Start: { Seed: 's', At: '2026-01-01T00:00:00Z', Snapshot: 7 } }),
  ),
  put(
    'a clock of no calendar',
    session([], { Start: { Seed: 's', At: '2026-01-01T00:00:00Z', Clock: '275760-09-13T00:00:00Z' } }),
  ),
  {
    name: 'a what-if whose path multiplies a value',
    method: 'POST',
    path: '/sandbox/what-if',
    body: JSON.stringify({
      ContractId: '0'.repeat(24),
      Advance: 'P1M',
      Requests: [fault, { ...fault, Path: `/sandbox/faults?a=${'{{1.Path}}'.repeat(500)}` }],
    }),
  },
  {
    name: 'a what-if of another host',
    method: 'POST',
    path: '/sandbox/what-if',
    body: JSON.stringify({
      ContractId: '0'.repeat(24),
      Advance: 'P1M',
      Requests: [{ Method: 'GET', Path: '//evil.example/api/v1/contracts' }],
    }),
  },
];
