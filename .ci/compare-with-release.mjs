// What a signup and a year of a contract cost beside the last release, which is built in a folder of its own for that.
import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const shell = process.platform === 'win32';
const run = (command, args, cwd = '.') => execFileSync(command, args, { cwd, shell, stdio: 'inherit' });

const [release] = execFileSync('git', ['tag', '--sort=-creatordate'], { encoding: 'utf8' }).split('\n');
if (release === '') {
  console.log('There is no release to compare with yet.');
} else {
  const folder = join(mkdtempSync(join(tmpdir(), 'release-')), 'clientlib');
  run('git', ['worktree', 'add', '--detach', folder, release]);
  try {
    run('npm', ['ci', '--no-audit', '--no-fund'], folder);
    run('npm', ['run', 'build'], folder);
    console.log(`Compared with ${release}:`);
    run(process.execPath, ['.ci/bench.mjs', 'signup', folder]);
  } finally {
    run('git', ['worktree', 'remove', '--force', folder]);
  }
}
