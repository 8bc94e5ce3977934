import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openReceiver, type Receiver } from '../contract/receiver.ts';
import { options, referenceLog } from '../contract/reference.ts';
import { caseNames, type EventLog } from '../contract/suite.ts';
import { contractBehindMsw } from '../e2e/contract-in-browser.ts';
import { bundled, msw3 } from '../e2e/msw-page.ts';
import { shellPage } from '../e2e/msw-shell.ts';
import { newerNode } from './newer-node.ts';

/* MSW 3, which needs a newer Node than the sandbox does. MSW 2 goes through the same in test/e2e. */

describe('the contract, MSW 3 in Chromium', () => contractBehindMsw(msw3));

describe('the shell page for MSW 3', () => shellPage(msw3));

describe('the contract, MSW 3 in Node', () => {
  const node = newerNode();
  let receiver: Receiver;
  const logs = new Map<string, { readonly log?: EventLog; readonly error?: string }>();

  beforeAll(async () => {
    receiver = await openReceiver();
    if ('missing' in node) return;
    const program = await bundled(
      `
      import { setupServer } from 'msw/node';
      import { handlers } from 'clientlib-sandbox/msw';
      import { caseNames, runCase } from './test/contract/suite.ts';
      const served = handlers({ ...${JSON.stringify(options)}, baseUrl: 'https://billing.example' });
      // What is not the service is left alone; the option has another name in MSW 3.
      setupServer(...served).listen({ onUnhandledFrame: 'bypass' });
      for (const name of caseNames) {
        const place = { baseUrl: 'https://billing.example', receiverUrl: '${receiver.url}' };
        const came = await runCase(name, place).then((log) => ({ log }), (error) => ({ error: error.stack }));
        console.log(JSON.stringify({ name, ...came }));
      }
      process.exit();`,
      msw3,
      'node',
    );
    // Beside the MSW that it imports.
    const file = join(import.meta.dirname, '.cache/contract.mjs');
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, program);
    const child = spawn(node.path, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
    for await (const line of createInterface({ input: child.stdout })) {
      if (!line.startsWith('{')) continue;
      const { name, ...came } = JSON.parse(line);
      logs.set(name, came);
    }
  }, 180_000);
  afterAll(() => receiver.close());

  it.for(caseNames)('%s', async (name, context) => {
    if ('missing' in node) return context.skip(node.missing);
    const came = logs.get(name);
    expect(came?.error).toBeUndefined();
    expect(came?.log).toEqual(await referenceLog(name, receiver.url));
  });
});
