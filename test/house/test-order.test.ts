import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { longestFiles } from '../../.ci/test-sequencer.mjs';

it('starts files first that exist', () => {
  expect(longestFiles.filter((file) => !existsSync(file))).toEqual([]);
});
