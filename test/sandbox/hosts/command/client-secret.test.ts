import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { clientSecret, importPlace } from '../../../../sandbox/src/hosts/command/account-place.ts';

const CLIENT = 'c00000000000000000000001';
const missing = `The client secret of ${CLIENT} is missing. Set CLIENTLIB_CLIENT_SECRET.`;

afterEach(() => vi.unstubAllEnvs());

/** A terminal at which somebody sits, or nobody, and what it shows. */
function terminal({ isTTY = true } = {}) {
  const stdin = Object.assign(new PassThrough(), { isTTY });
  const stderr = new PassThrough();
  return { stdin, stderr, shown: () => String(stderr.read() ?? '') };
}

/** The secret where the environment has none, for what is typed. */
function typing(keys: string) {
  vi.stubEnv('CLIENTLIB_CLIENT_SECRET', '');
  const { stdin, stderr, shown } = terminal();
  const secret = clientSecret(CLIENT, { stdin, stderr });
  stdin.write(keys);
  return { secret, shown };
}

describe('the secret of the client', () => {
  it('comes from the environment, without a prompt', async () => {
    vi.stubEnv('CLIENTLIB_CLIENT_SECRET', 'from-the-environment');
    const { shown, ...place } = terminal();
    expect([await clientSecret(CLIENT, place), shown()]).toEqual(['from-the-environment', '']);
  });

  it('is read from a terminal, which does not show the input', async () => {
    const { secret, shown } = typing('s3cret-typed\n');
    expect(await secret).toBe('s3cret-typed');
    expect(shown()).toBe(`Client secret of ${CLIENT}: \n`);
  });

  it.each([
    ['nothing', '\n'],
    ['Ctrl+C', 's3c\x03'],
    ['Ctrl+D', '\x04'],
  ])('is missing if %s is typed', async (_what, keys) => {
    const { secret, shown } = typing(keys);
    await expect(secret).rejects.toThrow(missing);
    expect(shown()).toBe(`Client secret of ${CLIENT}: \n`);
  });

  it('is missing without a terminal, and there is no prompt', async () => {
    vi.stubEnv('CLIENTLIB_CLIENT_SECRET', '');
    const { shown, ...place } = terminal({ isTTY: false });
    await expect(clientSecret(CLIENT, place)).rejects.toThrow(missing);
    expect(shown()).toBe('');
  });
});

describe('the question whether to overwrite a file', () => {
  it.each([
    ['is asked at a terminal', true],
    ['is not asked without a terminal, where nobody answers', false],
  ])('%s', async (_rule, isTTY) => {
    vi.stubEnv('CLIENTLIB_CLIENT_SECRET', 'from-the-environment');
    const before = process.stdin.isTTY;
    onTestFinished(() => {
      process.stdin.isTTY = before;
    });
    process.stdin.isTTY = isTTY;
    expect((await importPlace(CLIENT)).confirm !== undefined).toBe(isTTY);
  });
});
