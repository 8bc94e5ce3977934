// Cypress's binary is not here: its Node side, with what Cypress would hand over.

import { createRequire } from 'node:module';
import { setupSandbox } from 'clientlib-sandbox/cypress';

// As CommonJS, which sign-up.cjs loads too.
const { configure } = createRequire(import.meta.url)('clientlib');
const { signUp } = createRequire(import.meta.url)('./sign-up.cjs');
const commands = {};
const tasks = {};
globalThis.Cypress = { Commands: { add: (name, command) => Object.assign(commands, { [name]: command }) } };
globalThis.cy = { task: (name, argument) => tasks[name](JSON.parse(JSON.stringify(argument))) };
await import('clientlib-sandbox/cypress/commands');
const config = await setupSandbox(
  (_, more) => Object.assign(tasks, more),
  { env: { kept: true } },
  {
    clock: '2026-01-15T10:00:00Z',
  },
);
const sandbox = commands.sandbox;
await sandbox('reset');
configure({ baseUrl: config.env.sandboxUrl });
const ContractId = await signUp();
await sandbox('decide', { ContractId, Outcome: { Code: 'InsufficientBalance' } });
await sandbox('advance', 'P1M');
const failed = await sandbox('webhook', 'PaymentFailed', { ContractId });
const { Balance } = await sandbox('contract', ContractId);
const request = await sandbox('request', { Path: '*/signup/pay' });
const { ContractId: second } = await sandbox('signUp');
const { Invoices } = await sandbox('contract', second);
await sandbox('reset');
console.log(
  JSON.stringify({
    kept: config.env.kept,
    failed: failed.Event,
    Balance,
    status: request.Status,
    invoiced: Invoices.map(({ TotalGross }) => TotalGross),
    left: await sandbox('rest', 'GET', '/contracts'),
  }),
);
process.exit(0);
