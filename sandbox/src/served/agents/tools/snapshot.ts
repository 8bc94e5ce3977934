import * as z from 'zod';
import { joined, type Line, line, own, page, quoted } from '../answer.ts';
import { tool } from '../tool.ts';

/** Maximum number of saved states, and of documents in each: they are in memory in addition to the current one. */
const MAX_KEPT = 5;
const MAX_DOCUMENTS = 10_000;

const name = z.string().max(64).default('before');

const nameLine = (kept: ReadonlyMap<string, unknown>): Line =>
  joined([...kept.keys()].map((name) => quoted(name)));

export const snapshot = tool({
  name: 'snapshot',
  description: 'Stores the whole state under a name until this process ends; restore goes back to it.',
  input: { name },
  idempotent: true,
  async run(service, { name }) {
    const { kept, journal } = service.host.memory;
    const { Documents } = await service.control('GET', '/usage');
    if (Documents.Used > MAX_DOCUMENTS)
      return page(
        [line`The state has ${Documents.Used} documents; at most ${MAX_DOCUMENTS} are kept.`],
        line`fork keeps a state of any size in a workspace of its own.`,
      );
    if (!kept.has(name) && kept.size === MAX_KEPT)
      return page(
        [line`At most ${MAX_KEPT} states are kept: ${nameLine(kept)}.`],
        line`snapshot with one of these names replaces it.`,
      );
    const state = await service.control('GET', '/snapshot');
    kept.set(name, { snapshot: state, journal: journal.copy() });
    return page(
      [line`Kept as ${quoted(name)}: ${Documents.Used} documents.`],
      line`try something, then restore {"name": ${quoted(name)}}.`,
    );
  },
});

export const restore = tool({
  name: 'restore',
  description: 'Goes back to a state of snapshot and discards all later changes.',
  input: { name },
  destructive: true,
  idempotent: true,
  async run(service, { name }) {
    const { memory } = service.host;
    const kept = memory.kept.get(name);
    if (kept === undefined)
      return page(
        [
          line`No state is kept as ${quoted(name)}. There are: ${memory.kept.size === 0 ? own('none') : nameLine(memory.kept)}.`,
        ],
        line`snapshot keeps one.`,
      );
    await service.control('PUT', '/snapshot', kept.snapshot);
    Object.assign(memory, { journal: kept.journal.copy(), accessToken: undefined });
    const { Now } = await service.control('GET', '/clock');
    return page(
      [line`The state is that of ${quoted(name)}; it is ${Now}.`],
      line`contract for what is there.`,
    );
  },
});
