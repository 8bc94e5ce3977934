import { rollup } from 'rollup';
import { describe, expect, it } from 'vitest';
import { syntaxFloor } from '../../.ci/rollup-plugins.mjs';

/** Builds a program with the floor that the SDK's build has. */
async function build(program: string): Promise<void> {
  const bundle = await rollup({
    input: 'program.js',
    plugins: [{ name: 'program', resolveId: (id) => id, load: () => program }, syntaxFloor(2020)],
  });
  await bundle.generate({ format: 'iife' });
  await bundle.close();
}

describe('the syntax floor of the published scripts', () => {
  it('allows ES2020', async () => {
    await expect(build('globalThis.value = globalThis.given?.name ?? 1n;')).resolves.toBeUndefined();
  });

  it.each(['globalThis.value ??= 1;', 'globalThis.Value = class { #name = 1; };'])(
    'fails the build on newer syntax: %s',
    async (program) => {
      await expect(build(program)).rejects.toThrow(/program\.js has syntax that is newer than ES2020/);
    },
  );
});
