/*
 * Reads and signups mixed, on 10, 100 and 1,000 connections, for a minute each: the built sandbox, Prism and json-server one
 * after another on the same machine, each started anew for each number of connections. Each connection reads a contract
 * four times and a list once, signs up (preview, order, payment), and begins again.
 *   LOAD_SECONDS=60 LOAD_CONNECTIONS=10,100,1000 are the sizes.
 */
import { execFileSync } from 'node:child_process';
import { startJsonServer, startPrism } from './servers/peers.mjs';
import { installPeers, peer, report, startServer } from './servers/processes.mjs';
import {
  paths,
  pathsOfJsonServer,
  signupOfJsonServer,
  signupRequests,
  tokenOf,
} from './servers/requests.mjs';

const { LOAD_SECONDS = '60', LOAD_CONNECTIONS = '10,100,1000' } = process.env;
const contracts = 1_000;

installPeers();
const autocannon = peer('autocannon');

/** Reads and a signup, as one connection sends them. */
function mixed({ one, list }, signup, headers) {
  const read = (path) => ({ method: 'GET', path, headers });
  return [read(one), read(one), read(list), ...signup, read(one), read(one)];
}

const servers = {
  async sandbox() {
    const server = await startServer(['test/bench/servers/sandbox.mjs', String(contracts)]);
    const headers = { authorization: `Bearer ${await tokenOf(server.url)}` };
    return { server, requests: mixed(paths, signupRequests(), headers) };
  },
  async Prism() {
    const server = await startPrism(openapi);
    return { server, requests: mixed(paths, signupRequests(), { authorization: 'Bearer any' }) };
  },
  async 'json-server'() {
    const server = await startJsonServer(contracts);
    return { server, requests: mixed(pathsOfJsonServer, signupOfJsonServer(), {}) };
  },
};

/** Megabytes that a process has in memory. */
const memoryOf = (pid) => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) / 1024;

async function load(start, connections) {
  const { server, requests } = await start();
  let memory = memoryOf(server.pid);
  const watch = setInterval(() => {
    memory = Math.max(memory, memoryOf(server.pid));
  }, 1_000);
  const result = await autocannon({
    url: server.url,
    connections,
    requests,
    duration: Number(LOAD_SECONDS),
    timeout: 60,
  });
  clearInterval(watch);
  await server.stop();
  const { p50, p99, max } = result.latency;
  return {
    rate: result.requests.average,
    p50,
    p99,
    max,
    errors: result.errors + result.non2xx,
    memory: Math.round(memory),
  };
}

const described = await startServer(['test/bench/servers/sandbox.mjs', '1']);
const openapi = await (await fetch(`${described.url}/openapi.json`)).json();
await described.stop();

for (const connections of LOAD_CONNECTIONS.split(',').map(Number)) {
  const found = {};
  for (const [name, start] of Object.entries(servers)) {
    const { rate, p50, p99, max, errors, memory } = await load(start, connections);
    found[name] = { rate, p99 };
    console.log(
      `${connections} connections, ${name}: ${Math.round(rate)} requests/s, p50 ${p50} ms, p99 ${p99} ms, ` +
        `max ${max} ms, ${errors} errors, ${memory} MB`,
    );
  }
  for (const name of Object.keys(servers).slice(1)) {
    const against = `on ${connections} connections, against ${name}`;
    const [ours, theirs] = [found.sandbox, found[name]];
    report({
      name: `Reads and signups ${against}`,
      ours: ours.rate,
      baseline: theirs.rate,
      unit: 'requests/s',
    });
    report({ name: `p99 ${against}`, ours: ours.p99, baseline: theirs.p99, unit: 'ms' });
  }
}
