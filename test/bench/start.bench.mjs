// From nothing to the first answer: the command line against a bare Hono server, each in a process of its own.
import { median, report, startServer } from './servers/processes.mjs';

const rounds = 9;

async function firstAnswer(args) {
  const server = await startServer(args);
  await (await fetch(`${server.url}/sandbox/health`)).text();
  const took = performance.now() - server.started;
  await server.stop();
  return took;
}

const ours = [];
const baseline = [];
// In turns, so that what else the machine does meets both alike.
for (let round = 0; round < rounds; round += 1) {
  baseline.push(await firstAnswer(['test/bench/servers/hono.mjs']));
  ours.push(await firstAnswer(['sandbox/dist/cli.js', '--port', '0']));
}
report({
  name: 'Start to first answer',
  ours: median(ours),
  baseline: median(baseline),
  unit: 'ms',
  aim: '≤ 1.5',
});
