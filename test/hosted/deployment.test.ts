// examples/hosted, the folder that people deploy, against what the worker reads and what the documentation says.
import { readFile } from 'node:fs/promises';
import ts, { type Identifier } from '@typescript/typescript6';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { COMPATIBILITY_DATE } from '../../examples/hosted/engine/engine.mjs';
import { DEFAULTS } from '../../sandbox/src/hosts/cloudflare/environment.ts';

const read = (path: string) => readFile(path, 'utf8');

/** Names of the variables, secrets and bindings in the type of the worker's environment. */
async function environmentNames(): Promise<string[]> {
  const path = 'sandbox/src/hosts/cloudflare/environment.ts';
  const file = ts.createSourceFile(path, await read(path), ts.ScriptTarget.Latest);
  const type = file.statements
    .filter(ts.isInterfaceDeclaration)
    .find(({ name }) => name.text === 'HostedEnvironment');
  if (type === undefined) throw new Error(`${path} has no HostedEnvironment any more.`);
  return type.members.map(({ name }) => (name as Identifier).text);
}

describe('the settings of a deployment', () => {
  it('are those with which the engine runs on this machine', async () => {
    const settings = parse(await read('examples/hosted/wrangler.jsonc'));
    expect(settings.compatibility_date).toBe(COMPATIBILITY_DATE);
    expect(settings.durable_objects.bindings).toEqual([{ name: 'WORKSPACES', class_name: 'Workspace' }]);
    expect(settings.migrations[0].new_sqlite_classes).toEqual(['Workspace']);
    expect(await read(`examples/hosted/${settings.main}`)).toContain(
      "export { default, Workspace } from 'clientlib-sandbox/cloudflare';",
    );
    const known = await environmentNames();
    const set = [
      ...Object.keys(settings.vars),
      ...settings.ratelimits.map(({ name }: { name: string }) => name),
      'WORKSPACES',
    ];
    expect(set.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('are all in docs/hosting.md, with the default that the worker has', async () => {
    const docs = await read('docs/hosting.md');
    const names = (await environmentNames()).filter((name) => name !== 'WORKSPACES');
    expect(names.length).toBeGreaterThan(8);
    const rows = new Map([...docs.matchAll(/^\| `([A-Z_]+)`[^|]*\| ([^|]+) \|/gm)].map(([, a, b]) => [a, b]));
    expect([...rows.keys()].toSorted()).toEqual(names.toSorted());
    for (const [name, value] of Object.entries(DEFAULTS))
      expect([name, rows.get(name)?.replaceAll(',', '')]).toEqual([name, String(value)]);
  });
});
