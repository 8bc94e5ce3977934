import { createSandbox } from 'clientlib-sandbox';
import { expect, it } from 'vitest';
import { undelivered } from '../../../../sandbox/src/hosts/command/undelivered.ts';
import { backEnd, newContract } from '../../service/http/service.ts';

const HOOK = 'http://shop.test/hooks';

it('names what is not delivered of the sandbox and of each workspace', async () => {
  const sandbox = createSandbox({
    clock: '2026-01-15T10:00:00Z',
    webhooks: [HOOK],
    deliver: async () => new Response(null, { status: 503 }),
  });
  expect(undelivered(sandbox)).toBe('');
  const places = [sandbox, sandbox.workspace('one'), sandbox.workspace('two')];
  for (const place of places) await newContract(await backEnd(place));
  await Promise.all(places.map((place) => place.settle()));
  const [head, ...lines] = undelivered(sandbox, 'kept').trimEnd().split('\n');
  expect(head).toBe(
    `${lines.length} webhooks were not delivered yet; to continue, start the sandbox again with --data kept:`,
  );
  const created = lines.filter((line) => line.startsWith(`  ContractCreated to ${HOOK}, due 2026-01-15T10:`));
  expect(created.map((line) => / of workspace \w+$|$/.exec(line)?.[0])).toEqual([
    '',
    ' of workspace one',
    ' of workspace two',
  ]);
  sandbox.close();
});
