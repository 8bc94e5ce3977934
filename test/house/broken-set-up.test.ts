import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const config = 'test/house/broken-set-up/vitest.config.ts';

function printed(...args: string[]) {
  const { NODE_OPTIONS: _, VITEST: __, FORCE_COLOR: ___, ...env } = process.env;
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ...env, NO_COLOR: '1' },
  });
  return { text: `${stderr}${stdout}`, stdout, status };
}

it('a failing set-up reports its reason and project, and the run ends with its counts', () => {
  // Twice, as Vitest reads what it transformed from its cache the second time.
  for (const time of ['first', 'second']) {
    const { text, stdout, status } = printed('.ci/test.mjs', '--config', config);
    expect(text, time).toContain("The set-up of the project 'package' failed:\nCommand failed:");
    expect(text, time).toContain('npm error code ENOTCACHED');
    expect(text, time).not.toMatch(/No test files found|TypeError/);
    expect(stdout, time).toMatch(/\n0 passed, 1 failed\n$/);
    expect(status, time).toBe(1);
  }
});

it('Vitest itself shows the reason', () => {
  const { text, status } = printed('node_modules/vitest/vitest.mjs', 'run', '--config', config);
  expect(text).toContain("The set-up of the project 'package' failed:");
  expect(text).toContain('npm error code ENOTCACHED');
  expect(text).not.toContain('TypeError');
  expect(status).toBe(1);
});

it('paths without tests are named', () => {
  const { text, stdout } = printed('.ci/test.mjs', '--config', config, 'no/such/file');
  expect(text).toContain('No test file matches no/such/file.');
  expect(stdout).toMatch(/\n0 passed, 1 failed\n$/);
});
