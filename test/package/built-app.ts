import { cp, mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright';
import { type PluginOption, build as viteBuild } from 'vite';
import { inject, vi } from 'vitest';
import { linkPackages } from './node.ts';
import { serve } from './serve.ts';

const types: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };

/** An empty folder of a user, from which the installed packages are found. */
const newFolder = () => mkdtemp(join(inject('consumer'), 'spa-'));

/** A folder of a user with a copy of an app. */
export async function copyOf(source: string): Promise<string> {
  const root = await newFolder();
  await cp(source, root, { recursive: true });
  return root;
}

/** A folder of a user with these files. */
export async function folderWith(files: { readonly [name: string]: string }): Promise<string> {
  const root = await newFolder();
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), content);
  }
  return root;
}

/** What an app is built with. */
interface BuildOptions {
  /** Address of the service, as `import.meta.env.VITE_SERVICE_URL` and in place of `http://localhost:4400`. */
  readonly serviceUrl: string;
  readonly mode?: 'development' | 'production';
  readonly packages?: readonly string[];
  /** Whose packages these are. */
  readonly place?: string;
  readonly plugins?: PluginOption[];
  /** Of another version of Vite. */
  readonly build?: typeof viteBuild;
}

/** Builds an app with Vite, in a folder in which clientlib is the installed package, and serves it. */
export async function buildApp(
  root: string,
  {
    serviceUrl,
    mode = 'production',
    packages = [],
    place = '.',
    plugins = [],
    build = viteBuild,
  }: BuildOptions,
) {
  await linkPackages(packages, place);
  // The test runner's own would make it neither.
  vi.stubEnv('NODE_ENV', mode);
  const modules: string[] = [];
  await build({
    root,
    mode,
    configFile: false,
    logLevel: 'error',
    plugins: [
      plugins,
      { name: 'modules', moduleParsed: ({ id }) => void (id.includes('clientlib') && modules.push(id)) },
    ],
    define: { 'import.meta.env.VITE_SERVICE_URL': JSON.stringify(serviceUrl) },
  });
  vi.unstubAllEnvs();
  const installed = (file: string) =>
    modules.some((id) => id.includes(`node_modules/clientlib/dist/${file}`));
  return { url: await serveBuilt(join(root, 'dist'), serviceUrl), installed };
}

/** Serves what a build wrote, until the test has finished. */
export const serveBuilt = async (dist: string, serviceUrl: string): Promise<string> =>
  serve(await builtFiles(dist, serviceUrl));

/** What a build wrote, by address. */
async function builtFiles(dist: string, serviceUrl: string) {
  const files = new Map<string, { type: string; content: Buffer }>();
  for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const type = types[path.split('.').pop() as string] ?? 'application/octet-stream';
    const content = (await readFile(path, 'utf8')).replaceAll('http://localhost:4400', serviceUrl);
    files.set(path.slice(dist.length).replaceAll('\\', '/'), { type, content: Buffer.from(content) });
  }
  const index = files.get('/index.html') as { type: string; content: Buffer };
  for (const page of ['/', '/thank-you']) files.set(page, index);
  return files;
}

/** Fills the payment form of a page with a card that is accepted. */
export async function typeCard(page: Page): Promise<void> {
  const form = page.frameLocator('iframe');
  await form.getByLabel(/card number/i).fill('4111 1111 1111 1111');
  await form.getByLabel(/expir/i).fill('12/39');
  await form.getByLabel(/security code|cvc/i).fill('123');
  await form.getByLabel(/name on/i).fill('Ada Lovelace');
}
