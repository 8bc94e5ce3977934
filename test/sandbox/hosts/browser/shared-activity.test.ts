import { afterEach, expect, it, vi } from 'vitest';
import { SharedActivity } from '../../../../sandbox/src/hosts/browser/shared-activity.ts';
import { createSandbox, getWorkspaces, type Sandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { watch } from '../../../../sandbox/src/service/http/traffic/watch.ts';
import { backEnd, newContract } from '../../service/http/service.ts';

/** Messages of a channel come when they come. */
const patient = { timeout: 20_000 };

const open: Sandbox[] = [];
afterEach(() => {
  for (const sandbox of open.splice(0)) sandbox.close();
});

/** A page that shares its activity, and what its inspector reads. */
function page(name: string) {
  const sandbox = createSandbox({ seed: 'tabs', clock: '2026-01-15T10:00:00Z' });
  open.push(sandbox);
  const workspaces = getWorkspaces(sandbox);
  const shown: { readonly kind: string; readonly data: Json }[] = [];
  const log = watch(workspaces.main.core);
  vi.spyOn(log, 'add').mockImplementation((kind, data) => void shown.push({ kind, data }));
  const shared = new SharedActivity(name, workspaces, async () => {});
  return { sandbox, core: workspaces.main.core, shown, shared };
}

// biome-ignore lint/suspicious/noExplicitAny: each kind of entry has its own fields
type Json = any;

it('what a request of one page causes stands below that request in the other, whose ids are its own', async () => {
  const [reader, other] = [page('ids'), page('ids')];
  reader.core.feed.emit('reader', undefined);
  // Its own requests use up ids of the reader.
  for (let at = 0; at < 3; at += 1) await reader.sandbox.fetch('http://sandbox/nothing');
  const of = (kind: string) => reader.shown.filter((entry) => entry.kind === kind).map(({ data }) => data);
  await vi.waitFor(async () => {
    await other.sandbox.fetch('http://sandbox/heard');
    expect(of('request').map(({ Path }) => Path)).toContain('/heard');
  }, patient);
  const api = await backEnd(other.sandbox);
  await newContract(api);
  await api('POST', '/sandbox/clock', { Advance: 'P2M' });
  const moved = () => of('request').find(({ Path }) => Path === '/sandbox/clock');
  await vi.waitFor(() => expect(moved()).toBeDefined(), patient);
  // What is due at the signup already is no work of the advance.
  const later = ({ At }: Json) => !At.startsWith('2026-01-15');
  const tasks = of('task').filter(later);
  expect(tasks.length).toBeGreaterThan(1);
  expect(tasks.map(({ AdvanceId }) => AdvanceId)).toEqual(tasks.map(() => moved().Id));
  const caused = of('event').filter(later);
  expect(caused.length).toBeGreaterThan(1);
  const ids = tasks.map(({ Id }) => Id);
  for (const { Cause } of caused)
    expect([Cause.AdvanceId, ids.includes(Cause.TaskId)]).toEqual([moved().Id, true]);
  const orders = of('event').filter(({ Event }) => Event === 'OrderSucceeded');
  const requests = of('request').map(({ Id }) => Id);
  expect(orders.map(({ Cause }) => requests.includes(Cause.RequestId))).toEqual([true]);
});
