import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MadeWorkspace, startHosted } from './hosted.ts';
import { attacks, backEnd, watchNeighbour } from './hostile.ts';

/** Milliseconds. The bench `hostile` measures: no speed is asserted here, only that the engine is not lost for long. */
const LOST = 10_000;

let hosted: Awaited<ReturnType<typeof startHosted>>;
let neighbour: MadeWorkspace;
let watch: Awaited<ReturnType<typeof watchNeighbour>>;

beforeAll(async () => {
  hosted = await startHosted({ OPEN_SIGN_UP: 'true', REQUESTS_PER_MINUTE: '0' });
  neighbour = await hosted.make();
  watch = await watchNeighbour(neighbour);
});
afterAll(async () => {
  await watch.close();
  await hosted.close();
});

it.each(attacks)('$name does not block a neighbor', async ({ run, expected }) => {
  const workspace = await hosted.make();
  await watch.longest();
  expect(await run(workspace, hosted.url)).toEqual(expected);
  expect(await watch.longest()).toBeLessThan(LOST);
  expect(watch.failures).toEqual([]);
});

it('deletes a workspace whose catalogue is invalid: its name is free again', async () => {
  const Plans = [
    { Id: 'f'.repeat(24), Name: { _c: 'Plan' }, PlanGroupId: 'e'.repeat(24), TaxPolicyId: 'e'.repeat(24) },
  ];
  const settings = { Name: 'again', Config: { Catalogue: { Plans } } };
  await expect(hosted.make(settings)).rejects.toThrow(/^422 .*Catalogue\.Plans\[0\]/);
  expect((await hosted.make({ Name: 'again' })).Name).toBe('again');
});

it.each(['', 'x'])('keeps documents that are longer than a row of the database: %j', async (before) => {
  const workspace = await hosted.make();
  const api = await backEnd(workspace);
  // 2.1 MB; the letters of two halves stand where it is cut.
  const euros = '€'.repeat(195_000);
  const CustomFields = { a: before + euros, b: euros, c: '😀'.repeat(97_000), d: euros };
  const made = await api('POST', 'customers', { FirstName: 'Ada', CustomFields });
  expect(made.status).toBe(201);
  const path = `customers/${made.body.Id}`;
  await hosted.evict(workspace.Name);
  const { CustomFields: kept } = (await api('GET', path)).body as unknown as { CustomFields: object };
  expect(Object.entries(kept).filter(([name, text]) => Reflect.get(CustomFields, name) !== text)).toEqual([]);
  expect(Object.keys(kept)).toEqual(['a', 'b', 'c', 'd']);
  expect((await api('PUT', path, { FirstName: 'Ada', CustomFields: { a: 'short' } })).status).toBe(200);
  await hosted.evict(workspace.Name);
  expect((await api('GET', path)).body['CustomFields']).toEqual({ a: 'short' });
});
