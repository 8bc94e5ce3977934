// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { act, fill, openInspector, press, signUp } from './mounted.ts';

describe('faults in the inspector', () => {
  it('are added, counted and removed', async () => {
    const { api, sandbox, sent } = await openInspector('faults');
    await act('Add rule', { Path: '/api/v1/dunnings*', Status: '502' });
    await screen.findByText('any /api/v1/dunnings*');
    expect((await sandbox.fetch('http://sandbox.test/api/v1/dunnings')).status).toBe(502);
    const row = within(await screen.findByRole('row', { name: /502/ }));
    await waitFor(() => expect(row.getAllByRole('cell', { name: '1' })).not.toEqual([]));
    const [rule] = await api('GET', '/sandbox/faults');
    expect(rule).toMatchObject({ Path: '/api/v1/dunnings*', Fault: { Status: 502 }, Hits: 1 });
    press(await screen.findByRole('button', { name: `Remove rule ${rule.Id}` }));
    await screen.findByText('No fault rules');
    expect(await api('GET', '/sandbox/faults')).toEqual([]);
    expect(sent()).toEqual([
      'POST /sandbox/faults {"Path":"/api/v1/dunnings*","Fault":{"Status":502}}',
      'DELETE /sandbox/faults/1',
    ]);
  });

  it('are removed all at once', async () => {
    const { api, sent } = await openInspector('faults');
    await api('POST', '/sandbox/faults', { Path: '/api/v1/dunnings*', Fault: { DelayMs: 5 } });
    await api('POST', '/sandbox/faults', { Path: '/api/v1/plans*', Fault: { Drop: true }, Probability: 0.5 });
    await screen.findByRole('cell', { name: 'connection breaks' });
    await act('Remove all');
    expect(await api('GET', '/sandbox/faults')).toEqual([]);
    expect(sent()).toEqual(['DELETE /sandbox/faults']);
  });
});

describe('the catalogue in the inspector', () => {
  it('is copied, searched, and used to sell in the stores', async () => {
    const { api, clipboard, sent } = await openInspector('catalogue');
    const copyIn = async (row: RegExp) => {
      press(within(await screen.findByRole('row', { name: row })).getByRole('button', { name: 'Copy' }));
      return clipboard.text;
    };
    expect(await copyIn(/^Public API key/)).toBe('a00000000000000000000001');
    expect(await copyIn(/^4000000000000002 /)).toBe('4000000000000002');
    await screen.findByRole('row', { name: /^Basic monthly .*9\.90 EUR/ });
    const [receipt] = (await api('GET', '/sandbox/catalog')).Receipts;
    press((await screen.findAllByRole('button', { name: `Copy ${receipt.Name}` }))[0] as HTMLElement);
    expect(JSON.parse(clipboard.text)).toEqual(receipt.Request);

    await act('Buy in AppleIap');
    expect(await api('GET', '/sandbox/stores/AppleIap/subscriptions')).toHaveLength(1);
    await act('Buy in GoogleIap', { State: 'Trial' });
    const sold = async () => (await api('GET', '/sandbox/stores/GoogleIap/subscriptions'))[0];
    await act(`Change ${(await sold()).Id.slice(-6)}`, { State: 'Refunded' });
    expect((await sold()).Status).toBe('Refunded');

    await fill(screen.getByLabelText('Filter'), 'WELCOME20');
    await screen.findByRole('row', { name: /WELCOME20.*20 % off/ });
    expect(screen.queryByRole('heading', { name: 'Plans' })).toBeNull();
    expect(sent()).toEqual([
      'POST /sandbox/stores/AppleIap/receipts {"Status":"Active"}',
      'POST /sandbox/stores/GoogleIap/receipts {"Trial":{"Quantity":7,"Unit":"Day"}}',
      `PATCH /sandbox/stores/GoogleIap/subscriptions/${(await sold()).Id} {"Status":"Refunded"}`,
    ]);
  });
});

describe('the clock in the inspector', () => {
  it('follows real time, and stops', async () => {
    const { api, sent } = await openInspector('overview');
    press(await screen.findByRole('button', { name: 'Follow real time' }));
    await screen.findByText('follows real time');
    expect((await api('GET', '/sandbox/clock')).Mode).toBe('WallClock');
    press(screen.getByRole('button', { name: 'Stop the clock' }));
    await screen.findByText('paused until you move it');
    expect((await api('GET', '/sandbox/clock')).Mode).toBe('Manual');
    expect(sent()).toEqual([
      'POST /sandbox/clock {"Mode":"WallClock"}',
      'POST /sandbox/clock {"Mode":"Manual"}',
    ]);
  });

  it('moves by a day, a month, a year, to the next task and to a date', async () => {
    const { changes, sandbox } = await openInspector('overview');
    const move = async (name: string | RegExp, day: string) => {
      press(await screen.findByRole('button', { name }));
      await waitFor(() => expect(sandbox.clock.now().toISOString().slice(0, 10)).toBe(day));
      await screen.findAllByText(new RegExp(day));
    };
    await move('+1 day', '2026-02-16');
    await move('+1 month', '2026-03-16');
    await move('+1 year', '2027-03-16');
    await act('Go to a date', { 'Date and time (Europe/Berlin)': '2027-05-01T00:00:00Z' });
    expect(sandbox.clock.now().toISOString()).toBe('2027-05-01T00:00:00.000Z');
    expect(changes).toEqual([
      { request: 'POST /sandbox/clock', body: { Advance: 'P1D' } },
      { request: 'POST /sandbox/clock', body: { Advance: 'P1M' } },
      { request: 'POST /sandbox/clock', body: { Advance: 'P1Y' } },
      { request: 'POST /sandbox/clock', body: { Now: '2027-05-01T00:00:00Z' } },
    ]);
  });
});

describe('workspaces in the inspector', () => {
  it('are removed', async () => {
    const { api, sent, visit } = await openInspector('faults');
    await api('POST', '/sandbox/workspaces', { Name: 'temporary' });
    await visit('overview');
    await act('Remove temporary');
    expect(await api('GET', '/sandbox/workspaces')).toEqual([]);
    expect(sent()).toEqual(['DELETE /sandbox/workspaces/temporary']);
  });
});

describe('the state in the inspector', () => {
  it('is reset, with what is to be kept', async () => {
    const { api, sent } = await openInspector('overview');
    await signUp(api);
    await api('POST', '/api/v1/webhooks', { Url: 'https://shop.test/webhooks' });
    await act('Reset', { 'Keep webhooks': true, 'Keep access tokens': true });
    expect([await api('GET', '/api/v1/contracts'), await api('GET', '/sandbox/webhooks')]).toMatchObject([
      [],
      [{ Url: 'https://shop.test/webhooks' }],
    ]);
    await act('Reset');
    expect(await api('GET', '/sandbox/webhooks')).toEqual([]);
    expect(sent()).toEqual(['POST /sandbox/reset {"Keep":["Webhooks","Tokens"]}', 'POST /sandbox/reset {}']);
  });

  it('loses its mails, and nothing else', async () => {
    const { api, sent } = await openInspector('mails');
    await signUp(api);
    expect(await api('GET', '/sandbox/mails')).not.toEqual([]);
    await act('Empty the outbox');
    expect([
      (await api('GET', '/sandbox/mails')).length,
      (await api('GET', '/api/v1/contracts')).length,
    ]).toEqual([0, 1]);
    expect(sent()).toEqual(['DELETE /sandbox/mails']);
  });
});
