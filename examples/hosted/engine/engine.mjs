// Runs the worker of clientlib-sandbox on workerd, on this machine: what `npm run hosted`, the tests and the benchmarks
// start. A deployment to a platform has the same settings in wrangler.jsonc.
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Response as Answer, Log, LogLevel, Miniflare } from 'miniflare';

/** For tests: the other workers on the engine, and a replacement for the network. */
export { Answer, Miniflare };

/** The engine behaves as on this day, whatever its version. */
export const COMPATIBILITY_DATE = '2026-07-01';

/**
 * @param {{
 *   port?: number,
 *   data?: string,
 *   variables?: Record<string, string>,
 *   script?: string,
 *   docs?: string,
 *   signUpsAMinute?: number,
 *   outside?: (request: { url: string }) => Answer | Promise<Answer>,
 * }} [options] `port` 0, the default, takes a free one; `data` is the folder in which the engine keeps all workspaces,
 *   which are in memory without it; `variables` are those of docs/hosting.md; `script` is another build of the worker;
 *   `docs` is the folder of the guides as text, the package's own unless named;
 *   `outside` is what the worker reaches in place of the network
 */
export async function startEngine({
  port = 0,
  data,
  variables = {},
  script = fileURLToPath(import.meta.resolve('clientlib-sandbox/cloudflare')),
  docs = join(dirname(fileURLToPath(import.meta.resolve('clientlib-sandbox/cloudflare'))), 'docs'),
  signUpsAMinute,
  outside,
} = {}) {
  const engine = new Miniflare({
    scriptPath: script,
    modules: true,
    modulesRules: [{ type: 'ESModule', include: ['**/*.js'] }],
    modulesRoot: dirname(script),
    compatibilityDate: COMPATIBILITY_DATE,
    durableObjects: { WORKSPACES: { className: 'Workspace', useSQLite: true } },
    ...(data === undefined ? {} : { durableObjectsPersist: data }),
    ...(signUpsAMinute === undefined
      ? {}
      : { ratelimits: { SIGN_UPS: { namespace_id: '1', simple: { limit: signUpsAMinute, period: 60 } } } }),
    bindings: variables,
    serviceBindings: { DOCS: { disk: { path: docs, writable: false } } },
    ...(outside === undefined ? networkOf(variables) : { outboundService: outside }),
    log: new Log(LogLevel.ERROR),
    handleRuntimeStdio: (output, errors) => {
      output.resume();
      showErrors(errors);
    },
    // The worker's own socket, as in production: a connection that breaks is seen by the client.
    unsafeDirectSockets: [{ host: '127.0.0.1', port }],
  });
  await engine.ready;
  const address = await engine.unsafeGetDirectURL();
  return {
    url: `http://localhost:${address.port}`,
    /** Takes a workspace out of memory, as the engine does some time after its last request. */
    evict: (name) => engine.unsafeEvictDurableObject('', 'Workspace', { name }),
    close: () => engine.dispose(),
  };
}

/** The network that the worker reaches: also a public name that resolves to a private address is refused. */
function networkOf({ PRIVATE_TARGETS }) {
  if (PRIVATE_TARGETS === 'true') return {};
  return { outboundService: { network: { allow: ['public'], tlsOptions: { trustBrowserCas: true } } } };
}

/** Connections that fault rules break on purpose, and webhooks to private addresses. */
const EXPECTED = ['by a fault rule', 'restrictPeers'];

/** Prints the engine's errors, except expected ones. */
function showErrors(errors) {
  let isExpected = false;
  createInterface({ input: errors }).on('line', (line) => {
    if (!line.startsWith('stack: ')) isExpected = EXPECTED.some((text) => line.includes(text));
    if (!isExpected) console.error(line);
  });
}
