import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { allOperations, groups, listOperations } from '../../../../sandbox/src/service/http/routes/index.ts';
import { followed, parametersOf } from '../../openapi-references.ts';
import type { OpenApiDocument } from '../../openapi-types.ts';

let document: OpenApiDocument;

beforeAll(async () => {
  document = (await (await createSandbox().fetch('http://sandbox/openapi.json')).json()) as OpenApiDocument;
});

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      at: `${method.toUpperCase()} ${path}`,
      path,
      operation,
    })),
  );

describe('the OpenAPI document', () => {
  it('describes every route, each with its own operation id', async () => {
    const routes = await allOperations();
    expect(operations().length).toBe(routes.length);
    expect(new Set(operations().map(({ operation }) => operation.operationId)).size).toBe(routes.length);
  });

  it('has every route in the group of the longest base of its path', async () => {
    const bases = groups.flatMap((group) => group.bases.map(({ base }) => ({ base, group })));
    const groupOf = (path: string) =>
      bases
        .filter(({ base }) => base === '/' || `${path}/`.startsWith(`${base}/`))
        .toSorted((one, other) => other.base.length - one.base.length)[0]?.group;
    for (const group of groups) {
      const paths = (await group.load()).flatMap(listOperations).map(({ path }) => path);
      expect(paths.length).toBeGreaterThan(0);
      for (const path of paths) expect(groupOf(path), path).toBe(group);
    }
  });

  it('refers to existing components, and has no unused ones', () => {
    const text = JSON.stringify(document);
    const referred = new Set([...text.matchAll(/"#\/components\/(\w+\/\w+)"/g)].map((match) => match[1]));
    const { securitySchemes: _namedByOperations, ...components } = document.components;
    const present = Object.entries(components).flatMap(([kind, all]) =>
      Object.keys(all as object).map((name) => `${kind}/${name}`),
    );
    expect([...referred].sort()).toEqual(present.sort());
  });

  it('describes the group of each operation, and no other', () => {
    const used = new Set(operations().flatMap(({ operation }) => operation.tags));
    expect(document.tags.map(({ name }) => name).sort()).toEqual([...used].sort());
  });

  it('shares what operations have in common, so that tools read it fast', () => {
    const repeated = new Map<string, number>();
    for (const { operation } of operations()) {
      const refusals = Object.entries(operation.responses).filter(([status]) => Number(status) >= 400);
      for (const part of [...(operation.parameters ?? []), ...refusals]) {
        const text = JSON.stringify(part);
        if (text.length > 200) repeated.set(text, (repeated.get(text) ?? 0) + 1);
      }
    }
    expect([...repeated].filter(([, times]) => times > 5)).toEqual([]);
    expect(JSON.stringify(document).length / operations().length).toBeLessThan(2_480);
  });

  it('names the codes of each problem, and the guide that explains each operation', () => {
    for (const { at, operation } of operations()) {
      expect(operation.externalDocs?.url, at).toMatch(/\/docs\/guides\/\w/);
      for (const [status, response] of Object.entries(operation.responses)) {
        const { description, content = {} } = followed(document, response);
        if (Number(status) >= 400 && 'application/problem+json' in content)
          expect(description, `${at} ${status}`).toMatch(/ Code: `\w+`\.$/);
      }
    }
  });

  it('has many examples, valid by their schemas', { timeout: 30_000 }, () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats(ajv);
    ajv.addSchema(document, 'openapi');
    const part = (text: string) => encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));
    const wrong: string[] = [];
    const checked = new Set<string>();
    const visit = (value: unknown, pointer: string): void => {
      if (typeof value !== 'object' || value === null) return;
      const { schema, example, examples } = value as Record<string, unknown>;
      const given: [pointer: string, example: unknown][] = Array.isArray(examples)
        ? examples.map((one) => [pointer, one])
        : [];
      if (schema !== undefined && example !== undefined) given.push([`${pointer}/schema`, example]);
      for (const [at, one] of given) {
        const text = JSON.stringify([schema ?? value, one]);
        if (checked.has(text)) continue;
        checked.add(text);
        const validate = ajv.compile({ $ref: `openapi#${at}` });
        if (!validate(one)) wrong.push(`${decodeURIComponent(at)}: ${ajv.errorsText(validate.errors)}`);
      }
      for (const [name, entry] of Object.entries(value))
        if (name !== 'examples' && name !== 'example') visit(entry, `${pointer}/${part(name)}`);
    };
    visit(document, '');
    expect(wrong).toEqual([]);
    expect(checked.size).toBeGreaterThan(50);
  });

  it('says of each id in a path what it looks like', () => {
    const ids = operations().flatMap(({ at, operation }) =>
      parametersOf(document, operation)
        .filter(({ in: place, name }) => place === 'path' && /id$/i.test(name))
        .map(({ name, description }) => ({ at: `${at} ${name}`, description })),
    );
    expect(ids.length).toBeGreaterThan(100);
    expect(ids.filter(({ description }) => description !== '24 hexadecimal digits.')).toEqual([]);
  });

  it("names its schemas in the field's words", () => {
    const names = Object.keys(document.components.schemas);
    expect(names).toEqual(expect.arrayContaining(['Cart', 'Order', 'PriceScale', 'PriceScaleInput']));
    expect(names.filter((name) => /Output$|^__|^Order(Cart|Customer)/.test(name))).toEqual([]);
  });

  it('describes the content of every response other than "nothing"', () => {
    const silent = operations().flatMap(({ at, operation }) =>
      Object.entries(operation.responses)
        .filter(([status]) => !['204', '302', '303'].includes(status))
        .filter(([, response]) => followed(document, response).content === undefined)
        .map(([status]) => `${at} ${status}`),
    );
    expect(silent).toEqual(['POST /oauth/revoke/ 200', 'POST /mcp 202']);
  });

  it('names the credential of every path of the REST API', () => {
    for (const { at, path, operation } of operations()) {
      if (!path.startsWith('/api/v1/') || path.includes('CustomerSelfService')) continue;
      expect(operation.security.length, at).toBeGreaterThan(0);
      expect(Object.keys(operation.responses), at).toEqual(expect.arrayContaining(['401', '429']));
    }
  });
});

describe('the page of the document', () => {
  it('lists every operation, without an inline script or style, or another host', {
    timeout: 30_000,
  }, async () => {
    const sandbox = createSandbox();
    const index = await sandbox.fetch('http://sandbox/docs');
    const policy = index.headers.get('Content-Security-Policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain('unsafe-inline');
    const text = await index.text();
    for (const { operation } of operations()) expect(text).toContain(`#${operation.operationId}"`);
    for (const { name } of document.tags) {
      const page = await (await sandbox.fetch(`http://sandbox/docs?tag=${encodeURIComponent(name)}`)).text();
      expect(page).not.toMatch(/<script(?! src="http:\/\/sandbox\/)|style="|onclick/);
      const hosts = [...page.matchAll(/(?:href|src|action)="([^"]*)"/g)].map((match) => match[1] as string);
      for (const target of hosts) expect(target).toMatch(/^(http:\/\/sandbox\/|#|data:,$)/);
      // A type is on the page that links to it, however deep it stands.
      const ids = new Set([...page.matchAll(/ id="([^"]*)"/g)].map((match) => match[1]));
      for (const target of hosts.filter((one) => one.startsWith('#'))) expect(ids).toContain(target.slice(1));
      for (const { operation } of operations().filter(({ operation: { tags } }) => tags.includes(name))) {
        expect(page).toContain(`id="${operation.operationId}"`);
      }
    }
  });
});
