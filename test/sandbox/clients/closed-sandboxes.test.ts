// Each tool makes sandboxes for itself, many of them: one that is left open keeps its timers, and its memory, until the process ends.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cancel, certify, type ExploreOptions, explore, exploreModule } from 'clientlib-sandbox/explore';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readVocabulary } from '../../../sandbox/src/clients/account/vocabulary.ts';
import { shrinkSession } from '../../../sandbox/src/clients/replay/shrink.ts';
import { forecastOutput } from '../../../sandbox/src/hosts/command/forecast-command.ts';
import { runImport } from '../../../sandbox/src/hosts/command/import-command.ts';
import { runReplay } from '../../../sandbox/src/hosts/command/replay-command.ts';
import { runTypes } from '../../../sandbox/src/hosts/command/types-command.ts';
import { runVerify } from '../../../sandbox/src/hosts/command/verify-command.ts';
import { createSandbox, type Sandbox } from '../../../sandbox/src/sandbox/sandbox.ts';
import { Workspaces } from '../../../sandbox/src/sandbox/workspaces.ts';
import { backEnd } from '../service/http/service.ts';
import { access, placeOf } from './account/merchant-account.ts';

let folder = '';
let made: Set<Workspaces>;
/** Sandboxes of the test itself. */
let own: Sandbox[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'closed-'));
  [made, own] = [new Set(), []];
  const { each, close } = Workspaces.prototype;
  vi.spyOn(Workspaces.prototype, 'each').mockImplementation(function (this: Workspaces, listener) {
    made.add(this);
    each.call(this, listener);
  });
  vi.spyOn(Workspaces.prototype, 'close').mockImplementation(function (this: Workspaces) {
    made.delete(this);
    return close.call(this);
  });
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(async () => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
  await rm(folder, { recursive: true });
});

function newSandbox(): Sandbox {
  const sandbox = createSandbox({ record: true, seed: 'own', clock: '2026-01-15T10:00:00Z' });
  own.push(sandbox);
  return sandbox;
}

const at = (name: string) => join(folder, name);

/** A session of three customers, also as a file. */
async function session() {
  const sandbox = newSandbox();
  const api = await backEnd(sandbox);
  for (const FirstName of ['Ada', 'Eva', 'Ida']) await api('POST', 'customers', { FirstName });
  const recorded = JSON.parse(JSON.stringify(sandbox.session()));
  await writeFile(at('session.json'), JSON.stringify(recorded));
  return recorded;
}

const customers = (sandbox: Sandbox) => sandbox.snapshot().Collections['customers']?.length ?? 0;

const explored = (options: Partial<ExploreOptions>) =>
  explore((sandbox) => sandbox.signUp(), {
    months: 2,
    outcomes: ['BearerExpired'],
    actions: [cancel, { name: 'impossible', run: (sandbox) => sandbox.rest('GET', '/contracts/none') }],
    faults: ['503', 'AnswerLost'],
    check: () => {},
    ...options,
  });
const asks = (_event: object, sandbox: { rest(method: string, path: string): Promise<unknown> }) =>
  sandbox.rest('GET', '/plans').then(
    () => {},
    () => {},
  );

const place = (sandbox: Sandbox) => ({
  ...placeOf(sandbox),
  secret: access.clientSecret,
  print: () => {},
  progress: () => {},
});

const ways: { readonly [what: string]: () => Promise<unknown> } = {
  explore: () => explored({}),
  'explore with a merchant that goes back': () =>
    explored({ merchant: { webhooks: asks, snapshot: () => 1, restore: () => {} } }),
  'explore with a merchant that begins anew': () =>
    explored({ months: 1, actions: [], merchant: { webhooks: asks, reset: () => {} } }),
  'explore that finds something': () =>
    explored({
      check: (_sandbox, { steps }) => {
        if (steps.length === 2) throw new Error('the second');
      },
    }),
  'explore with a scenario that fails': () =>
    explore(() => Promise.reject(new Error('no')), { months: 1, check: () => {} }).catch(() => {}),
  'explore branch by branch': () =>
    exploreModule(new URL('../hosts/node/explored-lives.ts', import.meta.url)),
  certify: () => certify({ fetch: () => new Response(null, { status: 500 }) }, { maxProblems: 1 }),
  'replay FILE': async () => {
    await session();
    await runReplay({ file: at('session.json') });
  },
  'replay FILE --as vitest': async () => {
    await session();
    await runReplay({ file: at('session.json'), as: 'vitest', out: at('session.test.ts') });
  },
  'shrinking a session': async () => {
    expect(await shrinkSession(await session(), async (sandbox) => customers(sandbox) === 2)).toBeDefined();
    expect(await shrinkSession(await session(), async () => false)).toBeUndefined();
  },
  'types --config FILE': async () => {
    await writeFile(at('config.json'), '{}');
    await runTypes({ config: at('config.json'), out: at('catalogue.ts') }, () => {});
  },
  'forecast --snapshot FILE': async () => {
    await writeFile(at('snapshot.json'), JSON.stringify(newSandbox().snapshot()));
    await forecastOutput({ snapshot: at('snapshot.json'), months: 1, format: 'json' });
    await writeFile(at('snapshot.json'), '{}');
    await expect(
      forecastOutput({ snapshot: at('snapshot.json'), months: 1, format: 'json' }),
    ).rejects.toThrow();
  },
  'import --with contracts': async () => {
    const { url: from, clientId } = access;
    const files = { out: at('config.json'), snapshot: at('snapshot.ndjson') };
    expect(await runImport({ from, clientId, ...files, with: 'contracts' }, place(newSandbox()))).toBe(0);
  },
  'verify --cassette FILE': async () => {
    const of = { ...place(newSandbox()), secret: async () => access.clientSecret };
    const cassette = at('cassette.json');
    await writeFile(cassette, JSON.stringify({ Version: 1, Url: access.url, Exchanges: [] }));
    expect(await runVerify({ cassette }, of)).toBe(0);
    await expect(runVerify({}, of)).rejects.toThrow();
  },
  'the vocabulary of a capture': readVocabulary,
};

it.each(Object.keys(ways))('%s closes each sandbox that it has made', async (what) => {
  await ways[what]?.();
  expect(made.size).toBeGreaterThanOrEqual(own.length);
  for (const sandbox of own) sandbox.close();
  expect(made.size).toBe(0);
});
