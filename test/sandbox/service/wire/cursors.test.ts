import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../../openapi-document.ts';
import { examples, fc } from '../../../properties.ts';
import type { Parameter, Reference } from '../../openapi-types.ts';
import { type DeletableEntry, deletable as entries } from '../http/deletable.ts';
import { type Api, backEnd, newContract, newSandbox } from '../http/service.ts';

// A cursor is a place in a list: whatever is deleted, a list from there has every entry that follows.

const cases = Object.entries(entries).flatMap(([path, { lists }]) =>
  lists.map((list) => [list, path] as const),
);

async function idsOf(api: Api, path: string, cursor = ''): Promise<string[]> {
  const { status, body } = await api('GET', `${path}?take=500${cursor}`);
  expect([path, status]).toEqual([path, 200]);
  return body.map(({ Id }: { readonly Id: string }) => Id);
}

describe('a list from the id of an entry', () => {
  it('is tested for everything that has an id and a DELETE', () => {
    const deletable = Object.entries(openApiDocument.paths).flatMap(([path, { delete: operation }]) =>
      operation !== undefined && /^\/api\/v1\/.*\}$/.test(path) ? path.slice('/api/v1/'.length) : [],
    );
    expect(Object.keys(entries).sort()).toEqual(deletable.sort());
  });

  it.each(cases)('%s: has each entry that follows once, whatever was deleted', async (list, deletion) => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const { Id, CustomerId } = await newContract(api, {
      Cart: { PlanVariantId: 'b00000000000000000000003' },
    });
    const inPlace = (path: string) => path.replace('{contract}', Id).replace('{customer}', CustomerId);
    const { made: make, lists } = entries[deletion] as DeletableEntry;
    const made: string[] = [];
    for (let at = 0; at < 7; at += 1) {
      const entry = make(at, api, CustomerId);
      if (entry instanceof Promise) {
        made.push((await entry).Id);
        continue;
      }
      const { status, body } = await api('POST', inPlace(lists[0] as string), entry);
      expect([status === 201 ? 200 : status, body.Message]).toEqual([200, undefined]);
      made.push(body.Id);
    }
    const path = inPlace(list);
    const before = await idsOf(api, path);
    expect(before).toEqual(expect.arrayContaining(made));
    const start = sandbox.snapshot();
    const deletions = fc.uniqueArray(fc.constantFrom(...made), { minLength: 1 });
    const property = fc.asyncProperty(deletions, fc.constantFrom(...before), async (deleted, cursor) => {
      sandbox.restore(start);
      for (const id of deleted) {
        const own = deletion.replace(/\{\w+\}$/, id).replace('{id}', Id);
        const answer = await api('DELETE', own);
        expect([answer.status, answer.body]).toEqual([204, '']);
      }
      const after = before.slice(before.indexOf(cursor)).filter((id) => !deleted.includes(id));
      expect(await idsOf(api, path, `&from=${cursor}`)).toEqual(after);
      expect(await idsOf(api, path)).toEqual(before.filter((id) => !deleted.includes(id)));
    });
    await fc.assert(property, { numRuns: examples(60) });
  });

  it('a job that sends every draft page by page sends all of them', async () => {
    const api = await backEnd(newSandbox({ config: { Account: { InvoiceDrafts: true } } }));
    for (let at = 0; at < 7; at += 1) await newContract(api);
    const drafts = await idsOf(api, 'invoiceDrafts');
    expect(drafts).toHaveLength(7);
    const sent: string[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await api('GET', `invoiceDrafts?take=3${cursor}`);
      if (body.length === 0) break;
      for (const { Id } of body) sent.push((await api('POST', `invoiceDrafts/${Id}`)).body.Id);
      cursor = `&from=${body.at(-1).Id}`;
    }
    expect(sent).toEqual(drafts);
  });

  it('rejects an id that was never in the list with 422, in every list', async () => {
    const api = await backEnd(newSandbox());
    const { Id, CustomerId } = await newContract(api);
    const { paths: operations, components } = openApiDocument;
    const parameters = components['parameters'] as { readonly [name: string]: Parameter };
    const nameOf = (one: Parameter | Reference) =>
      '$ref' in one ? parameters[one.$ref.split('/').at(-1) ?? '']?.name : one.name;
    const paths = Object.keys(operations).filter((path) =>
      operations[path]?.['get']?.parameters?.some((one) => nameOf(one) === 'from'),
    );
    expect(paths.length).toBeGreaterThan(30);
    for (const path of paths) {
      const of: { readonly [list: string]: string } = {
        customers: CustomerId,
        plans: 'b10000000000000000000001',
        planGroups: 'a10000000000000000000001',
      };
      const url = path.replace('{id}', of[path.split('/')[3] ?? ''] ?? Id).replace('{type}', 'AppleIap');
      const { status, body } = await api('GET', `${url}?from=f00000000000000000000009`);
      const Message =
        '"f00000000000000000000009" is not an entry of this list. Send the id of an entry that the list returned.';
      expect([path, status, body.Errors]).toEqual([
        path,
        422,
        [{ Field: 'from', Code: 'InvalidData', Message }],
      ]);
    }
  });
});
