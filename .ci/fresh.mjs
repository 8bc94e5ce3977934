// `npm run fresh`: what a newcomer does, on a machine that has nothing. Clones the repository to another place, gives it an
// empty npm cache and HOME, runs the commands that README.md promises, and prints how long each took and what it brought.
// `.ci/run` hands over more commands, which run in the same clone: `node .ci/fresh.mjs 'npm run check' …`; with `--once` it
// does not install a second time. Fails where a command fails, or where one leaves the clone changed. Needs nothing but
// Node, npm and git.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { megabytesIn, packagesIn } from './weight.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const MAX_STEP_MS = 40 * 60_000;

/** The lines `npm ci && …` of the README, each as its steps. */
export function promisedCommands(readme) {
  const blocks = [...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, text]) =>
    text.trim().split('\n'),
  );
  const found = blocks.filter((line) => line.startsWith('npm ci && ')).map((line) => line.split(' && '));
  if (found.length !== 2)
    throw new Error(`README.md promises two commands that begin with npm ci; found ${found.length}.`);
  return found;
}

/** The environment of a stranger: what npm tells its scripts and what earlier runs have left is gone. */
export function strangersEnvironment(env, folder) {
  const own = Object.entries(env).filter(
    ([name]) => !/^(npm_|XDG_|INIT_CWD$|NODE_OPTIONS$|VITEST)/i.test(name),
  );
  return {
    ...Object.fromEntries(own),
    HOME: join(folder, 'home'),
    npm_config_cache: join(folder, 'npm-cache'),
    // The configuration of the registry does not count as a leftover of an earlier run.
    npm_config_userconfig:
      env.npm_config_userconfig ?? env.NPM_CONFIG_USERCONFIG ?? join(env.HOME ?? '', '.npmrc'),
    npm_config_update_notifier: 'false',
    npm_config_fetch_retries: '5',
  };
}

/** The counts that runs of tests end with, added up. */
export function countsIn(output) {
  const lines = stripVTControlCharacters(output).matchAll(
    /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm,
  );
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const [, passed, failed, skipped = 0] of lines) {
    sum.passed += Number(passed);
    sum.failed += Number(failed);
    sum.skipped += Number(skipped);
  }
  return sum;
}

/** The tests that Vitest reports as failed, each with the first line of its reason. */
export function failedTestsIn(output) {
  const found = stripVTControlCharacters(output).matchAll(/^ *FAIL +(.+)\n+(.+)$/gm);
  return [...new Set([...found].map(([, name, reason]) => `${name.trim()}: ${reason.trim()}`))];
}

/** Both addresses that `npm start` prints must answer. */
async function answers(output) {
  const urls = ['Sandbox', 'Shop'].map(
    (name) => new RegExp(`^ +${name} +(http://\\S+)`, 'm').exec(output)?.[1],
  );
  if (urls.includes(undefined)) return false;
  const responses = await Promise.all(urls.map((url) => fetch(url, { headers: { Accept: 'text/html' } })));
  const bad = responses.find(({ status }) => status !== 200);
  if (bad !== undefined) throw new Error(`${bad.url} answers ${bad.status}`);
  return true;
}

/**
 * Runs a command in a process group of its own; what it prints is passed on.
 *
 * @param {(output: string) => Promise<boolean>} [isUp] for a command that goes on until it is told to end
 * @returns {Promise<{ seconds: number, output: string, failure?: string }>} until it has ended, or is up
 */
async function run(command, { cwd, env, isUp }) {
  const start = performance.now();
  console.log(`\n$ ${command}`);
  const child = spawn(command, { cwd, env, shell: true, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const end = (signal) => {
    try {
      process.kill(-child.pid, signal);
    } catch {
      // It has already ended.
    }
  };
  let output = '';
  let upAfter;
  let failure;
  const look = async () => {
    try {
      if (upAfter !== undefined || !(await isUp(output))) return;
      upAfter ??= performance.now() - start;
    } catch (error) {
      failure = error.message;
    }
    end('SIGTERM');
  };
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      process[stream === child.stdout ? 'stdout' : 'stderr'].write(chunk);
      output += chunk;
      if (isUp) look();
    });
  const timer = setTimeout(() => {
    failure = `did not end within ${MAX_STEP_MS / 60_000} minutes`;
    end('SIGKILL');
  }, MAX_STEP_MS);
  const giveUp = () => {
    end('SIGKILL');
    process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, giveUp);
  const closed = once(child, 'close');
  const [code, signal] = await once(child, 'exit');
  clearTimeout(timer);
  for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, giveUp);
  // Processes it left running may hold its output open; the next command does not wait for that.
  await Promise.race([closed, setTimeoutPromise(5_000, undefined, { ref: false })]);
  end('SIGKILL');
  child.stdout.destroy();
  child.stderr.destroy();
  const isRight = isUp ? upAfter !== undefined : code === 0;
  if (!isRight) failure ??= signal ? `ended by ${signal}` : `exit code ${code}`;
  return { seconds: (upAfter ?? performance.now() - start) / 1000, output, failure };
}

async function main(args) {
  const more = args.filter((arg) => arg !== '--once');
  const folder = mkdtempSync(join(tmpdir(), 'clientlib-fresh-'));
  const cwd = join(folder, 'clone');
  const env = strangersEnvironment(process.env, folder);
  mkdirSync(env.HOME);
  // The clone is nobody else's: git looks here before it reads a repository of another owner.
  writeFileSync(join(env.HOME, '.gitconfig'), '[safe]\n\tdirectory = *\n');
  const git = (at, ...args) => execFileSync('git', args, { cwd: at, env, encoding: 'utf8' }).trim();
  const rows = [];
  const failedTests = [];
  let failed = false;
  const sum = { passed: 0, failed: 0, skipped: 0 };

  const step = async (command, isUp) => {
    // Ports that are free, instead of those that the README names.
    const { seconds, output, failure } = await run(isUp ? `${command} -- --port 0` : command, {
      cwd,
      env,
      isUp,
    });
    const counts = countsIn(output);
    for (const kind of Object.keys(sum)) sum[kind] += counts[kind];
    const brought =
      command === 'npm ci' && !failure
        ? `${packagesIn(cwd)} packages, ${megabytesIn(join(cwd, 'node_modules'))} MB`
        : isUp
          ? 'to the first page'
          : counts.passed > 0
            ? `${counts.passed} tests`
            : '';
    rows.push([command, seconds.toFixed(seconds < 10 ? 1 : 0), failure ? `FAILED: ${failure}` : brought]);
    if (failure) {
      failed = true;
      failedTests.push(...failedTestsIn(output));
    }
    return !failure;
  };

  try {
    const uncommitted = git(root, 'status', '--porcelain', '--untracked-files=no');
    if (uncommitted) console.log(`Not committed, so not in the clone:\n${uncommitted}`);
    git(root, 'clone', '--quiet', '--no-hardlinks', root, cwd);
    const [start, test] = promisedCommands(readFileSync(join(cwd, 'README.md'), 'utf8'));
    const commands = [start, args.includes('--once') ? test.slice(1) : test];
    installing: for (const steps of commands) {
      for (const command of steps) {
        const isUp = command === 'npm start' ? answers : undefined;
        // A first start builds; the next one has only to start.
        for (const _ of isUp ? ['first', 'again'] : ['once'])
          if (!(await step(command, isUp)) && command === 'npm ci') break installing;
      }
    }
    for (const command of more) await step(command);
    const changed = git(cwd, 'status', '--porcelain');
    if (changed) rows.push(['git status', '', `FAILED: changed by what ran:\n${changed}`]);
    if (changed) failed = true;
  } finally {
    removeQuietly(folder);
  }
  console.log(`\n${table([['Command', 'Seconds', 'Brings'], ['---', '---:', '---'], ...rows])}`);
  if (failedTests.length > 0) console.log(`\nFailed:\n  ${failedTests.join('\n  ')}`);
  // A command without tests that fails counts as one.
  if (failed && sum.failed === 0) sum.failed = 1;
  console.log(
    `\n${sum.passed} passed, ${sum.failed} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''}`,
  );
  return failed ? 1 : 0;
}

/** Files that a test's browser writes at its end must not fail a successful run. */
function removeQuietly(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch (error) {
    console.error(`${folder} could not be removed: ${error.message}`);
  }
}

const table = (rows) => rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main(process.argv.slice(2));
