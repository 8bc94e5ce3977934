// The files that commands write and copy, and what they print about the state.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { AccountError } from '../../../../sandbox/src/clients/account/service-url.ts';
import { refuseOtherFile } from '../../../../sandbox/src/hosts/command/cassette-file.ts';
import { editors, writeEditorFiles } from '../../../../sandbox/src/hosts/command/editor-file.ts';
import { greeting } from '../../../../sandbox/src/hosts/command/greeting.ts';
import { init } from '../../../../sandbox/src/hosts/command/init.ts';
import { PartFile } from '../../../../sandbox/src/hosts/command/part-file.ts';
import { givenUp, undelivered } from '../../../../sandbox/src/hosts/command/undelivered.ts';
import { writeWhole } from '../../../../sandbox/src/hosts/command/whole-file.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'files-'));
});
const at = (name: string) => join(folder, name);
const read = (name: string) => readFileSync(at(name), 'utf8');

describe('a file that is written as a whole', () => {
  it('replaces the old one, whatever an interrupted run has left', async () => {
    writeFileSync(at('out'), 'old');
    writeFileSync(at('else'), 'mine');
    symlinkSync(at('else'), at('out.new'));
    await writeWhole('--out', at('out'), 'new');
    expect([readdirSync(folder).sort(), read('out'), read('else')]).toEqual([['else', 'out'], 'new', 'mine']);
  });

  it('is only tried without content', async () => {
    writeFileSync(at('out'), 'old');
    await writeWhole('--out', at('out'), undefined);
    await writeWhole('--out', at('other'), undefined);
    expect([readdirSync(folder), read('out')]).toEqual([['out'], 'old']);
    await writeWhole('--out', at('out'), '');
    expect(read('out')).toBe('');
  });

  it('is checked before it replaces the old one', async () => {
    writeFileSync(at('out'), 'old');
    const seen: string[] = [];
    const refuse = async (file: string) => {
      seen.push(readFileSync(file, 'utf8'));
      throw new AccountError('wrong');
    };
    await expect(writeWhole('--out', at('out'), 'new', refuse)).rejects.toThrow(new AccountError('wrong'));
    expect([seen, read('out')]).toEqual([['new'], 'old']);
    await writeWhole('--out', at('out'), 'newer', async (file) => void seen.push(file));
    expect([seen[1], read('out')]).toEqual([at('out.new'), 'newer']);
  });

  it('names the option where it cannot be written', async () => {
    const file = at('nowhere/out');
    await expect(writeWhole('--out', file, 'x')).rejects.toThrow(`--out: ${file} cannot be written: ENOENT`);
    await expect(writeWhole('--out', file, 'x')).rejects.toThrow(AccountError);
  });
});

describe('what an interrupted run has read', () => {
  const of = (From: string, ClientId: string) => new PartFile<number>('--out', at('out'), { From, ClientId });

  it('is what the same service and client gave, without an incomplete line, and goes on', async () => {
    const first = of('a', 'b');
    expect([first.file, await first.read()]).toEqual([at('out.part'), []]);
    await first.add(1);
    await first.add(2);
    writeFileSync(at('out.part'), `${read('out.part')}{"unfin`);
    const again = of('a', 'b');
    expect(await again.read()).toEqual([1, 2]);
    await again.add(3);
    expect(await of('a', 'b').read()).toEqual([1, 2, 3]);
    for (const other of [of('x', 'b'), of('a', 'x')]) expect(await other.read()).toEqual([]);
  });

  it('is replaced by that of another one, and removed at the end', async () => {
    await of('a', 'b').add(1);
    const other = of('x', 'b');
    await other.add(2);
    expect([await other.read(), await of('a', 'b').read()]).toEqual([[2], []]);
    await other.remove();
    await other.remove();
    expect(existsSync(at('out.part'))).toBe(false);
  });
});

it.each([
  ['not there', undefined, true],
  ['empty', '', true],
  ['a cassette', '{"Format":"clientlib-sandbox cassette","Version":1,"Exchanges":[]}', true],
  ['another file', '{"Version":1}', false],
  ['no JSON', 'x', false],
])('a cassette is written over a file that is %s: %s', async (_what, text, allowed) => {
  if (text !== undefined) writeFileSync(at('c.json'), text);
  const checked = refuseOtherFile('--out', at('c.json'));
  if (allowed) await expect(checked).resolves.toBeUndefined();
  else
    await expect(checked).rejects.toThrow(
      new AccountError(
        `--out: ${at('c.json')} is not a cassette and was not changed. Remove it, or name another file.`,
      ),
    );
});

it('a folder is no file to write a cassette over', async () => {
  await expect(refuseOtherFile('--out', folder)).rejects.toThrow(`--out: ${folder} cannot be read: EISDIR.`);
});

describe('init', () => {
  const worker = ['clientlib-sandbox-worker', 'clientlib-sandbox-worker.js'];
  const shell = ['clientlib-sandbox-shell.html', 'clientlib-sandbox-shell.js'];

  it.each([
    ['serviceWorker', worker],
    ['shell', [...shell, ...worker]],
  ] as const)('copies the files of %s', async (kind, expected) => {
    for (const name of ['source/clientlib-sandbox-worker', 'public'])
      mkdirSync(at(name), { recursive: true });
    for (const name of [
      ...shell,
      'clientlib-sandbox-worker.js',
      'clientlib-sandbox-worker/part.js',
      'other.js',
    ])
      writeFileSync(at(`source/${name}`), name);
    expect((await init(at('source'), at('public'), kind)).toSorted()).toEqual([...expected].sort());
    expect(readdirSync(at('public')).sort()).toEqual([...expected].sort());
    expect(read('public/clientlib-sandbox-worker/part.js')).toBe('clientlib-sandbox-worker/part.js');
  });

  it.each(['nowhere', 'file'])('wants a folder, and not %s', async (name) => {
    writeFileSync(at('file'), '');
    await expect(init(folder, at(name), 'shell')).rejects.toThrow(
      `init: the folder "${at(name)}" does not exist.`,
    );
  });
});

describe('the file of an editor', () => {
  const command = { command: 'npx', args: ['clientlib-sandbox', 'mcp'] };

  /** What each editor reads. Written out, because keys from the source would be wrong together with it. */
  const expected = [
    ['project', '.mcp.json', 'mcpServers', command],
    ['vscode', '.vscode/mcp.json', 'servers', { type: 'stdio', ...command }],
    ['cursor', '.cursor/mcp.json', 'mcpServers', command],
    ['zed', '.zed/settings.json', 'context_servers', command],
  ] as const;

  it('is known for every editor that can be chosen', () => {
    expect(expected.map(([editor]) => editor)).toEqual(Object.keys(editors));
  });

  it.each(expected)(
    'of %s is %s, and has the tools in its list %s, beside what was there',
    async (name, file, list, entry) => {
      expect(await writeEditorFiles(folder, { editor: name })).toEqual([file]);
      expect(JSON.parse(read(file))).toEqual({ [list]: { 'billing-sandbox': entry } });
      writeFileSync(at(file), JSON.stringify({ a: 1, [list]: { 'billing-sandbox': {}, b: 2 } }));
      await writeEditorFiles(folder, { editor: name, url: 'http://localhost:1' });
      expect(JSON.parse(read(file))).toEqual({
        a: 1,
        [list]: { 'billing-sandbox': { ...entry, args: [...entry.args, 'http://localhost:1'] }, b: 2 },
      });
      await writeEditorFiles(folder, { editor: name, readonly: true });
      expect(JSON.parse(read(file))[list]['billing-sandbox'].args).toEqual([...entry.args, '--readonly']);
    },
  );

  it('is that of each editor with a folder', async () => {
    for (const name of ['.vscode', '.cursor', '.zed']) mkdirSync(at(name));
    expect(await writeEditorFiles(folder, {})).toEqual([
      '.vscode/mcp.json',
      '.cursor/mcp.json',
      '.zed/settings.json',
    ]);
  });

  it.each(['[]', 'null', '7', '{', '// x\n{}'])('is not changed where it is %s', async (text) => {
    writeFileSync(at('.mcp.json'), text);
    await expect(writeEditorFiles(folder, {})).rejects.toThrow(/^mcp init: \.mcp\.json is not plain JSON/);
    expect(read('.mcp.json')).toBe(text);
  });
});

it('the greeting leaves out what an account has not', () => {
  const lines = (account: object) =>
    greeting({ core: { tx: { account } } } as never, 'http://x')
      .split('\n')
      .map((line) => line.trim());
  const client = { ClientId: 'c1', ClientSecret: 's1' };
  const all = { Id: 'a1', OAuthClients: [client, {}], ServiceUsers: [{ Username: 'u1', Password: 'p1' }] };
  expect(lines(all)).toEqual([
    '',
    'Inspector      http://x/',
    'Public API key a1',
    'OAuth client   c1 / s1',
    'Service user   u1 / p1',
    expect.stringMatching(/^Test card {6}4111 1111 1111 1111, /),
    'API reference  http://x/docs',
    'Guides         http://x/docs/guides',
    'Catalogue      http://x/sandbox/catalog',
    '',
    '',
  ]);
  expect(lines({ ...all, OAuthClients: [{ ClientId: 'c1' }], ServiceUsers: [] })).toEqual(
    lines(all).flatMap((line) => (line.startsWith('Service') ? [] : [line.replace(' / s1', '')])),
  );
  expect(lines({ ...all, OAuthClients: [] })).not.toContain('OAuth client');
});

describe('webhooks that were not delivered', () => {
  const pending = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      Event: `E${index}`,
      Url: 'http://u',
      NextAttemptAt: 'soon',
    }));
  const sandbox = (count: number) =>
    ({ pendingDeliveries: () => pending(count), workspaces: () => [] }) as never;

  it.each([
    [1, '1 webhook was not delivered yet; to continue, save /sandbox/snapshot', 1, undefined],
    [20, '20 webhooks were not delivered yet; ', 20, undefined],
    [21, '21 webhooks were not delivered yet; ', 20, '  and 1 more'],
  ])('are listed: %s', (count, head, shown, more) => {
    const [first, ...lines] = undelivered(sandbox(count)).trimEnd().split('\n');
    expect(first?.startsWith(head)).toBe(true);
    expect(lines.filter((line) => line.includes(' to http://u, due soon'))).toHaveLength(shown);
    expect(lines[shown]).toBe(more);
  });

  it.each([
    [1, '1 webhook was given up. ', 1, undefined],
    [20, '20 webhooks were given up. ', 20, undefined],
    [21, '21 webhooks were given up. ', 20, '  and 1 more'],
  ])('and never will be are listed: %s', (count, head, shown, more) => {
    const deliveries = pending(count).map((one, index) => ({
      ...one,
      Id: '',
      Status: 'Failed',
      Attempt: 8,
      Error: 'HTTP 503',
      Workspace: index === 0 ? 'one' : '',
    }));
    const [first, ...lines] = givenUp(deliveries as never)
      .trimEnd()
      .split('\n');
    expect(first?.startsWith(head)).toBe(true);
    expect(lines[0]).toBe('  E0 to http://u, HTTP 503 after 8 attempts of workspace one');
    expect(lines.filter((line) => line.includes(' to http://u, HTTP 503 after 8 attempts'))).toHaveLength(
      shown,
    );
    expect(lines[shown]).toBe(more);
    expect(lines.slice(1, shown).some((line) => line.includes('workspace'))).toBe(false);
  });
});
