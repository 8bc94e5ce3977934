import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { clientlibAsBuilt } from '../../.ci/clientlib-text.mjs';
import { documentationText } from '../../.ci/documentation-text.mjs';
import { inspectorFromSource } from '../../.ci/inspector-text.mjs';
import { type Answer, startEngine } from '../../examples/hosted/engine/engine.mjs';

/** The token that {@link startHosted} gives to the deployment. */
export const adminToken = 'admin-token-of-the-tests';

/** What a made workspace answers with. */
export interface MadeWorkspace {
  readonly Name: string;
  readonly Url: string;
  readonly ControlToken: string;
}

const built = new Map<string, Promise<string>>();

/** A worker built from the sources, once for all tests of this process. @returns its path */
function builtWorker(entry: string): Promise<string> {
  const made = built.get(entry) ?? buildWorker(entry);
  built.set(entry, made);
  return made;
}

async function buildWorker(entry: string): Promise<string> {
  const texts = [clientlibAsBuilt(), inspectorFromSource(), documentationText('none')];
  const { outputFiles } = await build({
    entryPoints: { worker: entry },
    outdir: '.',
    write: false,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'hono/jsx',
    external: ['cloudflare:workers'],
    alias: { '@modelcontextprotocol/server/_shims': resolve('sandbox/src/served/agents/protocol-shims.ts') },
    // A module has no address there; PDFKit asks for its own (rollup.config.mjs, withoutAddress).
    define: { 'import.meta.url': '"file:///"' },
    logLevel: 'silent',
    plugins: [
      {
        name: 'texts',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^virtual:/ }, ({ path }) => ({ path, namespace: 'text' }));
          onLoad({ filter: /.*/, namespace: 'text' }, async ({ path }) => {
            for (const { resolveId, load } of texts) {
              const id = resolveId(path);
              if (id !== null) return { contents: (await load(id)) as string };
            }
            return undefined;
          });
        },
      },
    ],
  });
  // By its content: runs of two terminals do not replace each other's.
  const key = createHash('sha256')
    .update(outputFiles.map(({ hash }) => hash).join())
    .digest('hex')
    .slice(0, 16);
  const folder = join('.cache/hosted-worker', key);
  if (!existsSync(folder)) {
    await mkdir('.cache/hosted-worker', { recursive: true });
    const made = await mkdtemp('.cache/hosted-worker/new-');
    for (const { path, contents } of outputFiles) await writeFile(join(made, basename(path)), contents);
    // Another worker may have been faster.
    await rename(made, folder).catch(() => rm(made, { recursive: true }));
  }
  return resolve(folder, 'worker.js');
}

/** What a deployment of a test has besides its variables. */
interface Environment {
  /** The folder in which the engine keeps all workspaces. */
  readonly data?: string;
  /** What the worker reaches in place of the network. */
  readonly outside?: (request: { readonly url: string }) => Answer;
  readonly signUpsAMinute?: number;
  /** The source of another worker. */
  readonly entry?: string;
}

/** A deployment on an engine of its own, made from the sources. */
export async function startHosted(
  variables: Record<string, string> = {},
  { entry = 'sandbox/src/entries/cloudflare.ts', ...options }: Environment = {},
) {
  const { url, evict, close } = await startEngine({
    script: await builtWorker(entry),
    docs: resolve('docs'),
    ...options,
    variables: { ADMIN_TOKEN: adminToken, ...variables },
  });
  return {
    url,
    evict,
    /** Makes a workspace as the administrator. */
    make: (settings: object = {}) => makeWorkspace(url, settings),
    /** Removes a workspace as the administrator. */
    async remove({ Name }: MadeWorkspace) {
      await fetch(`${url}/sandbox/workspaces/${Name}`, {
        method: 'DELETE',
        headers: { ...ownConnection, Authorization: `Bearer ${adminToken}` },
      });
    },
    close,
  };
}

/** A connection for each request: the engine closes those that are idle, and a busy machine asks on them just then. */
export const ownConnection = { Connection: 'close' };

export async function makeWorkspace(url: string, settings: object = {}): Promise<MadeWorkspace> {
  const response = await fetch(`${url}/sandbox/workspaces`, {
    method: 'POST',
    headers: { ...ownConnection, Authorization: `Bearer ${adminToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(settings),
  });
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as MadeWorkspace;
}

/** `fetch` that gives the control token to the control API of a workspace, and reads each answer to its end. */
export function controlling({ Url, ControlToken }: MadeWorkspace) {
  return async (request: Request): Promise<Response> => {
    if (request.url.startsWith(`${Url}/sandbox/`))
      request.headers.set('Authorization', `Bearer ${ControlToken}`);
    // Its Authorization is for the service, so the right to ask for a fault stands in the header itself.
    const fault = request.headers.get('X-Sandbox-Fault');
    if (fault !== null) request.headers.set('X-Sandbox-Fault', `${fault}; token=${ControlToken}`);
    const response = await fetch(request);
    // On workerd a broken connection shows in the body alone: the head of the answer is there already.
    const body = response.status === 204 ? null : await response.arrayBuffer();
    const whole = new Response(body, response);
    Object.defineProperty(whole, 'url', { value: response.url });
    return whole;
  };
}
