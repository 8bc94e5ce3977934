import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { servedSources, sourcesIn } from '../../.ci/clientlib-text.mjs';

/* Browsers keep scripts and styles of a version for a year: each change of what they are made of must change it. */

it('the version of the build depends on every source and style of the SDK, the sandbox and the guides', () => {
  const tracked = execFileSync('git', ['ls-files', 'sdk/src', 'sandbox/src', 'docs/site'], {
    encoding: 'utf8',
  });
  const sources = tracked.split('\n').filter((file) => /\.(tsx?|css)$/.test(file));
  expect(sources).toEqual(
    expect.arrayContaining(['docs/site/pages.css', 'sandbox/src/served/inspector/inspector.css']),
  );
  const read = new Set(sourcesIn(servedSources));
  expect(sources.filter((file) => !read.has(file))).toEqual([]);
});
