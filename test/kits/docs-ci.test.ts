import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { readCommandLine } from '../../sandbox/src/hosts/command/command-line.ts';
import { waitForSandbox } from '../../sandbox/src/hosts/command/wait.ts';
import { startSandbox } from '../../sandbox/src/hosts/node/node.ts';

/** The commands of the workflow of docs/ci.md, in its order. */
async function steps(): Promise<string[]> {
  const page = await readFile('docs/ci.md', 'utf8');
  const [workflow = ''] = page.split('```yaml\n').slice(1);
  return [...(workflow.split('```')[0] ?? '').matchAll(/^\s+(?:- )?run: (.+)$/gm)].map(([, run = '']) => run);
}

it('each step of the workflow is a working command', async () => {
  const runs = await steps();
  expect(runs).toEqual([
    'npm ci',
    'npx clientlib-sandbox --clock 2026-01-15T10:00:00Z > sandbox.log 2>&1 &',
    'npx clientlib-sandbox wait --timeout 30',
    'npm test',
  ]);
  const argumentsOf = (run = '') =>
    run
      .replace(/ [>&].*$/, '')
      .split(' ')
      .slice(2);
  const start = readCommandLine(argumentsOf(runs[1]));
  const wait = readCommandLine(argumentsOf(runs[2]));
  if (start.command !== 'start' || wait.command !== 'wait') throw new Error('expected start and wait');
  const { clock } = start.options;
  const started = await startSandbox({ port: 0, ...(clock === undefined ? {} : { clock }) });
  expect(wait.url).toBe('http://localhost:4400');
  await waitForSandbox(started.url, wait.timeoutSeconds);
  // What `npm test` has in its environment reaches the sandbox.
  const program = `fetch(process.env.SANDBOX_URL + '/sandbox/clock').then((r) => r.json()).then(({ Now }) => console.log(Now))`;
  const child = spawn(process.execPath, ['-e', program], { env: { SANDBOX_URL: started.url } });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  await new Promise((resolve) => child.once('exit', resolve));
  await started.close();
  expect(Buffer.concat(chunks).toString()).toBe('2026-01-15T10:00:00.0000000Z\n');
});
