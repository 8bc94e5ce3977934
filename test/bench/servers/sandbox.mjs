// The built sandbox with as many contracts as asked for.
import { startSandbox } from '../../../sandbox/dist/index.js';
import { contracts } from './contracts.mjs';
import './processor-time.mjs';

const count = Number(process.argv[2] ?? 1);
const { url, sandbox } = await startSandbox({
  port: 0,
  // As in the command, and as the adapter does by default for bare Hono.
  overrideGlobalObjects: true,
  clock: '2026-01-15T10:00:00Z',
  config: { Account: { RateLimit: { Requests: 1e9, TokenRequests: 1e9, WindowSeconds: 60 } } },
});
const empty = sandbox.snapshot();
globalThis.gc?.();
const before = process.memoryUsage().heapUsed;
sandbox.restore({ ...empty, Collections: { ...empty.Collections, contracts: contracts(count) } });
globalThis.gc?.();
const bytes = (process.memoryUsage().heapUsed - before) / count;
console.log(JSON.stringify({ bytesPerContract: Math.round(bytes) }));
console.log(url);
