import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import createClient from 'openapi-fetch';
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';
import typescript from 'typescript';
import { describe, expect, it } from 'vitest';
import { accessToken, newSandbox } from '../sandbox/http/service.ts';

const program = `
import createClient from 'openapi-fetch';
import type { components, paths } from './schema.ts';

const client = createClient<paths>({ baseUrl: 'http://sandbox' });
export type Contract = components['schemas']['Contract'];

export async function balanceOf(id: string): Promise<number> {
  const { data, error } = await client.GET('/api/v1/contracts/{id}', { params: { path: { id } } });
  if (error !== undefined) throw new Error(error.Message);
  return data.Balance;
}

export async function signUp(): Promise<Contract> {
  const order = await client.POST('/api/v1/orders', {
    body: { Customer: { FirstName: 'Ada' }, Cart: { PlanVariantId: 'b00000000000000000000001' } },
  });
  if (order.data === undefined) throw new Error(order.error.Message);
  const done = await client.POST('/api/v1/orders/{id}/commit', {
    params: { path: { id: order.data.Id } },
    body: { PaymentMethod: 'InvoicePayment' },
  });
  if (done.data === undefined) throw new Error(done.error.Message);
  return done.data;
}

// @ts-expect-error no such path
client.GET('/api/v1/contract', {});
// @ts-expect-error a quantity is a number
client.POST('/api/v1/orders', { body: { Cart: { PlanVariantId: 'x', Quantity: 'many' } } });
`;

describe('a typed client that a public generator makes of the document', () => {
  it('compiles, knows wrong from right, and works', { timeout: 120_000 }, async () => {
    // Beside the packages that the program imports.
    const cache = resolve(import.meta.dirname, '.cache');
    mkdirSync(cache, { recursive: true });
    const folder = mkdtempSync(join(cache, 'typed-client-'));
    try {
      const sandbox = newSandbox();
      const document = (await (await sandbox.fetch('http://sandbox/openapi.json')).json()) as OpenAPI3;
      writeFileSync(join(folder, 'schema.ts'), astToString(await openapiTypescript(document)));
      writeFileSync(join(folder, 'program.ts'), program);
      const compiled = typescript.createProgram([join(folder, 'program.ts')], {
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        target: typescript.ScriptTarget.ES2022,
        module: typescript.ModuleKind.ESNext,
        moduleResolution: typescript.ModuleResolutionKind.Bundler,
        allowImportingTsExtensions: true,
        types: [],
      });
      const diagnostics = typescript
        .getPreEmitDiagnostics(compiled)
        .map(({ messageText }) => typescript.flattenDiagnosticMessageText(messageText, '\n'));
      expect(diagnostics).toEqual([]);

      const token = await accessToken(sandbox);
      // biome-ignore lint/suspicious/noExplicitAny: the types of the client are what was compiled above
      const client = createClient<any>({
        baseUrl: 'http://sandbox',
        headers: { Authorization: `Bearer ${token}` },
        fetch: (request: Request) => sandbox.fetch(request),
      });
      const order = await client.POST('/api/v1/orders', {
        body: { Customer: { FirstName: 'Ada' }, Cart: { PlanVariantId: 'b00000000000000000000001' } },
      });
      const id = (order.data as { Id: string }).Id;
      const contract = await client.POST('/api/v1/orders/{id}/commit', {
        params: { path: { id } },
        body: { PaymentMethod: 'InvoicePayment' },
      });
      const { Id, Balance } = contract.data as { Id: string; Balance: number };
      const read = await client.GET('/api/v1/contracts/{id}', { params: { path: { id: Id } } });
      expect((read.data as { Balance: number }).Balance).toBe(Balance);
      const missing = await client.GET('/api/v1/contracts/{id}', { params: { path: { id: 'none' } } });
      expect((missing.error as { Code: string }).Code).toBe('NotFound');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
