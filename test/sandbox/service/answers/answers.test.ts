// Whole answers: what an operation answers, and the events, documents and bookings that it makes, all at once, compared with a
// reviewed file. A field that is lost or changed shows in its diff. After an intended change:
//   npx vitest run --project unit test/sandbox/service/answers --update
import { afterEach, expect, test } from 'vitest';
import { createSandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { validating } from '../../openapi-validation.ts';
import { type Json, Merchant } from '../lives/merchant.ts';
import { examples } from './examples.ts';

const sandboxes: { close(): void }[] = [];
afterEach(() => {
  for (const sandbox of sandboxes.splice(0)) sandbox.close();
});

test.each(Object.entries(examples))('%s', async (name, { before, operation }) => {
  const sandbox = validating(createSandbox({ clock: '2026-01-15T09:00:00Z', seed: 'answers' }));
  sandboxes.push(sandbox);
  const merchant = new Merchant(sandbox, await Merchant.token(sandbox));
  await before?.(merchant);
  await sandbox.settle();
  const known = await merchant.read().catch(() => undefined);
  const Events: Json[] = [];
  sandbox.on('event', (event) => Events.push(event));
  const Answer = await operation(merchant);
  await sandbox.settle();
  const now = await merchant.read();
  const changed = (field: 'invoices' | 'ledger' | 'transactions'): Json[] => {
    const before = new Set(known?.[field].map((one: Json) => JSON.stringify(one)));
    return now[field].filter((one: Json) => !before.has(JSON.stringify(one)));
  };
  const Documents = await Promise.all(
    changed('invoices').map(({ Id }) => merchant.rest('GET', `invoices/${Id}`)),
  );
  const whole = { Answer, Events, Documents, Ledger: changed('ledger'), Payments: changed('transactions') };
  await expect(withoutIds(whole)).toMatchFileSnapshot(`./files/${name.replace(/\W+/g, '-')}.json`);
});

/** As JSON, ids that differ from sandbox to sandbox numbered as they come. */
function withoutIds(whole: object): string {
  const seen = new Map<string, string>();
  const text = JSON.stringify(whole, undefined, 2);
  return `${text.replace(/\b(?:[0-9a-f]{24}|[A-Z]{4}-[A-Z]{4})\b/g, (id) => {
    // Ids of the default catalogue and account end in a number and mean something.
    if (/^[a-f]\d0{5}|^[a-f]0{10}/.test(id)) return id;
    if (!seen.has(id)) seen.set(id, `#${seen.size + 1}`);
    return seen.get(id) as string;
  })}\n`;
}
