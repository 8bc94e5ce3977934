// Sessions and snapshots of somebody else: whatever is in them, the answer names the field, and the state stays as it is.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox, type Sandbox } from 'clientlib-sandbox';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readSession } from '../../sandbox/src/hosts/command/session-file.ts';
import { shrunk } from '../../sandbox/src/hosts/command/shrink-command.ts';
import { withSnapshot } from '../../sandbox/src/hosts/command/snapshot-file.ts';
import { sessionFile } from '../../sandbox/src/service/model/session.ts';
import { examples, fc, some } from '../properties.ts';
import { hostileSession, hostileValue, names } from './hostile-files.ts';

async function put(sandbox: Sandbox, path: string, body: string) {
  const type = path.endsWith('ndjson') ? 'application/x-ndjson' : 'application/json';
  const headers = { 'Content-Type': type };
  const response = await sandbox.fetch(`http://sandbox/sandbox/${path}`, { method: 'PUT', headers, body });
  return { status: response.status, message: (await response.json()).Message as string | undefined };
}

const recording = () => createSandbox({ record: true, seed: 'hostile', clock: '2026-01-15T10:00:00Z' });

/** JSON in which an object has one more property. */
const withProperty = (json: string, before: string, name: string) => {
  if (!json.includes(before)) throw new Error(`There is no ${before}.`);
  return json.replace(before, () => `"${name}":{"a":[{}]},${before}`);
};

describe.each(names)('A property named %s', (name) => {
  it.each(['"Format":', '"Seed":', '"At":', '"Digest":'])(
    'in a session before %s is no mistake of the sandbox',
    async (before) => {
      const sandbox = recording();
      const { status } = await put(
        sandbox,
        'session',
        withProperty(JSON.stringify(sandbox.session()), before, name),
      );
      expect([200, 422]).toContain(status);
    },
  );

  it.each(['"Version":', '"Now":', '"accounts":', '"Currency":'])(
    'in a snapshot before %s is refused or kept',
    async (before) => {
      const sandbox = recording();
      const state = JSON.stringify(sandbox.snapshot());
      const { status, message } = await put(sandbox, 'snapshot', withProperty(state, before, name));
      expect([200, 422]).toContain(status);
      // Beside the fields of a document others may stand.
      if (status === 422)
        expect([message?.includes(name), JSON.stringify(sandbox.snapshot()) === state]).toEqual([true, true]);
    },
  );
});

it('answers hostile sessions with 200, 400 or 422', { timeout: 120_000 }, async () => {
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(hostileSession, async (session) => {
      const sandbox = recording();
      const { status, message = '' } = await put(sandbox, 'session', JSON.stringify(session));
      sandbox.close();
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      expect([200, 400, 422], message).toContain(status);
      expect(message).not.toMatch(/a bug|Cannot read|is not a function/);
    }),
    { numRuns: examples(200) },
  );
  expect([...statuses.values()].reduce((all, one) => all + one, 0)).toBe(examples(200));
});

/** What a reader came to: nothing, or the sentence of its refusal. */
type Reader = (files: {
  readonly session: string;
  readonly snapshot: string;
  readonly lines: string;
}) => Promise<string>;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-files-'));
});
afterAll(() => rm(folder, { recursive: true }));

const written = async (name: string, text: string) => {
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
};

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => '',
    (error: Error) => error.message,
  );

/** As `put`, with 422 as the one refusal. */
async function refusalOfPut(path: string, body: string): Promise<string> {
  const sandbox = recording();
  const { status, message = '' } = await put(sandbox, path, body);
  sandbox.close();
  expect([200, 204, 422]).toContain(status);
  return status === 422 ? message : '';
}

const readers: Readonly<Record<string, Reader>> = {
  'PUT /sandbox/snapshot': ({ snapshot }) => refusalOfPut('snapshot', snapshot),
  'PUT /sandbox/snapshot.ndjson': ({ lines }) => refusalOfPut('snapshot.ndjson', lines),
  'PUT /sandbox/session': ({ session }) => refusalOfPut('session', session),
  'PUT /sandbox/session?dryRun=true': ({ session }) => refusalOfPut('session?dryRun=true', session),
  'a file of --session': async ({ session }) =>
    refusalOf(readSession(await written('session.json', session))),
  'a file of --snapshot': async ({ snapshot }) =>
    refusalOf(withSnapshot(await written('state.json', snapshot), async () => {})),
  'a file of --snapshot in lines': async ({ lines }) =>
    refusalOf(withSnapshot(await written('state.ndjson', lines), async () => {})),
};

/** A session with a start in the middle, a refused call and a request, and its state in both forms. */
async function filesOf() {
  const sandbox = recording();
  const state = sandbox.snapshot();
  sandbox.restore(state);
  try {
    sandbox.payments.next({ Outcome: { Code: 'NoSuchCode' } } as never);
  } catch {
    // It is recorded, and refused in the replay too.
  }
  await sandbox.fetch('http://sandbox/sandbox/faults', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"Path":"/x","Fault":{"Status":503}}',
  });
  const lines = await (await sandbox.fetch('http://sandbox/sandbox/snapshot.ndjson')).text();
  const files = { session: JSON.stringify(sandbox.session()), snapshot: JSON.stringify(state), lines };
  sandbox.close();
  return files;
}

describe.each(Object.keys(readers))('%s', (reader) => {
  it.each(some(names, 4))(
    'has one sentence for a property named %s, wherever it stands',
    { timeout: 60_000 },
    async (name) => {
      const files = await filesOf();
      const read = readers[reader] as Reader;
      expect(await read(files)).toBe('');
      const kind = reader.includes('session')
        ? 'session'
        : reader.includes('lines') || reader.includes('ndjson')
          ? 'lines'
          : 'snapshot';
      const text = files[kind];
      // Before each kind of property: of the whole, of a document, of a call, of a request.
      const places = new Map([...text.matchAll(/"(\w+)":/g)].map((match) => [match[1], match[0]] as const));
      const tried = [...places.values()].filter((_, at) => at % 9 === 0);
      expect(tried.length).toBeGreaterThan(5);
      for (const before of tried) {
        const sentence = await read({ ...files, [kind]: withProperty(text, before, name) });
        expect(sentence.split('\n'), before).toHaveLength(1);
        expect(sentence, before).not.toMatch(/a bug|Cannot read|is not a function|not iterable/);
      }
    },
  );
});

it('answers hostile snapshots with 200 or 422, and goes on', { timeout: 240_000 }, async () => {
  const { snapshot } = await filesOf();
  let values = 0;
  JSON.parse(snapshot, (_name, value) => {
    values += 1;
    return value;
  });
  const sandbox = recording();
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: values - 1 }), hostileValue, async (place, other) => {
      let at = -1;
      const text = JSON.stringify(
        JSON.parse(snapshot, (_name, value) => {
          at += 1;
          return at === place ? other : value;
        }),
      );
      const before = JSON.stringify(sandbox.snapshot());
      const { status, message = '' } = await put(sandbox, 'snapshot', text);
      expect([200, 422], message).toContain(status);
      expect(message).not.toMatch(/a bug|Cannot read|is not a function/);
      if (status === 422) expect(JSON.stringify(sandbox.snapshot())).toBe(before);
      const { status: lists } = await sandbox.fetch('http://sandbox/sandbox/events?take=5');
      expect(lists).toBe(200);
      await sandbox.clock.advance('P1D');
    }),
    { numRuns: examples(200) },
  );
  sandbox.close();
});

it('--shrink ends with a session or one sentence, and sends nothing anywhere', {
  timeout: 240_000,
}, async () => {
  const sent = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('nothing may be sent'));
  const found: string[] = [];
  await fc.assert(
    fc.asyncProperty(hostileSession, fc.boolean(), async (session, isStartUsual) => {
      const { Seed, At } = session.Start;
      const Start = isStartUsual ? { Seed, At } : session.Start;
      const file = await written('shrink.json', JSON.stringify({ ...session, Start }));
      // The last row is enough, so that all others are tried without.
      const condition = 'sandbox.session().Rows.length > 0';
      try {
        const least = await shrunk(await readSession(file), condition);
        expect(sessionFile.safeParse(least).error).toBeUndefined();
        expect(least.Rows.length).toBeLessThanOrEqual(1);
        found.push('session');
      } catch (error) {
        const { message } = error as Error;
        expect(message.split('\n'), message).toHaveLength(1);
        expect(message).not.toMatch(/a bug|Cannot read|is not a function|not iterable|Invalid URL/);
        found.push('sentence');
      }
    }),
    { numRuns: examples(200) },
  );
  expect(sent).not.toHaveBeenCalled();
  expect(new Set(found)).toEqual(new Set(['session', 'sentence']));
});
