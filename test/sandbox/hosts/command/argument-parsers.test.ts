import { afterEach, describe, expect, it, vi } from 'vitest';
import * as parsers from '../../../../sandbox/src/hosts/command/argument-parsers.ts';
import { readCommandLine } from '../../../../sandbox/src/hosts/command/command-line.ts';

const byName = { ...parsers };

const accepted: { readonly [name in keyof typeof parsers]: readonly (readonly [string, unknown])[] } = {
  parsePort: [
    ['0', 0],
    ['4400', 4_400],
    ['65535', 65_535],
  ],
  parseCount: [
    ['1', 1],
    ['999999', 999_999],
  ],
  parseHttpUrl: [
    ['http://a', 'http://a'],
    ['https://a/b', 'https://a/b'],
  ],
  parseReadBack: [['http://a/{contract}', 'http://a/{contract}']],
  parseInstant: [
    ['2026-01-15T10:00:00Z', '2026-01-15T10:00:00Z'],
    ['2026-01-15T10:00:00+01:00', '2026-01-15T10:00:00+01:00'],
  ],
  parseHosts: [
    ['a', ['a']],
    ['a, b.test c_1-x', ['a', 'b.test', 'c_1-x']],
    ['', []],
  ],
  parseSeconds: [
    ['0.1', 0.1],
    ['3600', 3_600],
  ],
  append: [['a', ['a']]],
  parseMonths: [
    ['1', 1],
    ['120', 120],
  ],
  parseRow: [
    ['1', 1],
    ['999999', 999_999],
  ],
};

const refused: { readonly [name in keyof typeof parsers]: readonly string[] } = {
  parsePort: ['65536', '-1', '1.5', '', ' 1', '1e3', 'x'],
  parseCount: ['0', '-1', '01', '1000000', '1.5', '', 'x'],
  parseHttpUrl: ['a', 'ftp://a', 'localhost:3000', ''],
  parseReadBack: ['http://a', '{contract}', 'ftp://a/{contract}'],
  parseInstant: ['noon', '', '2026-13-01T00:00:00Z'],
  parseHosts: ['http://a', 'a:1', 'a..b', '.a', 'a.'],
  parseSeconds: ['0', '-1', '3601', 'x', 'Infinity'],
  append: [],
  parseMonths: ['0', '121', '-1', '1.5', '', '1e1'],
  parseRow: ['0', '-1', '01', '1000000', '1.5', ''],
};

describe.each(Object.keys(parsers) as (keyof typeof parsers)[])('%s', (name) => {
  const parse = byName[name] as (text: string, before?: readonly string[]) => unknown;

  it.each(accepted[name])('takes "%s"', (text, value) => {
    expect(parse(text)).toEqual(value);
  });

  it.each(refused[name])('refuses "%s"', (text) => {
    expect(() => parse(text)).toThrow(/^Expected /);
  });
});

it('names are added to those before', () => {
  expect([parsers.append('b', ['a']), parsers.parseHosts('b,c', ['a'])]).toEqual([
    ['a', 'b'],
    ['a', 'b', 'c'],
  ]);
});

describe('each option of a command', () => {
  afterEach(() => vi.unstubAllEnvs());

  const url = 'https://billing.test';
  const account = { from: url, clientId: 'c' };

  it.each<[string, object]>([
    ['-p 0 -H ::', { port: 0, host: '::' }],
    ['--allowed-host a --allowed-host b', { allowedHost: ['a', 'b'] }],
    [
      '--private-webhooks --strict --insecure -q',
      { privateWebhooks: true, strict: true, insecure: true, quiet: true },
    ],
    [
      '-c c.json -t 2026-01-15T10:00:00Z -s seed',
      { config: 'c.json', clock: '2026-01-15T10:00:00Z', seed: 'seed' },
    ],
    ['-d data --snapshot s.json --data-sync none', { data: 'data', snapshot: 's.json', dataSync: 'none' }],
    ['-l json --control-token t', { log: 'json', controlToken: 't' }],
    ['--record --session s.json', { record: true, session: 's.json' }],
    ['init public', { folder: 'public', serviceWorker: false }],
    ['init public --service-worker', { folder: 'public', serviceWorker: true }],
    ['wait', { url: 'http://localhost:4400', timeoutSeconds: 30 }],
    ['wait http://localhost:1 --timeout 5', { url: 'http://localhost:1', timeoutSeconds: 5 }],
    [
      'certify --receiver http://a --read-back http://a/{contract} -p 1 --max-orders 2 --junit j --html h',
      { receiver: 'http://a', readBack: 'http://a/{contract}', port: 1, maxOrders: 2, junit: 'j', html: 'h' },
    ],
    ['certify --receiver http://a', { receiver: 'http://a', maxOrders: 720 }],
    ['explore l.js', { file: 'l.js', workers: 1 }],
    ['explore l.js --workers 4 --junit j --html h', { file: 'l.js', workers: 4, junit: 'j', html: 'h' }],
    [
      'replay s.json --until 3 --as vitest --shrink x --out -',
      { file: 's.json', until: 3, as: 'vitest', shrink: 'x', out: '-' },
    ],
    ['replay s.json', { file: 's.json' }],
    [
      `import --from ${url} --client-id c --auth-url https://a -o f -y`,
      { ...account, authUrl: 'https://a', out: 'f', yes: true, snapshot: 'sandbox.snapshot.ndjson' },
    ],
    [
      `import --from ${url} --client-id c --with contracts --snapshot s`,
      { ...account, out: 'sandbox.config.json', with: 'contracts', snapshot: 's' },
    ],
    [
      `verify --against ${url} --client-id c --auth-url https://a -c f --accept a.json --cassette c.json --junit j --write --public-key k`,
      {
        against: url,
        clientId: 'c',
        authUrl: 'https://a',
        config: 'f',
        accept: 'a.json',
        cassette: 'c.json',
        junit: 'j',
        write: true,
        publicKey: 'k',
      },
    ],
    ['forecast -m 3', { months: 3, format: 'text' }],
    [
      'forecast http://localhost:1 -m 3 -c f',
      { url: 'http://localhost:1', months: 3, config: 'f', format: 'text' },
    ],
    ['forecast -m 3 --snapshot s --format csv', { months: 3, snapshot: 's', format: 'csv' }],
    [`capture --from ${url}`, { from: url, port: 4_410, out: 'cassette.json' }],
    ['types', { out: 'catalogue.ts' }],
    ['types --from http://localhost:1 -o f --check', { from: 'http://localhost:1', out: 'f', check: true }],
    ['mcp', { port: 4_400 }],
    [
      'mcp http://localhost:1 -p 2 -t 2026-01-15T10:00:00Z -s seed --readonly',
      { url: 'http://localhost:1', port: 2, clock: '2026-01-15T10:00:00Z', seed: 'seed', readonly: true },
    ],
    [
      'mcp init http://localhost:1 -e cursor --readonly',
      { url: 'http://localhost:1', editor: 'cursor', readonly: true },
    ],
  ])('is read: %s', (text, expected) => {
    const { command, ...rest } = readCommandLine(text.split(' '));
    const options = 'options' in rest ? rest.options : rest;
    if (command === 'start') expect(options).toMatchObject(expected);
    else expect(options).toEqual(expected);
  });

  it('may be set in the environment', () => {
    const start = () => (readCommandLine([]) as { options: object }).options;
    expect(start()).toEqual({ port: 4_400, host: '127.0.0.1', dataSync: 'commit', log: 'pretty' });
    vi.stubEnv('CLIENTLIB_SANDBOX_CONTROL_TOKEN', 't');
    vi.stubEnv('CLIENTLIB_SANDBOX_INSECURE', '1');
    vi.stubEnv('HOSTS', 'a');
    expect(start()).toMatchObject({ controlToken: 't', insecure: true, allowedHost: ['a'] });
  });
});
