import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

/** What sends the load: not needed for anything else, so installed when a benchmark asks for it. */
const peers = { autocannon: '8.0.0' };

const folder = resolve('.cache/bench-peers');

/** Installs the peers once. */
export function installPeers() {
  const wanted = JSON.stringify({ private: true, dependencies: peers }, null, 2);
  if (Object.keys(peers).every((name) => existsSync(`${folder}/node_modules/${name}`))) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/package.json`, wanted);
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0)
    throw new Error('The peers could not be installed; the benchmark needs the npm registry once.');
}

/** A peer's module. */
export const peer = (name) => createRequire(`${folder}/package.json`)(name);

/** Starts a server in a process of its own; resolves when `ready` finds its address in what it prints. */
export function startServer(args, ready = /http:\/\/[^\s"]+/) {
  const started = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  return new Promise((done, fail) => {
    let output = '';
    const look = (chunk) => {
      output += chunk;
      const found = ready.exec(output);
      if (found === null) return;
      // A log that nobody reads would stop the server.
      for (const stream of [child.stdout, child.stderr]) stream.off('data', look).resume();
      done({
        pid: child.pid,
        url: found[0].replace('127.0.0.1', 'localhost'),
        output,
        readyAfter: performance.now() - started,
        started,
        /** Microseconds of processor time that it has used so far; of servers that tell it. */
        processorTime: async () => {
          child.send('processor time');
          const [{ user, system }] = await once(child, 'message');
          return user + system;
        },
        stop: () =>
          new Promise((ended) => {
            child.once('exit', ended);
            child.kill('SIGKILL');
          }),
      });
    };
    child.stdout.on('data', look);
    child.stderr.on('data', look);
    child.once('exit', () => fail(new Error(`${args.join(' ')} ended: ${output}`)));
  });
}

export const report = (line) => console.log(JSON.stringify(line));

/** The middle one. */
export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
