import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/**
 * Entries of the packages, which only export, that of the inspector, the one place that reads the version from
 * package.json, and the units of time that every floor imports.
 */
const withReason = [
  'sandbox/src/served/inspector/main.tsx',
  'sandbox/src/service/http/wire/version.ts',
  'sandbox/src/service/model/milliseconds.ts',
  'sdk/src/vue/index.ts',
  'sdk/src/webhooks/index.ts',
];

it('a file of five lines or fewer belongs with the code that it serves', () => {
  const small = ['sandbox/src', 'sdk/src']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
    .filter((file) => readFileSync(file, 'utf8').trimEnd().split('\n').length <= 5);
  expect(small.map((file) => file.replaceAll('\\', '/')).sort()).toEqual(withReason);
});
