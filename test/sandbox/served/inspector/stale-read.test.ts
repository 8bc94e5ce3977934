// @vitest-environment happy-dom
import { screen } from '@testing-library/dom';
import { expect, it, vi } from 'vitest';
import { openInspector } from './mounted.ts';

it('a list that changes while it is read is read again', async () => {
  const mounted = await openInspector('overview');
  const { fetch } = globalThis;
  let release = () => {};
  const held = new Promise<void>((end) => {
    release = end;
  });
  const isHolding = vi.fn();
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const answer = await fetch(url, init);
    if (!/\/customers\?/.test(url)) return answer;
    // The first list that is read comes late.
    vi.stubGlobal('fetch', fetch);
    isHolding();
    await held;
    return answer;
  });
  void mounted.visit('customers');
  await vi.waitFor(() => expect(isHolding).toHaveBeenCalled());
  await mounted.api('POST', '/api/v1/customers', { LastName: 'Late' });
  // What the page has been told of the change, it has heard.
  await vi.waitFor(async () => {
    const { revisions } = await import('../../../../sandbox/src/served/inspector/session.ts');
    expect(revisions.get()['customers']).toBeGreaterThan(0);
  });
  release();
  expect(await screen.findByText(/Late/)).toBeDefined();
});

it('the clock is read while it moves, so that its progress is shown', async () => {
  await openInspector('overview');
  const { act } = await import('../../../../sandbox/src/served/inspector/session.ts');
  const { fetch } = globalThis;
  const read: string[] = [];
  let release = () => {};
  const held = new Promise<void>((end) => {
    release = end;
  });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { method = 'GET' } = init;
    if (method === 'GET') read.push(new URL(url).pathname);
    else await held;
    return fetch(url, init);
  });
  const advance = act('Advance', { method: 'POST', path: '/sandbox/clock', body: { Advance: 'P1M' } });
  await vi.waitFor(() => expect(read).toContain('/sandbox/clock'));
  release();
  await advance;
});
