import { execFileSync } from 'node:child_process';
import { setUp } from '../../set-up.ts';

/** Fails as a tool does whose reason stands in what it printed. */
export const setup = setUp(() => {
  const program = "console.error('npm error code ENOTCACHED'); process.exit(1)";
  execFileSync(process.execPath, ['--eval', program], { stdio: ['ignore', 'ignore', 'pipe'] });
});
