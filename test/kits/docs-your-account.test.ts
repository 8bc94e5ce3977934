// The commands and outputs of docs/your-account.md.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readCommandLine } from '../../sandbox/src/hosts/command/command-line.ts';
import { forecastOutput } from '../../sandbox/src/hosts/command/forecast-command.ts';
import { runVerify } from '../../sandbox/src/hosts/command/verify-command.ts';
import { createSandbox } from '../../sandbox/src/sandbox/sandbox.ts';
import { access, merchantAccount, placeOf } from '../sandbox/clients/account/merchant-account.ts';
import { backEnd, newContract, newSandbox } from '../sandbox/service/http/service.ts';

const page = await readFile('docs/your-account.md', 'utf8');
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, code = '']) => code);

/** Ids differ from run to run. */
const withoutIds = (text: string) => text.replace(/\b6\w{23}\b/g, '…');

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'your-account-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

it('shows commands that exist', () => {
  const commands = [...blocks('sh'), ...blocks('yaml')].flatMap((code) =>
    [...code.matchAll(/npx clientlib-sandbox (.*)/g)].map(([, line = '']) => line.split(' ')),
  );
  const names = commands.map((args) => readCommandLine(args).command);
  expect([...new Set(names)].sort()).toEqual(['capture', 'forecast', 'import', 'start', 'types', 'verify']);
});

it('shows a forecast as printed, also with the other configuration', { timeout: 180_000 }, async () => {
  const sandbox = newSandbox();
  onTestFinished(() => sandbox.close());
  await newContract(await backEnd(sandbox));
  const path = await folder();
  const [snapshot, config] = [join(path, 'state.json'), join(path, 'dearer.json')];
  await writeFile(snapshot, JSON.stringify(sandbox.snapshot()));
  const texts = blocks('text');
  const shown = withoutIds(await forecastOutput({ snapshot, months: 2, format: 'text' }));
  expect(withoutIds(texts[1] ?? '')).toBe(shown);
  await writeFile(config, blocks('json')[0] ?? '');
  const compared = withoutIds(await forecastOutput({ snapshot, config, months: 12, format: 'text' }));
  expect(compared).toContain(withoutIds(texts[2] ?? ''));
});

it('shows a difference as printed', { timeout: 180_000 }, async () => {
  const service = merchantAccount({
    Catalogue: { PlanVariants: [{ Id: 'b00000000000000000000001', RecurringFee: 9.91 }] },
  });
  onTestFinished(() => service.close());
  let printed = '';
  const place = { ...placeOf(service), secret: async () => access.clientSecret, progress: () => {} };
  const print = (text: string) => {
    printed += text;
  };
  await runVerify({ against: access.url, clientId: access.clientId }, { ...place, print });
  expect(printed).toContain(blocks('text')[0] ?? '');
});

it('shows a valid configuration', () => {
  const sandbox = createSandbox({ config: JSON.parse(blocks('json')[0] ?? '') });
  sandbox.close();
});
