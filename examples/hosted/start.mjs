// Runs the hosted sandbox on this machine, on the engine that it is deployed to, with the example shop in a workspace of it:
//
//   npm run hosted                             port 4400; all workspaces are kept in the folder .data/hosted
//   npm run hosted -- --port 0 --data DIR      a free port, another folder
//   npm run hosted -- --no-shop                the engine alone
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startShop } from '../start.mjs';
import { startEngine } from './engine/engine.mjs';

const { values } = parseArgs({
  allowNegative: true,
  options: {
    port: { type: 'string', default: '4400' },
    data: { type: 'string', default: fileURLToPath(new URL('../../.data/hosted', import.meta.url)) },
    shop: { type: 'boolean', default: true },
  },
});

async function main() {
  const adminToken = process.env.ADMIN_TOKEN ?? randomBytes(16).toString('hex');
  const port = Number(values.port);
  const engine = await startEngine({
    port,
    data: values.data,
    // Webhooks may go to this machine, since it runs for nobody else.
    variables: { ADMIN_TOKEN: adminToken, OPEN_SIGN_UP: 'true', PRIVATE_TARGETS: 'true' },
  });
  let shop;
  const end = async () => {
    await shop?.close();
    await engine.close();
    process.exit(0);
  };
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
  console.log(`hosted sandbox ready at ${engine.url}`);
  if (!values.shop) return;
  const workspace = await newWorkspace(engine.url);
  shop = await startShop({
    sandboxUrl: workspace.Url,
    ...(port === 0 ? { shopPort: 0, backendPort: 0 } : { shopPort: port + 1, backendPort: port + 2 }),
  });
  console.log(`
  Shop          ${shop.shop.url}   (card 4111 1111 1111 1111, any name, any date, CVC 123)
  Its workspace ${workspace.Url}
  Control token ${workspace.ControlToken}
  Admin token   ${adminToken}
  State         ${values.data}

  Make a workspace of your own:
    curl -X POST ${engine.url}/sandbox/workspaces
  See what happened in the shop's:
    curl -H 'Authorization: Bearer ${workspace.ControlToken}' ${workspace.Url}/sandbox/events

  Ctrl+C ends it.
`);
}

/** A workspace by open sign-up, as everybody makes one. */
async function newWorkspace(url) {
  const response = await fetch(`${url}/sandbox/workspaces`, { method: 'POST' });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response.json();
}

main().catch((error) => {
  console.error(
    `The hosted sandbox could not be started: ${error.message}\nFor example: npm run hosted -- --port 5400`,
  );
  process.exitCode = 1;
});
