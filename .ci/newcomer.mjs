// What a newcomer does: the section "In five minutes" of docs/anywhere.md, from the page itself, in an empty folder, with the
// packed packages. `node .ci/newcomer.mjs` says how many commands and lines it takes, and how long.
import { execFileSync, execSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withBuild } from './ensure-build.mjs';

/** The commands and files of the page. */
export function stepsOf(page = readFileSync('docs/anywhere.md', 'utf8')) {
  const section = page.split(/^## In five minutes$/m)[1]?.split(/^## /m)[0] ?? '';
  const [, shell = ''] = /```sh\n([\s\S]*?)```/.exec(section) ?? [];
  const files = [...section.matchAll(/```js\n\/\/ (\S+)\n([\s\S]*?)```/g)].map(([, name, source]) => ({
    name,
    source,
    lines: source.trim().split('\n').length,
  }));
  return { commands: shell.trim().split('\n'), files };
}

/**
 * Follows the page in a folder.
 *
 * @param {string} folder an empty one
 * @param {(command: string) => string} adapted the command as it is run here
 */
export function follow(folder, adapted) {
  const { commands, files } = stepsOf();
  const [install, run] = commands;
  const start = performance.now();
  const sh = (command) =>
    execSync(adapted(command), {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...withoutRunner(process.env), CI: 'true', NO_COLOR: '1' },
    });
  sh(install);
  for (const { name, source } of files) writeFileSync(join(folder, name), source);
  const output = sh(run);
  return { commands, files, output, seconds: (performance.now() - start) / 1000 };
}

/** A runner inside a runner must not take over what the outer one is told. */
const withoutRunner = ({ NODE_OPTIONS: _, VITEST: __, FORCE_COLOR: ___, ...env }) => env;

function main() {
  const folder = mkdtempSync(join(tmpdir(), 'newcomer-'));
  const tarballs = mkdtempSync(join(tmpdir(), 'newcomer-packages-'));
  try {
    withBuild(() =>
      execFileSync('npm', ['pack', '--workspaces', '--pack-destination', tarballs], {
        cwd: resolve('.'),
        stdio: ['ignore', 'ignore', 'inherit'],
      }),
    );
    const packed = readdirSync(tarballs);
    const { commands, files, output, seconds } = follow(folder, (command) =>
      command.replace(/\bclientlib(-sandbox)?(?=\s)/g, (name) =>
        join(
          tarballs,
          packed.find((file) => new RegExp(`^${name}-\\d`).test(file)),
        ),
      ),
    );
    console.log(output.trim());
    console.log(`${commands.length} commands, ${seconds.toFixed(0)} s with the installation`);
    for (const { name, lines } of files) console.log(`${name}: ${lines} lines`);
  } finally {
    for (const path of [folder, tarballs]) rmSync(path, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
