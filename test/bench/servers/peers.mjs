// The servers of others that the benchmarks of HTTP measure against.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { contracts } from './contracts.mjs';
import { peerFile, startServer } from './processes.mjs';

const folder = '.cache/bench-data';

function written(name, content) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${name}`, JSON.stringify(content));
  return `${folder}/${name}`;
}

/** Prism, which answers by an OpenAPI document. */
export const startPrism = (document) =>
  startServer(
    [
      peerFile('@stoplight/prism-cli/dist/index.js'),
      'mock',
      '--port',
      '0',
      written('openapi.json', document),
    ],
    /http:\/\/127\.0\.0\.1:[1-9]\d*/,
  );

/** json-server, which takes no port 0. @param count contracts in its file */
export async function startJsonServer(count) {
  const records = contracts(count).map(({ Id, ...contract }) => ({ id: Id, ...contract }));
  const file = written('db.json', { contracts: records, orders: [] });
  const port = await freePort();
  return startServer(
    [peerFile('json-server/lib/cli/bin.js'), '--port', String(port), file],
    /http:\/\/localhost:\d+(?=\s)/,
  );
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
