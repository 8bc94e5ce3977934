import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from '@typescript/typescript6';
import { startSandbox } from 'clientlib-sandbox';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { runTypes } from '../../../../sandbox/src/hosts/command/types-command.ts';

let folder = '';
let printed = '';
const print = (text: string) => {
  printed += text;
};
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'types-'));
  printed = '';
});
afterEach(() => rm(folder, { recursive: true }));

it('names plan variants, components, coupons and custom fields of a configuration, and checks the file', async () => {
  const out = join(folder, 'catalogue.ts');
  const config = join(folder, 'sandbox.config.json');
  const write = (PlanVariants: object[]) =>
    writeFile(
      config,
      JSON.stringify({
        Account: { SelfService: { CustomFields: { Customer: ['shoe-size'] } } },
        Catalogue: { PlanVariants },
      }),
    );
  const basic = { Id: 'b00000000000000000000001', RecurringFee: 12 };
  await write([basic]);
  expect(await runTypes({ config, out }, print)).toBe(0);
  const text = await readFile(out, 'utf8');
  for (const line of [
    "  proMonthly: 'b00000000000000000000003',",
    '  /** Basic monthly: 12 EUR */',
    "  seat: 'd00000000000000000000001',",
    "  WELCOME20: 'WELCOME20',",
    "  shoeSize: 'shoe-size',",
    'export type PlanVariantId = (typeof plans)[keyof typeof plans];',
  ])
    expect(text.split('\n')).toContain(line);
  const { diagnostics } = ts.transpileModule(text, { reportDiagnostics: true });
  expect(diagnostics).toEqual([]);
  expect(await runTypes({ config, out, check: true }, print)).toBe(0);

  await write([{ ...basic, InternalName: 'Starter', RecurringFee: 12 }]);
  printed = '';
  expect(await runTypes({ config, out, check: true }, print)).toBe(1);
  expect(printed).toBe(
    [
      `${out} differs from the catalogue. Run clientlib-sandbox types without --check.`,
      '- /** Basic monthly: 12 EUR */',
      "- basicMonthly: 'b00000000000000000000001',",
      '+ /** Starter: 12 EUR */',
      "+ starter: 'b00000000000000000000001',",
      '',
    ].join('\n'),
  );
  expect(await readFile(out, 'utf8')).toBe(text);
});

it('a file that is missing differs in every line', async () => {
  const out = join(folder, 'catalogue.ts');
  expect(await runTypes({ out, check: true }, print)).toBe(1);
  expect(printed).toContain(`${out} differs from the catalogue.`);
  expect(printed).toContain("+ seat: 'd00000000000000000000001',\n");
  await expect(readFile(out)).rejects.toThrow('ENOENT');
});

it('reads the catalogue of a sandbox that runs', async () => {
  const { url, close } = await startSandbox({ port: 0 });
  onTestFinished(close);
  const [here, there] = [join(folder, 'here.ts'), join(folder, 'there.ts')];
  await runTypes({ out: here }, print);
  await runTypes({ from: url, out: there }, print);
  expect(await readFile(there, 'utf8')).toBe(await readFile(here, 'utf8'));
  await expect(runTypes({ from: `${url}/nothing`, out: there }, print)).rejects.toThrow(
    /Expected a sandbox; for the catalogue of the service, run import, then types --config\.$/,
  );
});
