import { describe, expect, it, vi } from 'vitest';
import { readCommandLine, UsageError } from '../../../../sandbox/src/hosts/command/command-line.ts';

const text = (...args: string[]): string => {
  const line = readCommandLine(args);
  if (line.command !== 'print') throw new Error(`expected a text, got ${line.command}`);
  return line.text;
};

describe('the command line', () => {
  it('starts the sandbox by default', () => {
    expect(readCommandLine([])).toEqual({
      command: 'start',
      options: { port: 4400, host: '127.0.0.1', dataSync: 'commit', log: 'pretty' },
    });
  });

  it('accepts short and long flags', () => {
    const long = [
      '--port',
      '0',
      '--host',
      '0.0.0.0',
      '--config',
      'c.json',
      '--clock',
      '2026-01-15T10:00:00Z',
    ];
    const more = [
      '--seed',
      's',
      '--webhook',
      'http://a',
      '--webhook',
      'http://b',
      '--data',
      'd',
      '--log',
      'json',
    ];
    const short = ['-p', '0', '-H', '0.0.0.0', '-c', 'c.json', '-t', '2026-01-15T10:00:00Z', '-s', 's'];
    const shorter = ['-w', 'http://a', '-w', 'http://b', '-d', 'd', '-l', 'json', '-q'];
    expect(readCommandLine([...short, ...shorter])).toEqual(readCommandLine([...long, ...more, '--quiet']));
    expect(readCommandLine([...short, ...shorter])).toMatchObject({
      options: { port: 0, webhook: ['http://a', 'http://b'], log: 'json', quiet: true },
    });
  });

  it.each<[string[], string | undefined, readonly string[] | undefined]>([
    [[], undefined, undefined],
    [['--allowed-host', 'sandbox', '--allowed-host', 'billing.test'], undefined, ['sandbox', 'billing.test']],
    [[], 'sandbox, billing.test', ['sandbox', 'billing.test']],
    [['--allowed-host', 'sandbox'], 'billing.test', ['sandbox']],
    [[], '', []],
  ])('takes host names: %j, HOSTS=%s', (args, HOSTS, allowedHost) => {
    vi.stubEnv('HOSTS', HOSTS);
    expect(readCommandLine(args)).toEqual({
      command: 'start',
      options: {
        port: 4400,
        host: '127.0.0.1',
        dataSync: 'commit',
        log: 'pretty',
        ...(allowedHost === undefined ? {} : { allowedHost }),
      },
    });
    vi.unstubAllEnvs();
    expect(() => readCommandLine(['--allowed-host', 'http://sandbox'])).toThrow(
      'Expected a host name without port, such as sandbox.',
    );
  });

  it('has the command certify', () => {
    const urls = [
      '--receiver',
      'http://localhost:3000/hooks',
      '--read-back',
      'http://localhost:3000/{contract}',
    ];
    expect(readCommandLine(['certify', ...urls, '--junit', 'result.xml'])).toEqual({
      command: 'certify',
      options: {
        receiver: 'http://localhost:3000/hooks',
        readBack: 'http://localhost:3000/{contract}',
        maxOrders: 720,
        junit: 'result.xml',
      },
    });
  });

  it('has the commands init and wait', () => {
    expect(readCommandLine(['init', 'public', '--service-worker'])).toEqual({
      command: 'init',
      folder: 'public',
      serviceWorker: true,
    });
    expect(readCommandLine(['wait'])).toEqual({
      command: 'wait',
      url: 'http://localhost:4400',
      timeoutSeconds: 30,
    });
    expect(readCommandLine(['wait', 'http://localhost:1', '--timeout', '5'])).toMatchObject({
      url: 'http://localhost:1',
      timeoutSeconds: 5,
    });
  });

  it('prints help with examples and short flags, and the version', () => {
    const help = text('--help');
    expect(text('-h')).toBe(help);
    for (const part of [
      '-p, --port <number>',
      '-q, --quiet',
      'Examples:',
      'clientlib-sandbox wait && npm test',
    ])
      expect(help).toContain(part);
    expect(Math.max(...help.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(120);
    expect(text('wait', '--help')).toContain('--timeout <seconds>');
    expect(text('-v')).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('imports the catalogue only, or contracts too', () => {
    const account = ['import', '--from', 'https://billing.example.com', '--client-id', 'c1'];
    const files = { out: 'sandbox.config.json', snapshot: 'sandbox.snapshot.ndjson' };
    const options = { from: 'https://billing.example.com', clientId: 'c1', ...files };
    expect(readCommandLine(account)).toEqual({ command: 'import', options });
    expect(readCommandLine([...account, '--with', 'contracts'])).toEqual({
      command: 'import',
      options: { ...options, with: 'contracts' },
    });
    expect(() => readCommandLine([...account, '--with', 'payments'])).toThrow(
      'Allowed choices are contracts.',
    );
  });

  it('captures on a port, also by its old name', () => {
    const from = 'https://billing.example.com';
    for (const name of ['capture', 'record']) {
      expect(readCommandLine([name, '--from', from])).toEqual({
        command: 'capture',
        options: { from, port: 4410, out: 'cassette.json' },
      });
    }
    expect(readCommandLine(['capture', '--from', from, '-p', '0', '-o', 'tests.json'])).toMatchObject({
      options: { port: 0, out: 'tests.json' },
    });
    expect(() => readCommandLine(['capture'])).toThrow("Required option '--from <url>' not specified.");
  });

  it('explores a module, and writes types', () => {
    expect(readCommandLine(['explore', 'lives.js', '--workers', '4', '--html', 'report.html'])).toEqual({
      command: 'explore',
      options: { file: 'lives.js', workers: 4, html: 'report.html' },
    });
    expect(readCommandLine(['types', '--config', 'c.json', '--check'])).toEqual({
      command: 'types',
      options: { config: 'c.json', out: 'catalogue.ts', check: true },
    });
    expect(() => readCommandLine(['types', '--config', 'c.json', '--from', 'http://localhost:4400'])).toThrow(
      'Expected --from or --config, not both.',
    );
  });

  it('reads options after a command as options of the command', () => {
    expect(readCommandLine(['mcp', '-p', '0', '-t', '2026-01-15T10:00:00Z'])).toEqual({
      command: 'mcp',
      options: { port: 0, clock: '2026-01-15T10:00:00Z' },
    });
    expect(readCommandLine(['mcp', 'http://localhost:5000'])).toMatchObject({
      options: { url: 'http://localhost:5000' },
    });
    const certify = readCommandLine(['certify', '--receiver', 'http://localhost:3000', '-p', '5400']);
    expect(certify).toMatchObject({ command: 'certify', options: { port: 5400 } });
  });

  it.each(
    [
      ['init', 'public'],
      ['wait'],
      ['certify', '--receiver', 'http://localhost:3000'],
      ['explore', 'lives.js'],
      ['types'],
      ['import', '--from', 'http://localhost:1', '--client-id', 'c'],
      ['verify'],
      ['capture', '--from', 'http://localhost:1'],
      ['forecast', '--months', '1'],
      ['mcp'],
      ['mcp', 'init'],
      ['replay', 'session.json'],
    ].map((args) => [args.join(' '), args] as const),
  )('%s has help, and refuses an option that it does not have without ending the process', (name, args) => {
    const [command = '', second] = args;
    const words = second === 'init' ? 'mcp init' : command;
    expect(text(...(second === 'init' ? [command, second] : [command]), '--help')).toContain(
      `Usage: clientlib-sandbox ${words}`,
    );
    expect(readCommandLine(args).command).toBe(words);
    expect(() => readCommandLine([...args, '--bogus'])).toThrow(new UsageError("Unknown option '--bogus'."));
    // All of them are in the help of the whole.
    expect(text('--help'), name).toContain(`\n       clientlib-sandbox ${words} `);
  });

  it.each([
    [['--prot', '1'], "Unknown option '--prot'. Did you mean --port?"],
    [['--quite'], "Unknown option '--quite'. Did you mean --quiet?"],
    [['--port', 'x'], "argument 'x' is invalid. Expected a number from 0 to 65535."],
    [['--port', '65536'], 'Expected a number from 0 to 65535.'],
    [['--clock', 'noon'], 'Expected an ISO 8601 instant such as 2026-01-15T10:00:00Z.'],
    [['--log', 'xml'], 'Allowed choices are pretty, json.'],
    [['--data-sync', 'often'], 'Allowed choices are commit, none.'],
    [['--seed'], "Option '-s, --seed <text>' argument missing."],
    [['start'], 'Unknown command "start". Commands are init, wait, certify, '],
    [['wiat'], 'Unknown command "wiat". Did you mean wait? To start the sandbox, omit the command.'],
    [['init'], "Missing required argument 'public folder'."],
    [['init', 'a', 'b'], 'Too many arguments'],
    [['wait', '--timeout', '0'], 'Expected a number of seconds, at most 3600.'],
    [['certify'], '--receiver <url>'],
    [['certify', '--receiver', 'localhost:3000'], 'Expected a URL such as http://localhost:3000/webhooks.'],
    [['mcp', 'localhost'], 'Expected a URL such as http://localhost:3000/webhooks.'],
    [['certify', '--receiver', 'http://a', '--read-back', 'http://a'], 'Expected a URL with {contract}'],
    [['certify', '--receiver', 'http://a', '--max-orders', '0'], 'Expected a number greater than 0.'],
    [['certify', '--receiver', 'http://a', '--port', 'x'], 'Expected a number from 0 to 65535.'],
    [['explore', 'lives.js', '--workers', '0'], 'Expected a number greater than 0.'],
    [['replay', 's.json', '--until', '0'], 'Expected a row number, starting at 1.'],
    [['replay', 's.json', '--as', 'jest'], 'Allowed choices are '],
    [['capture', '--from', 'http://a', '--port', 'x'], 'Expected a number from 0 to 65535.'],
    [['mcp', '--port', 'x'], 'Expected a number from 0 to 65535.'],
    [['mcp', '--clock', 'noon'], 'Expected an ISO 8601 instant such as 2026-01-15T10:00:00Z.'],
    [['forecast', '--months', '0'], 'Expected a number of months from 1 to 120.'],
    [['forecast', '--months', '1', '--format', 'pdf'], 'Allowed choices are text, csv, json.'],
    [['forecast', 'http://a', '--months', '1', '--snapshot', 's'], 'Expected a URL or --snapshot, not both.'],
    [['forecast'], "Required option '-m, --months <number>' not specified."],
    [['import', '--from', 'http://a'], "Required option '--client-id <id>' not specified."],
  ])('rejects %j in one line', (args, message) => {
    expect(() => readCommandLine(args)).toThrow(UsageError);
    expect(() => readCommandLine(args)).toThrow(message);
    expect(() => readCommandLine(args)).not.toThrow(/\n/);
  });
});
