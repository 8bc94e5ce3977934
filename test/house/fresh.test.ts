import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { countsIn, failedTestsIn, promisedCommands, strangersEnvironment } from '../../.ci/fresh.mjs';

it('the README has a start and a test command', () => {
  expect(promisedCommands(readFileSync('README.md', 'utf8'))).toEqual([
    ['npm ci', 'npm start'],
    ['npm ci', 'npm test'],
  ]);
  expect(() => promisedCommands('```sh\nnpm ci && npm start\n```\n')).toThrow('found 1');
});

it('adds up the counts of several runs, and ignores other numbers', () => {
  const output =
    '\u001b[32m3 passed, 0 failed\u001b[39m\nTests  9 passed, 9 failed (18)\n4 passed, 1 failed, 2 skipped\n';
  expect(countsIn(output)).toEqual({ passed: 7, failed: 1, skipped: 2 });
});

it('repeats which tests failed, and why', () => {
  const output =
    '\u001b[41m FAIL \u001b[49m unit  a.test.ts > adds\nError: 2 is not 3\n  at a\n FAIL  e2e  b.test.ts\nTimeout\n\n FAIL  e2e  b.test.ts\nTimeout\n';
  expect(failedTestsIn(output)).toEqual([
    'unit  a.test.ts > adds: Error: 2 is not 3',
    'e2e  b.test.ts: Timeout',
  ]);
});

it("removes npm's and the user's settings, but keeps the registry", () => {
  const env = {
    PATH: '/bin',
    HOME: '/home/ada',
    npm_config_cache: '/home/ada/.npm',
    XDG_CACHE_HOME: '/c',
    npm_package_name: 'x',
  };
  expect(strangersEnvironment(env, '/tmp/stranger')).toEqual({
    PATH: '/bin',
    HOME: '/tmp/stranger/home',
    npm_config_cache: '/tmp/stranger/npm-cache',
    npm_config_userconfig: '/home/ada/.npmrc',
    npm_config_update_notifier: 'false',
    npm_config_fetch_retries: '5',
  });
});

/** A repository with the two commands, in which `npm test` is the given program. */
function repository(testProgram: string): string {
  const root = mkdtempSync(join(tmpdir(), 'clientlib-repository-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const serve = `
    import { createServer } from 'node:http';
    const server = createServer((_, answer) => answer.end('page')).listen(0, () => {
      const url = 'http://localhost:' + server.address().port;
      console.log('  Sandbox   ' + url + '\\n  Shop      ' + url);
    });`;
  const files = {
    'README.md': readFileSync('README.md', 'utf8'),
    'package.json': JSON.stringify({
      name: 'small',
      version: '1.0.0',
      dependencies: { other: 'file:other' },
      scripts: { start: 'node serve.mjs', test: 'node test.mjs' },
    }),
    'package-lock.json': JSON.stringify({
      name: 'small',
      version: '1.0.0',
      lockfileVersion: 3,
      packages: {
        '': { name: 'small', version: '1.0.0', dependencies: { other: 'file:other' } },
        other: { version: '1.0.0' },
        'node_modules/other': { resolved: 'other', link: true },
      },
    }),
    'other/package.json': JSON.stringify({ name: 'other', version: '1.0.0' }),
    '.gitignore': 'node_modules/\n',
    'serve.mjs': serve,
    'test.mjs': testProgram,
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  mkdirSync(join(root, '.ci'));
  for (const name of ['fresh.mjs', 'weight.mjs']) copyFileSync(`.ci/${name}`, join(root, '.ci', name));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], { cwd: root });
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Begin');
  return root;
}

function fresh(root: string, ...more: string[]) {
  const { stdout, status } = spawnSync(process.execPath, ['.ci/fresh.mjs', ...more], {
    cwd: root,
    encoding: 'utf8',
  });
  const rows = stdout.split('\n').filter((line) => /^\| (npm|node|git) /.test(line));
  return {
    rows: rows.map((row) => row.replace(/\| [\d.]+ \|/, '| s |')),
    end: stdout.trimEnd().split('\n').at(-1),
    status,
  };
}

const begun = [
  '| npm ci | s | 0 packages, 1 MB |',
  '| npm start | s | to the first page |',
  '| npm start | s | to the first page |',
  '| npm ci | s | 0 packages, 1 MB |',
];

describe('npm run fresh', () => {
  it('follows the README in a clone, and then runs the given commands', () => {
    const root = repository("console.log('2 passed, 0 failed')");
    expect(fresh(root, 'node --version')).toEqual({
      rows: [...begun, '| npm test | s | 2 tests |', '| node --version | s |  |'],
      end: '2 passed, 0 failed',
      status: 0,
    });
  });

  it('installs once with --once, for a run that tests each change', () => {
    const root = repository("console.log('2 passed, 0 failed')");
    expect(fresh(root, '--once', 'node --version')).toEqual({
      rows: [...begun.slice(0, -1), '| npm test | s | 2 tests |', '| node --version | s |  |'],
      end: '2 passed, 0 failed',
      status: 0,
    });
  });

  it('fails if a command fails, and continues with the next', () => {
    const root = repository("console.log('1 passed, 1 failed'); process.exit(3)");
    expect(fresh(root, 'node -e 0')).toEqual({
      rows: [...begun, '| npm test | s | FAILED: exit code 3 |', '| node -e 0 | s |  |'],
      end: '1 passed, 1 failed',
      status: 1,
    });
  });

  it('fails if a command changes a file of the repository', () => {
    const root = repository("import { writeFileSync } from 'node:fs'; writeFileSync('README.md', '')");
    expect(fresh(root)).toEqual({
      rows: [...begun, '| npm test | s |  |', '| git status |  | FAILED: changed by what ran:'],
      end: '0 passed, 1 failed',
      status: 1,
    });
  });
});
