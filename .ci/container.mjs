// The Dockerfile without a daemon: linted in `npm run check`, and with `node .ci/container.mjs` carried out in folders, up to
// a running sandbox whose health check passes. With `--reuse` the steps that this clone has just carried out take its result.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { buildIsCurrent } from './ensure-build.mjs';

const read = () => readFileSync('Dockerfile', 'utf8');

/** The instructions, by stage. */
export function stagesOf(text) {
  const stages = [];
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    const keyword = instruction.getKeyword().toUpperCase();
    const argument = instruction.getArgumentsContent() ?? '';
    if (keyword === 'FROM') {
      const [image, , name = String(stages.length)] = argument.split(/\s+/);
      stages.push({ image, name, steps: [] });
    } else {
      // The flags of an instruction are not among its arguments.
      const flags = instruction.getFlags?.() ?? [];
      const from = flags.find((flag) => flag.getName() === 'from')?.getValue();
      stages.at(-1)?.steps.push({ keyword, argument, from });
    }
  }
  return stages;
}

/** What a linter finds, and what a container of ours must have. */
export function problemsOf(text) {
  const stages = stagesOf(text);
  const last = stages.at(-1)?.steps ?? [];
  const has = (keyword) => last.some((step) => step.keyword === keyword);
  const user = last.findLast(({ keyword }) => keyword === 'USER')?.argument;
  return [
    ...validate(text).map(({ message, range }) => `Dockerfile:${range.start.line + 1}: ${message}`),
    ...(stages.length < 2 ? ['Dockerfile: expected several stages, so that what builds is not shipped'] : []),
    ...(user === undefined || user === 'root' ? ['Dockerfile: expected a USER other than root'] : []),
    ...(has('HEALTHCHECK') ? [] : ['Dockerfile: expected a HEALTHCHECK']),
    ...stages
      .filter(({ image }) => !stages.some(({ name }) => name === image) && !/:\d+\.\d+\.\d+/.test(image))
      .map(
        ({ image }) => `Dockerfile: expected an exact version of ${image}, so that a build can be repeated`,
      ),
    ...(/\bnpm install\b/.test(text) ? ['Dockerfile: npm ci installs what the lock file says'] : []),
  ];
}

export async function checkContainer() {
  return { summary: '', problems: problemsOf(read()) };
}

/** Where a path of the container is here. */
const placed = (root, workdir, path) => join(root, path.startsWith('/') ? path : join(workdir, path));

function copy(argument, from, { root, roots, workdir }) {
  const paths = argument.split(/\s+/);
  const target = paths.pop();
  for (const path of paths) {
    if (from === undefined) {
      // As .dockerignore has it: what is tracked, and what will be.
      const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', path]);
      for (const file of files.toString().trim().split('\n'))
        cpSync(file, placed(root, workdir, join(target, file)));
    } else
      cpSync(
        join(roots[from], path),
        placed(root, workdir, target.endsWith('/') ? join(target, basename(path)) : target),
        {
          recursive: true,
          verbatimSymlinks: true,
        },
      );
  }
}

/** What `.ci/run` makes before it comes here, from the same files by the same commands. */
const madeHere = {
  'npm ci --ignore-scripts --no-audit --no-fund': ['node_modules'],
  'npm run build': ['sdk/dist', 'sandbox/dist'],
};

/** Gives a step the files that this clone has of it, as links: what removes them there leaves them here. */
function reuse(command, folder) {
  for (const path of madeHere[command])
    execFileSync('cp', ['--archive', '--link', path, join(folder, path, '..')]);
}

/** Runs a command of the Dockerfile. Packages come from the cache of npm where it has them. */
function run(command, folder) {
  execFileSync('sh', ['-c', command], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, npm_config_prefer_offline: 'true' },
  });
}

/**
 * Carries out every step of the Dockerfile.
 *
 * @param {string} folder an empty one
 * @param {boolean} isReusing whether what this clone has made is taken
 * @returns the command, its health check, and the folder of the last stage
 */
function build(folder, isReusing) {
  const roots = {};
  let result = {};
  for (const { name, steps } of stagesOf(read())) {
    const root = join(folder, name);
    roots[name] = root;
    let workdir = '/';
    result = {};
    for (const { keyword, argument, from } of steps) {
      const isMade = isReusing && keyword === 'RUN' && argument in madeHere;
      console.log(`${name}: ${keyword} ${argument}${isMade ? ' (made before)' : ''}`);
      if (keyword === 'WORKDIR') {
        workdir = argument;
        mkdirSync(join(root, workdir), { recursive: true });
      } else if (keyword === 'COPY') copy(argument, from, { root, roots, workdir });
      else if (isMade) reuse(argument, join(root, workdir));
      else if (keyword === 'RUN') run(argument, join(root, workdir));
      else if (keyword === 'ENTRYPOINT') result.command = JSON.parse(argument);
      else if (keyword === 'HEALTHCHECK') result.health = JSON.parse(argument.slice(argument.indexOf('[')));
      else if (keyword === 'CMD') result.args = JSON.parse(argument);
    }
    result.cwd = join(root, workdir);
  }
  return result;
}

async function main() {
  const isReusing = process.argv.includes('--reuse');
  if (isReusing && !buildIsCurrent()) throw new Error('The build is older than its sources: npm run build.');
  // Links need the file system of the clone.
  mkdirSync('.cache', { recursive: true });
  const folder = mkdtempSync(resolve(isReusing ? '.cache' : tmpdir(), 'clientlib-container-'));
  try {
    const { command, args, health, cwd } = build(folder, isReusing);
    // On a free port and reachable from here alone: what the container has of its own, this machine has not.
    const local = [...command.slice(1), ...args].map((word) => (word === '0.0.0.0' ? '127.0.0.1' : word));
    const child = spawn(command[0], [...local, '--port', '0'], { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
    const url = await new Promise((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`The command ended with ${code}.`)));
      child.stdout.on('data', (text) => {
        const ready = /ready at (\S+)/.exec(String(text));
        if (ready !== null) resolve(ready[1]);
      });
    });
    execFileSync(health[0], [...health.slice(1), url], { cwd, stdio: 'inherit' });
    child.kill();
    console.log(`The sandbox of the container runs and is healthy: ${url}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
