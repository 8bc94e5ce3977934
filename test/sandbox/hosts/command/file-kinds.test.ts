// Each command that reads a file rejects the files of the others, and names the command that takes them.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox } from 'clientlib-sandbox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runExplore } from '../../../../sandbox/src/hosts/command/explore-command.ts';
import { forecastOutput } from '../../../../sandbox/src/hosts/command/forecast-command.ts';
import { readSession } from '../../../../sandbox/src/hosts/command/session-file.ts';
import { withSnapshot } from '../../../../sandbox/src/hosts/command/snapshot-file.ts';
import { runTypes } from '../../../../sandbox/src/hosts/command/types-command.ts';
import { runVerify, type VerifyPlace } from '../../../../sandbox/src/hosts/command/verify-command.ts';

let folder = '';
const files: Record<string, string> = {};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinds-'));
  const sandbox = createSandbox({ record: true });
  const lines = await (await sandbox.fetch('http://sandbox/sandbox/snapshot.ndjson')).text();
  const texts = {
    'a session': JSON.stringify(sandbox.session()),
    'a cassette': JSON.stringify({
      Format: 'clientlib-sandbox cassette',
      Version: 1,
      Url: '',
      Exchanges: [],
    }),
    'an old cassette': JSON.stringify({ Version: 1, Url: '', Exchanges: [] }, undefined, 1),
    'a snapshot': JSON.stringify(sandbox.snapshot()),
    'a snapshot in lines': lines,
    'a configuration': JSON.stringify({ Account: { Currency: 'EUR' } }),
  };
  sandbox.close();
  for (const [name, text] of Object.entries(texts)) {
    files[name] = join(folder, name.replaceAll(' ', '-') + (name.endsWith('lines') ? '.ndjson' : '.json'));
    await writeFile(files[name] ?? '', text);
  }
});
afterAll(() => rm(folder, { recursive: true }));

const place = {} as VerifyPlace;
const readers: Record<string, (file: string) => Promise<unknown>> = {
  session: readSession,
  cassette: (cassette) => runVerify({ cassette }, place),
  snapshot: (file) => withSnapshot(file, async () => {}),
  configuration: (config) => forecastOutput({ config, months: 1, format: 'text' }),
};
const taken: Record<string, string> = {
  session: 'replay FILE or --session FILE',
  cassette: 'verify --cassette FILE',
  snapshot: '--snapshot FILE or forecast --snapshot FILE',
  configuration: '--config FILE',
};

it.each(Object.keys(readers))('a %s is expected, and another file came', async (expected) => {
  for (const [name, file] of Object.entries(files)) {
    const kind = Object.keys(readers).find((one) => name.includes(one)) ?? '';
    if (kind === expected) continue;
    await expect(readers[expected]?.(file)).rejects.toThrow(
      `${file} is a ${kind}, not a ${expected}. It is for clientlib-sandbox ${taken[kind]}.`,
    );
  }
});

it('also for types and verify --config', async () => {
  const config = files['a session'] ?? '';
  const wrong = `${config} is a session, not a configuration.`;
  await expect(runTypes({ config, out: join(folder, 'x.ts') }, () => {})).rejects.toThrow(wrong);
  await expect(runVerify({ config, cassette: 'x' }, place)).rejects.toThrow(wrong);
});

it('explores a module, and says what it must export', async () => {
  const file = join(folder, 'lives.mjs');
  await expect(runExplore({ file, workers: 1 })).rejects.toThrow(`explore: ${file} does not exist.`);
  await writeFile(file, 'export const scenario = 1;');
  await expect(runExplore({ file, workers: 1 })).rejects.toThrow(
    `explore: ${file} must export scenario, a function, and options`,
  );
  const other = join(folder, 'others.mjs');
  const module = (check: string) =>
    `export const scenario = (sandbox) => sandbox.signUp();
export const options = { months: 1, outcomes: [], actions: [], check(sandbox, { ContractId }) { ${check} } };`;
  await writeFile(other, module(''));
  expect(await runExplore({ file: other, workers: 1 })).toBe(0);
  const failing = join(folder, 'failing.mjs');
  await writeFile(failing, module("throw new Error('never right')"));
  expect(await runExplore({ file: failing, workers: 1, html: join(folder, 'report.html') })).toBe(1);
});
