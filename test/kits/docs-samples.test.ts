// Every sample of the pages that users read. Each one parses. One that imports something claims to be whole: it compiles as
// pasted, against the types of the packages. A sample that only shows a part is marked in its fence: ```js fragment
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Loader, transform } from 'esbuild';
import { afterAll, describe, expect, it } from 'vitest';
import { contributors } from '../../docs/site/contents.ts';
import { pagesWithSamples, type Sample, samplesOf } from './snippets.ts';

const run = promisify(execFile);
/** Generated from the types themselves, which the compiler has checked. */
const generated = ['docs/clientlib.md'];
const samples = pagesWithSamples
  .filter((page) => !generated.includes(page) && !contributors.some((name) => page === `docs/${name}.md`))
  .flatMap(samplesOf);
const place = ({ page, line }: Sample) => `${page}:${line}`;
const loaders: { readonly [language: string]: Loader } = { js: 'jsx', jsx: 'jsx', ts: 'ts', tsx: 'tsx' };

/** The programs in a sample: itself, or the scripts in its markup. */
function programsOf({ language, code }: Sample): { readonly code: string; readonly loader: Loader }[] {
  const loader = loaders[language];
  if (loader !== undefined) return [{ code, loader }];
  if (!['html', 'vue', 'svelte'].includes(language)) return [];
  return [...code.matchAll(/<script(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, script = '']) => ({
    code: script,
    loader: 'js',
  }));
}

const isWhole = ({ code }: { readonly code: string }) => /^\s*import\b/m.test(code);

describe('samples of the documentation', () => {
  it('parse', async () => {
    const whole = samples.filter(({ isFragment }) => !isFragment);
    expect(whole.length).toBeGreaterThan(100);
    const problems: string[] = [];
    for (const sample of whole)
      for (const { code, loader } of programsOf(sample))
        await transform(code, {
          loader,
          logLevel: 'silent',
          tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
        }).catch((error: Error) => problems.push(`${place(sample)}: ${error.message.split('\n')[1]}`));
    expect(problems).toEqual([]);
  });

  it('run the command of the package with npx', () => {
    const pages = pagesWithSamples.filter((page) => !contributors.some((name) => page === `docs/${name}.md`));
    const bare = pages.flatMap((page) =>
      readFileSync(page, 'utf8')
        .split('\n')
        .flatMap((line, at) =>
          /(^(\$ )?|`)clientlib-sandbox (?!ready)[a-z-]/.test(line) ? `${page}:${at + 1}` : [],
        ),
    );
    expect(bare).toEqual([]);
  });

  it('for a shell are valid shell code', () => {
    const problems = samples
      .filter(({ language }) => language === 'sh')
      .flatMap((sample) => {
        try {
          execFileSync('bash', ['-n'], { input: sample.code, stdio: 'pipe' });
          return [];
        } catch (error) {
          return [`${place(sample)}: ${(error as { stderr: Buffer }).stderr}`];
        }
      });
    expect(problems).toEqual([]);
  });

  it('that are marked as fragments are incomplete', async () => {
    const marked = samples.filter(({ isFragment }) => isFragment);
    expect(marked.filter(isWhole).map(place)).toEqual([]);
  });
});

/** What the runners and frameworks bring that is not installed here; test/package runs those samples. */
const elsewhere = `
declare module '@angular/core';
declare module 'cypress';
declare module 'openapi-fetch' { export default function createClient<T>(options: object): any }
declare function beforeEach(work: () => unknown): void;
declare function it(title: string, work: () => unknown): void;
declare function test(title: string, work: () => unknown): void;
declare function expect(value: unknown): any;
declare const cy: any;
declare const Cypress: any;
`;

/** What a compiler says of a sample in JavaScript: names that do not exist. Types are the business of TypeScript. */
const unknownNames = /error TS(?:2304|2305|2307|2552|2614|2724|18004):/;

describe('samples that import something', () => {
  mkdirSync('.cache', { recursive: true });
  const folder = mkdtempSync(resolve('.cache/samples-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Writes the samples as files, and returns the place of each. */
  function written(): Map<string, string> {
    const places = new Map<string, string>();
    for (const [at, sample] of samples.entries()) {
      if (sample.language === 'svelte' || sample.language === 'vue') continue;
      for (const { code, loader } of programsOf(sample).filter(isWhole)) {
        const isTyped = loader === 'ts' || loader === 'tsx';
        const name = `sample-${at}.${isTyped ? loader : 'jsx'}`;
        places.set(name, place(sample));
        writeFileSync(
          join(folder, name),
          `${code.replace("'./Checkout'", "'./neighbour.ts'")}\nexport {};\n`,
        );
      }
    }
    writeFileSync(join(folder, 'neighbour.ts'), 'export const Checkout = () => null;\n');
    writeFileSync(join(folder, 'billing.ts'), 'export type paths = any;\n');
    writeFileSync(
      join(folder, 'catalogue.ts'),
      "export const plans = { proMonthly: 'b00000000000000000000003' };\n",
    );
    writeFileSync(join(folder, 'elsewhere.d.ts'), elsewhere);
    return places;
  }

  it('compile as pasted', { timeout: 240_000 }, async () => {
    const places = written();
    expect(places.size).toBeGreaterThan(20);
    const compilerOptions = {
      checkJs: true,
      strict: true,
      exactOptionalPropertyTypes: false,
      noPropertyAccessFromIndexSignature: false,
      noUnusedLocals: false,
      noUnusedParameters: false,
      noImplicitReturns: false,
      verbatimModuleSyntax: false,
      experimentalDecorators: true,
      jsxImportSource: 'react',
    };
    const config = { extends: resolve('tsconfig.json'), include: [folder], compilerOptions };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const { stdout } = await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', folder], {
      maxBuffer: 2 ** 26,
    }).catch((error: { stdout: string }) => error);
    // The packages are compiled from source with these options too; their own problems are not those of a sample.
    const problems = [...stdout.matchAll(/^\S*(sample-\d+\.\w+)\((\d+),\d+\): (.*)$/gm)]
      .filter(([, name = '', , problem = '']) => !name.endsWith('.jsx') || unknownNames.test(problem))
      .map(([, name = '', line, problem]) => `${places.get(name)}, its line ${line}: ${problem}`);
    expect(problems).toEqual([]);
  });
});
