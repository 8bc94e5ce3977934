import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { Window } from 'happy-dom';
import { beforeAll, describe, expect, test, vi } from 'vitest';

const run = promisify(execFile);
const source = new URL('../../sdk/src/index.ts', import.meta.url).pathname;
let bundle = '';
beforeAll(async () => {
  const options = {
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2020',
    globalName: 'lib',
  } as const;
  bundle = (await build({ ...options, entryPoints: [source] })).outputFiles[0]?.text ?? '';
});

// Whatever is asked of the place by name while the bundle is evaluated, and every global that it leaves behind.
const watch = `
  const touched = [];
  const guarded = ['fetch', 'XMLHttpRequest', 'document', 'location', 'navigator', 'localStorage', 'sessionStorage',
    'setTimeout', 'setInterval', 'queueMicrotask', 'requestAnimationFrame', 'crypto', 'addEventListener', 'trustedTypes'];
  const saved = guarded.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]);
  for (const name of guarded) {
    Object.defineProperty(globalThis, name, { configurable: true, get() { touched.push(name); } });
  }
  const before = new Set(Reflect.ownKeys(globalThis));
`;
const report = `
  for (const [name, property] of saved) {
    delete globalThis[name];
    if (property) Object.defineProperty(globalThis, name, property);
  }
  const left = Reflect.ownKeys(globalThis).filter((name) => !before.has(name) && name !== 'lib').map(String);
  const result = JSON.stringify({ touched, left, names: Object.keys(lib).sort() });
`;
const quiet = {
  touched: [],
  left: [],
  names: [
    'ClientLib',
    'ClientLibError',
    'Payment',
    'Portal',
    'Signup',
    'configure',
    'createElement',
    'finalize',
    'isReturn',
    'validateVatId',
  ],
};

describe('importing has no side effects: no global read, no request, no timer', () => {
  test('in Node', async () => {
    const script = `(() => { ${watch} ${bundle}; globalThis.lib ??= lib; ${report}; process.stdout.write(result); })()`;
    const { stdout } = await run(process.execPath, ['--input-type=commonjs', '-e', script]);
    expect(JSON.parse(stdout)).toEqual({ ...quiet, left: [] });
  });

  test('in a worker', async () => {
    const script = `(() => { ${watch} ${bundle}; ${report}; require('node:worker_threads').parentPort.postMessage(result); })()`;
    const worker = new Worker(script, { eval: true });
    const result = await new Promise<string>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
    await worker.terminate();
    expect(JSON.parse(result)).toEqual(quiet);
  });

  test('in a browser’s window', async () => {
    const window = new Window({
      settings: { enableJavaScriptEvaluation: true, suppressInsecureJavaScriptEnvironmentWarning: true },
    });
    window.eval(`(() => { ${watch} ${bundle}; ${report}; globalThis.result = result; })()`);
    expect(JSON.parse((window as unknown as { result: string }).result)).toEqual(quiet);
    await window.happyDOM.close();
  });

  test('the classes can be created on a server; only using them needs a page', async () => {
    // Other files configure the library, and share the global object with this one.
    vi.stubGlobal('clientlib.configuration', undefined);
    const { Signup, Portal, Payment, finalize } = await import('../../sdk/src/index.ts');
    expect(new Signup()).toBeInstanceOf(Signup);
    expect(new Portal('token')).toBeInstanceOf(Portal);
    await expect(new Payment({ publicApiKey: 'k' }).ready).rejects.toMatchObject({
      errorCode: ['InvalidConfiguration', 'NoBaseUrl'],
    });
    await expect(finalize()).rejects.toMatchObject({ errorCode: ['NothingToFinalize'] });
    vi.unstubAllGlobals();
  });
});
