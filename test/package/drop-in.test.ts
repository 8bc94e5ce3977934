import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import react from '@vitejs/plugin-react';
import vue from '@vitejs/plugin-vue';
import type { Page } from 'playwright';
import type { PluginOption } from 'vite';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { fillPaymentForm } from '../../sandbox/src/clients/kit/fill-payment-form.ts';
import { newPage } from '../e2e/browser.ts';
import { goodCard } from '../e2e/ten-line-pages.ts';
import { isComplete } from '../properties.ts';
import { buildApp, folderWith } from './built-app.ts';
import { linkPackages, startedSandbox } from './node.ts';
import { useReact18 } from './react-18.ts';
import { compileSvelte, svelte } from './svelte.ts';

/* `clientlib/drop-in` of the packed package in apps of its users: each sells, and shows the contract. */

const run = promisify(execFile);
const programs = 'test/package/programs/drop-in';

let sandbox: Awaited<ReturnType<typeof startedSandbox>>;
beforeAll(async () => {
  sandbox = await startedSandbox();
});
afterAll(async () => {
  await sandbox?.end('SIGTERM');
});

interface App {
  /** The program, and the module that mounts it where it does not do that itself. */
  readonly program: string;
  readonly main?: string;
  readonly packages?: readonly string[];
  readonly place?: string;
  readonly plugins?: PluginOption[];
  readonly mode?: 'development';
  prepare?(folder: string): Promise<void>;
}

const apps: { readonly [name: string]: App } = {
  Vite: { program: 'vite.ts' },
  'Vite and React 19': { program: 'react.tsx', packages: ['react', 'react-dom'], plugins: [react()] },
  // In development effects run twice.
  'Vite and React 19, in development': {
    program: 'react.tsx',
    packages: ['react', 'react-dom'],
    plugins: [react()],
    mode: 'development',
  },
  'Vite and React 18': { program: 'react.tsx', plugins: [react()], prepare: useReact18 },
  'Vite and React 18, in development': {
    program: 'react.tsx',
    plugins: [react()],
    mode: 'development',
    prepare: useReact18,
  },
  'Vite and Vue': {
    program: 'App.vue',
    main: `import { createApp } from 'vue';
      import App from './App.vue';
      createApp(App).mount('#app');`,
    packages: ['vue', '@vue'],
    plugins: [vue({ template: { compilerOptions: { isCustomElement: (tag) => tag.includes('-') } } })],
  },
  'Vite and Svelte': {
    program: 'App.svelte',
    main: `import { mount } from 'svelte';
      import App from './App.svelte';
      mount(App, { target: document.querySelector('#app') });`,
    packages: ['svelte'],
    place: 'test/compat',
    plugins: [svelte],
  },
};

/** A page without a framework, and one of each kind, at each change; other versions and in development each night. */
const tried = Object.entries(apps).filter(
  ([name]) => isComplete || ['Vite', 'Vite and React 19', 'Vite and Vue'].includes(name),
);

/** German, so that a file of the packed package must be loaded for it. */
const index = `<!doctype html><html lang="de"><title>Shop</title><link rel="icon" href="data:,">
<div id="app"></div><script type="module" src="/src/main.ts"></script></html>`;

async function builtApp({ program, main, prepare, ...options }: App) {
  const text = (name: string) => readFile(join(programs, name), 'utf8');
  const file = main === undefined ? `src/main${program.slice(program.indexOf('.'))}` : `src/${program}`;
  const root = await folderWith({
    'index.html': index.replace('/src/main.ts', main === undefined ? `/${file}` : '/src/main.ts'),
    'src/shop.ts': await text('shop.ts'),
    [file]: await text(program),
    ...(main !== undefined && { 'src/main.ts': main }),
  });
  await prepare?.(root);
  return buildApp(root, { serviceUrl: sandbox.url, ...options });
}

/** A self-service token, as the merchant's back end gets it. */
async function tokenFor(contractId: string): Promise<string> {
  const login = await fetch(`${sandbox.url}/oauth/token/`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token } = (await login.json()) as { access_token: string };
  const headers = { Authorization: `Bearer ${access_token}` };
  const answer = await fetch(`${sandbox.url}/api/v1/contracts/${contractId}/selfServiceToken`, { headers });
  return ((await answer.json()) as { Token: string }).Token;
}

/** The contract that the app has heard of by an event. */
async function heardOf(page: Page): Promise<string> {
  const output = page.locator('output').filter({ hasText: /^[0-9a-f]{24}$/ });
  await output.waitFor();
  return (await output.textContent()) ?? '';
}

describe('the drop-in of the installed package', () => {
  it.each(tried)('%s: sells, and shows the contract', async (_, app) => {
    const { url, installed } = await builtApp(app);
    expect([installed('index.js'), installed('drop-in.js')]).toEqual([true, true]);
    const page = await newPage();
    await page.goto(url);
    await page.getByText('11,78').filter({ visible: true }).first().waitFor();
    await page.getByText('Our terms').waitFor();
    await fillPaymentForm(page, goodCard);
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('heading', { name: 'Vielen Dank!' }).waitFor();
    const contract = await heardOf(page);
    expect(await page.locator('clientlib-signup.mine').count()).toBe(1);

    await page.goto(`${url}?token=${await tokenFor(contract)}`);
    await page.getByRole('heading', { name: 'Ihr Abonnement' }).waitFor();
    expect(await heardOf(page)).toBe(contract);
    expect(await page.locator('clientlib-portal.mine').count()).toBe(1);
  });
});

/** Programs that print what a server renders of the components. */
const rendered = {
  react: `import { createElement as h } from 'react';
    import { renderToString } from 'react-dom/server';
    import { Portal, Signup } from 'clientlib/react';
    const signup = h(Signup, { publicApiKey: 'x', className: 'mine', customer: { FirstName: 'Ada' } });
    console.log(renderToString(h('main', null, signup, h(Portal, { token: 'x' }))));`,
  vue: `import { createSSRApp, h } from 'vue';
    import { renderToString } from 'vue/server-renderer';
    import { Portal, Signup } from 'clientlib/vue';
    const signup = () => h(Signup, { publicApiKey: 'x', class: 'mine', customer: { FirstName: 'Ada' } });
    console.log(await renderToString(createSSRApp({ render: () => h('main', [signup(), h(Portal, { token: 'x' })]) })));`,
  svelte: `import 'clientlib/svelte';
    import { render } from 'svelte/server';
    import App from './App.svelte.mjs';
    console.log(render(App).body);`,
};

/** Without settings, as a server writes those as attributes. */
const svelteTemplate =
  '<main><clientlib-signup class="mine"></clientlib-signup><clientlib-portal></clientlib-portal></main>';

describe('renders an empty tag on a server, without requests', () => {
  const printedBy = async (program: string, prepare: (folder: string) => Promise<void>) => {
    const folder = await mkdtemp(join(inject('consumer'), 'server-'));
    await prepare(folder);
    await writeFile(join(folder, 'server.mjs'), program);
    const { stdout } = await run(process.execPath, ['server.mjs'], { cwd: folder });
    return stdout.replace(/<!--.*?-->/g, '').trim();
  };
  const empty =
    '<main><clientlib-signup class="mine"></clientlib-signup><clientlib-portal></clientlib-portal></main>';

  it('React 19', async () => {
    const packages = ['react', 'react-dom', 'scheduler'];
    expect(await printedBy(rendered.react, () => linkPackages(packages))).toBe(empty);
  });

  it('React 18', async () => {
    expect(await printedBy(rendered.react, useReact18)).toBe(empty);
  });

  it('Vue', async () => {
    expect(await printedBy(rendered.vue, () => linkPackages(['vue', '@vue']))).toBe(empty);
  });

  it('Svelte', async () => {
    const prepare = async (folder: string) => {
      await linkPackages(['svelte'], 'test/compat');
      await writeFile(
        join(folder, 'App.svelte.mjs'),
        await compileSvelte(svelteTemplate, 'App.svelte', 'server'),
      );
    };
    expect(await printedBy(rendered.svelte, prepare)).toBe(empty);
  });
});

describe('types of the tags', () => {
  const compilerOptions = {
    target: 'ES2022',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    module: 'ESNext',
    moduleResolution: 'bundler',
    jsx: 'react-jsx',
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  };
  const folderOf = async (files: readonly string[], include: readonly string[] = files) => {
    const folder = await mkdtemp(join(inject('consumer'), 'tags-'));
    for (const file of files) await copyFile(join(programs, file), join(folder, file));
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }));
    return folder;
  };
  const output = (folder: string, ...args: string[]) =>
    new Promise<string>((done) => {
      execFile(
        process.execPath,
        args.map((arg, at) => (at === 0 ? resolve(arg) : arg)),
        { cwd: folder },
        (_, stdout) => done(stdout),
      );
    });

  it('JSX of React 19, valid and invalid', async () => {
    await linkPackages(['react', 'vue', '@vue', '@types', 'csstype']);
    expect(await output(await folderOf(['tags.tsx']), 'node_modules/typescript/bin/tsc', '-p', '.')).toBe('');
  });

  it('JSX of React 18, valid and invalid', async () => {
    const folder = await folderOf(['tags.tsx']);
    await useReact18(folder);
    expect(await output(folder, 'node_modules/typescript/bin/tsc', '-p', '.')).toBe('');
  });

  it('templates of Svelte, valid and invalid', { timeout: 120_000 }, async () => {
    await linkPackages(['svelte', 'typescript'], 'test/compat');
    const folder = await folderOf(['Right.svelte', 'Wrong.svelte'], ['*.svelte']);
    const check = 'test/compat/node_modules/svelte-check/bin/svelte-check';
    const lines = (await output(folder, check, '--output', 'machine', '--tsconfig', 'tsconfig.json')).split(
      '\n',
    );
    const errors = lines.flatMap((line) => /ERROR "(.*?)" (\d+):/.exec(line)?.slice(1, 3).join(' ') ?? []);
    expect(errors, lines.join('\n')).toEqual(['Wrong.svelte 6', 'Wrong.svelte 7', 'Wrong.svelte 8']);
  });
});
