// From nothing to the first answer: the command line against a bare Hono server, each in a process of its own.
import { median, report, startServer } from './servers/processes.mjs';

const rounds = 9;

/** A route that reads nothing, and one that validates what it is sent. */
const health = (url) => fetch(`${url}/sandbox/health`);
const token = (url) =>
  fetch(`${url}/oauth/token/`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });

async function firstAnswer(args, ask) {
  const server = await startServer(args);
  await (await ask(server.url)).text();
  const took = performance.now() - server.started;
  await server.stop();
  return took;
}

const sandbox = ['sandbox/dist/cli.js', '--port', '0'];
const ours = [];
const validated = [];
const baseline = [];
// In turns, so that what else the machine does meets all alike.
for (let round = 0; round < rounds; round += 1) {
  baseline.push(await firstAnswer(['test/bench/servers/hono.mjs'], health));
  ours.push(await firstAnswer(sandbox, health));
  validated.push(await firstAnswer(sandbox, token));
}
report({
  name: 'Start to first answer',
  ours: median(ours),
  baseline: median(baseline),
  unit: 'ms',
  aim: '≤ 1.15',
});
report({
  name: 'Start to first token (validated), against the same',
  ours: median(validated),
  baseline: median(baseline),
  unit: 'ms',
});
