// Sessions and snapshots of somebody else: whatever is in them, the answer names the field, and the state stays as it is.
import { createSandbox, type Sandbox } from 'clientlib-sandbox';
import { describe, expect, it } from 'vitest';
import { examples, fc } from '../properties.ts';
import { hostileSession, names } from './hostile-files.ts';

async function put(sandbox: Sandbox, path: string, body: string) {
  const headers = { 'Content-Type': 'application/json' };
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
