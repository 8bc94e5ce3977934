#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// In a clone of the repository the command is built when a source has changed. In the package there is nothing to build.
const builder = new URL('../../.ci/ensure-build.mjs', import.meta.url);
if (existsSync(builder)) {
  const from = process.cwd();
  process.chdir(fileURLToPath(new URL('../../', import.meta.url)));
  const { ensureBuild } = await import(builder.href);
  ensureBuild();
  process.chdir(from);
}
await import('../dist/cli.js');
