// What the command hands over: each option to the sandbox that it starts, each exit code to the process; and what it says and closes
// when it ends. The sandbox and the commands are stand-ins; the real ones are started in cli.test.ts.
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CertifyOptions } from '../../../../sandbox/src/clients/explore/certify/certify.ts';
import type { CommandLine, StartCommand } from '../../../../sandbox/src/hosts/command/command-line.ts';
import type { StartOptions } from '../../../../sandbox/src/hosts/node/node.ts';
import type { SandboxOptions } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { backEnd, newContract } from '../../service/http/service.ts';

const source = '../../../../sandbox/src';
let folder = '';
let [out, err] = ['', ''];
let exits: unknown[] = [];
let onSignal: Map<string, () => void>;
let deadlines: ReturnType<typeof setTimeout>[];
/** What the command has started, with what. */
let startedWith: StartOptions[];
let closed = 0;
let closing: () => Promise<void>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hand-over-'));
  [out, err, exits, onSignal, deadlines] = ['', '', [], new Map(), []];
  [startedWith, closed, closing] = [[], 0, async () => {}];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += text;
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    err += text;
    return true;
  });
  vi.spyOn(process, 'exit').mockImplementation((code) => void exits.push(code) as never);
  vi.spyOn(process, 'umask').mockReturnValue(0o022);
  vi.spyOn(process, 'once').mockImplementation(((name: string, listener: () => void) => {
    onSignal.set(name, listener);
    return process;
  }) as never);
  const later = globalThis.setTimeout;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, delay?: number, ...given: []) => {
    const timer = later(work, delay, ...given);
    if (delay === 5_000) deadlines.push(timer);
    return timer;
  }) as never);
  vi.resetModules();
});
afterEach(async () => {
  for (const timer of deadlines) clearTimeout(timer);
  vi.restoreAllMocks();
  vi.doUnmock(`${source}/hosts/node/node.ts`);
  // What was loaded with a stand-in is not for the tests of other files.
  vi.resetModules();
  process.exitCode = undefined;
  await rm(folder, { recursive: true });
});

/** Runs the command. */
async function run(...args: readonly string[]): Promise<void> {
  const before = process.argv;
  process.argv = ['node', 'clientlib-sandbox', ...args];
  try {
    await import(`${source}/hosts/command/cli.ts`);
  } finally {
    process.argv = before;
  }
}

/** Starts the command with a stand-in for the sandbox on a port. @returns the sandbox, and what ends the command */
async function started(args: readonly string[], options: SandboxOptions = {}) {
  const { createSandbox } = await import(`${source}/sandbox/sandbox.ts`);
  const sandbox = createSandbox({ seed: 'hand-over', timers: false, ...options });
  vi.doMock(`${source}/hosts/node/node.ts`, () => ({
    startSandbox: async (given: StartOptions) => {
      startedWith.push(given);
      const close = () => {
        closed += 1;
        sandbox.close();
        return closing();
      };
      return { url: 'http://localhost:4400', sandbox, close };
    },
  }));
  await run(...args);
  const isDone = () => expect(onSignal.size === 2 || process.exitCode !== undefined).toBe(true);
  await vi.waitFor(isDone, { timeout: 20_000 });
  const end = async (signal = 'SIGTERM') => {
    onSignal.get(signal)?.();
    await vi.waitFor(() => expect(exits).toHaveLength(1));
  };
  return { sandbox, end };
}

/** For each option of the command, what the sandbox is started with. */
const options: {
  readonly [name in keyof StartCommand]-?: readonly [
    args: readonly string[],
    options: StartOptions | undefined,
  ];
} = {
  port: [['--port', '4411'], { port: 4411 }],
  host: [['--host', '10.0.0.1'], { host: '10.0.0.1' }],
  clock: [['--clock', '2026-01-15T10:00:00Z'], { clock: '2026-01-15T10:00:00Z' }],
  seed: [['--seed', 's'], { seed: 's' }],
  strict: [['--strict'], { strict: true }],
  record: [['--record'], { record: true }],
  webhook: [
    ['-w', 'http://a.test/', '-w', 'http://b.test/'],
    { webhooks: ['http://a.test/', 'http://b.test/'] },
  ],
  data: [['--data', tmpdir()], { data: tmpdir() }],
  dataSync: [['--data-sync', 'none'], { dataSync: 'none' }],
  controlToken: [['--control-token', 't'], { controlToken: 't' }],
  insecure: [['--insecure'], { insecure: true }],
  allowedHost: [
    ['--allowed-host', 'sandbox', '--allowed-host', 'other'],
    { allowedHosts: ['sandbox', 'other'] },
  ],
  privateWebhooks: [['--private-webhooks'], { privateWebhooks: true }],
  // The command reads or uses these itself; cli.test.ts has them with real files.
  config: [[], undefined],
  session: [[], undefined],
  snapshot: [[], undefined],
  log: [[], undefined],
  quiet: [[], undefined],
};

describe('the sandbox', () => {
  it.each(Object.entries(options).filter(([, [args]]) => args.length > 0))(
    'is started with %s as the command line says',
    async (_name, [args, expected]) => {
      await started(args);
      expect(startedWith).toEqual([expect.objectContaining(expected)]);
    },
  );

  it('is started with nothing else than the defaults where the command line says nothing', async () => {
    await started([]);
    expect(startedWith).toEqual([
      {
        overrideGlobalObjects: true,
        port: 4400,
        host: '127.0.0.1',
        strict: false,
        insecure: false,
        dataSync: 'commit',
      },
    ]);
  });

  it('is closed where its snapshot is refused, so that the next start finds port and folder free', async () => {
    const file = join(folder, 'snapshot.json');
    await writeFile(file, '{"Version":1,"Collections":{}}');
    await started(['--snapshot', file]);
    expect(process.exitCode).toBe(1);
    expect([closed, err]).toEqual([1, expect.stringMatching(/^clientlib-sandbox: --snapshot: /)]);
  });

  it.each([
    ['is open to others', 0o755, true],
    ["is the owner's alone", 0o700, false],
  ])('creates files for its owner alone, and warns of a data folder that %s', async (_what, mode, warns) => {
    await chmod(folder, mode);
    await started(['--data', folder, '--quiet']);
    expect(process.umask).toHaveBeenCalledWith(0o077);
    expect(err).toEqual(warns ? expect.stringContaining(`chmod 700 ${folder}`) : '');
  });
});

describe('a start', () => {
  it.each([
    ['the default catalogue', undefined, false],
    ['settings of the account', { Account: { Name: 'Ada GmbH' } }, false],
    ['a catalogue', { Catalogue: { PlanVariants: [] } }, true],
  ])('with %s hints at terms that consumers cannot agree on: %s', async (_what, config, hints) => {
    const file = join(folder, 'config.json');
    await writeFile(file, JSON.stringify(config ?? {}));
    await started(config === undefined ? [] : ['--config', file], { config: { Account: { Country: 'DE' } } });
    expect(out.includes('Hint: for consumers in Germany')).toBe(hints);
  });
});

describe('the command', () => {
  const hook = 'http://shop.test/hooks';

  it.each(['SIGINT', 'SIGTERM'])(
    'says at %s what is given up and what is not delivered, and where it goes on',
    async (signal) => {
      const { sandbox, end } = await started(['--data', folder, '--quiet'], {
        clock: '2026-01-15T10:00:00Z',
        webhooks: [hook],
        deliver: async () => new Response(null, { status: 503 }),
      });
      await newContract(await backEnd(sandbox));
      await sandbox.clock.advance('P10D');
      await newContract(await backEnd(sandbox));
      await sandbox.settle();
      await end(signal);
      expect(out).toMatch(/\d+ webhooks were given up\. /);
      expect(out).toContain(`to continue, start the sandbox again with --data ${folder}:`);
      expect([exits, closed]).toEqual([[0], 1]);
    },
  );

  it('writes the line of a request that came while it was closed', async () => {
    const { sandbox, end } = await started([]);
    let atExit = '';
    vi.mocked(process.exit).mockImplementation((code) => {
      atExit = out;
      exits.push(code);
      return undefined as never;
    });
    closing = async () => {
      await sandbox.fetch('http://sandbox/api/v1/plans');
    };
    await end();
    expect(atExit).toContain('GET /api/v1/plans → 401');
  });

  it('ends with 1 where the sandbox cannot be closed, such as with a full disk', async () => {
    closing = () => Promise.reject(new Error('disk full'));
    const { end } = await started(['--quiet']);
    await end();
    expect(exits).toEqual([1]);
  });
});

/** Commands that say by their exit code whether they have found something. */
const finding: {
  readonly [name in CommandLine['command']]?: readonly [args: string[], file: string, name: string];
} = {
  explore: [['explore', 'lives.js'], 'explore-command', 'runExplore'],
  types: [['types', '--check'], 'types-command', 'runTypes'],
  import: [['import', '--from', 'http://localhost:1', '--client-id', 'c'], 'import-command', 'runImport'],
  verify: [['verify', '--cassette', 'c.json'], 'verify-command', 'runVerify'],
};

describe.each(Object.entries(finding))('the command %s', (_name, [args, file, name]) => {
  it.each([0, 1])('ends with the exit code %i of its command', async (code) => {
    vi.stubEnv('CLIENTLIB_CLIENT_SECRET', 'secret');
    const path = `${source}/hosts/command/${file}.ts`;
    vi.doMock(path, () => ({ [name]: async () => code }));
    await run(...args);
    await vi.waitFor(() => expect(process.exitCode).toBe(code));
    vi.doUnmock(path);
    vi.unstubAllEnvs();
  });
});

/** Report of a stand-in. */
const report = { text: 'all of it', junit: '<testsuites/>', html: '<!doctype html>', ok: true, failures: [] };

describe('the files and options of a command', () => {
  const files = () => ({ junit: join(folder, 'junit.xml'), html: join(folder, 'report.html') });
  const written = async () => Promise.all(Object.values(files()).map((file) => readFile(file, 'utf8')));

  it('explore: workers for the threads, and both reports', async () => {
    const asked: unknown[] = [];
    const path = `${source}/hosts/node/explore-module.ts`;
    vi.doMock(path, () => ({
      exploreModule: async (...given: unknown[]) => {
        asked.push(given);
        return report;
      },
    }));
    const { runExplore } = await import(`${source}/hosts/command/explore-command.ts`);
    const file = join(folder, 'lives.mjs');
    await writeFile(file, 'export const scenario = () => {}; export const options = {};');
    expect(await runExplore({ file, workers: 3, ...files() })).toBe(0);
    expect([asked, out, await written()]).toEqual([
      [[pathToFileURL(file).href, { workers: 3 }]],
      report.text,
      [report.junit, report.html],
    ]);
    vi.doUnmock(path);
  });

  it.each([
    ['whsec_mine', { secret: 'whsec_mine' }],
    // As in a CI where the variable is named and not set.
    ['', {}],
  ])(
    'certify with the secret "%s": the address to read from, orders, no limit, and both reports',
    async (secret, ofSecret) => {
      const asked: unknown[] = [];
      const path = `${source}/clients/explore/certify/certify.ts`;
      const { unlimited } = await import(path);
      vi.doMock(path, () => ({
        unlimited,
        certify: async (receiver: string, { sandbox, enter, ...given }: CertifyOptions) => {
          asked.push(receiver, given);
          return report;
        },
      }));
      vi.doMock(`${source}/hosts/node/node.ts`, () => ({
        startSandbox: async (given: StartOptions) => {
          startedWith.push(given);
          const close = async () => {
            closed += 1;
          };
          return { url: 'http://localhost:4400', sandbox: {}, close };
        },
      }));
      vi.stubEnv('CLIENTLIB_WEBHOOK_SECRET', secret);
      const { runCertify } = await import(`${source}/hosts/command/certify-command.ts`);
      const receiver = 'http://localhost:3000/hooks';
      const given = { readBack: 'http://localhost:3000/{contract}', maxOrders: 5 };
      await runCertify({ receiver, port: 4411, ...given, ...files() });
      expect(asked).toEqual([receiver, { ...given, ...ofSecret }]);
      expect(startedWith).toEqual([expect.objectContaining({ port: 4411, config: unlimited })]);
      expect([closed, await written()]).toEqual([1, [report.junit, report.html]]);
      vi.doUnmock(path);
      vi.unstubAllEnvs();
    },
  );
});
