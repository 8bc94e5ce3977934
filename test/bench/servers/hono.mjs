// The least that a JSON service can do: Hono, a map, an array.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { contracts } from './contracts.mjs';
import './processor-time.mjs';

const [count = '1', file] = process.argv.slice(2);
// The same answer as the sandbox's, which looks for the current phase; or one contract of a file.
const all =
  file === undefined
    ? contracts(Number(count)).map((contract) => ({ ...contract, CurrentPhase: contract.Phases[0] }))
    : [JSON.parse(readFileSync(file, 'utf8'))];
const byId = new Map(all.map((contract) => [contract.Id, contract]));

const app = new Hono();
app.get('/api/v1/contracts', (context) =>
  context.json(all.slice(0, Number(context.req.query('take') ?? 20))),
);
for (const name of ['contracts', 'planVariants'])
  app.get(`/api/v1/${name}/:id`, (context) => context.json(byId.get(context.req.param('id'))));
app.post('/api/v1/orders', async (context) => context.json({ Id: '1', ...(await context.req.json()) }));
app.get('/sandbox/health', (context) => context.json({ Status: 'ok' }));

const server = createServer(getRequestListener(app.fetch));
server.listen(0, '127.0.0.1', () => console.log(`http://localhost:${server.address().port}`));
