// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { openInspector, paidSignup } from './mounted.ts';

it('a name finds each kind of document that has it', { timeout: 60_000 }, async () => {
  const mounted = await openInspector('customers');
  const { CustomerId } = await mounted.api('GET', `/api/v1/contracts/${await paidSignup(mounted)}`);
  await mounted.api('PATCH', `/api/v1/customers/${CustomerId}`, {
    EmailAddress: 'lovelace@example.com',
    DefaultBearerMedium: 'Email',
  });
  await mounted.api('POST', '/sandbox/clock', { Advance: 'P1M' });
  const { searchEverything } = await import('../../../../sandbox/src/served/inspector/search.ts');
  const kinds = (await searchEverything('Lovelace')).map(({ kind }) => kind);
  expect([...new Set(kinds)].slice(0, 6)).toEqual([
    'Contract',
    'Customer',
    'Order',
    'Invoice',
    'Payment',
    'Mail',
  ]);
  const { timeline } = await import('../../../../sandbox/src/served/inspector/session.ts');
  const { Id } = timeline.groups.find(({ request }) => request !== undefined)?.request ?? {};
  for (const text of [`${Id}`, `#${Id}`])
    expect((await searchEverything(text))[0]?.kind).toBe(`Request ${Id}`);
});
