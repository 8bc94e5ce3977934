// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { newReceiver, openInspector, paidSignup, signUp } from './mounted.ts';

/* What a view says before anything is clicked. */

const textsOf = (elements: Iterable<Element>) => [...elements].map(({ textContent }) => textContent);

describe('the page', () => {
  it('names the time zone beside the clock, and shows no other', async () => {
    const { api } = await openInspector('activity');
    const zone = document.querySelector('.bar .zone')?.textContent;
    expect(zone).toBe('Europe/Berlin');
    await api('GET', '/api/v1/contracts/nowhere');
    (await screen.findByRole('link', { name: /nowhere/ })).click();
    // 09:00 UTC.
    await screen.findByText('2026-02-15 10:00:00', { selector: '.detail time' });
    expect(document.body.textContent).not.toContain('UTC');
  });
});

describe('the overview', () => {
  it('has what needs attention and the forecast before everything else', async () => {
    await openInspector();
    const headings = textsOf(document.querySelectorAll('main h2'));
    expect(headings.slice(0, 2)).toEqual(['Needs attention', 'Forecast']);
  });

  it('counts documents, lists what is due without each webhook attempt, and leaves reads out', async () => {
    const receiver = newReceiver();
    receiver.status = 500;
    const { api } = await openInspector('', { webhooks: [receiver.url], deliver: receiver.deliver });
    await signUp(api);
    await api('POST', '/sandbox/clock', { Advance: 'P24D' });
    // Each attempt that fails plans the next one.
    await api('POST', '/sandbox/events', { Event: 'PaymentSucceeded' });
    await api('POST', '/sandbox/deliveries/settle');
    await api('GET', '/api/v1/customers');
    const state = within(screen.getByRole('region', { name: 'State' }));
    await state.findByRole('link', { name: '1 Contracts' });
    await state.findByRole('link', { name: '1 Endpoints' });
    const week = within(screen.getByRole('region', { name: 'Next seven days' }));
    await week.findByText(/^Renewal · [A-Z]{4}-[A-Z]{4}, Ada Lovelace$/);
    const lines = textsOf(week.getAllByRole('listitem'));
    expect(lines.filter((line) => line?.includes('Webhook attempt'))).toEqual([]);
    await week.findByRole('link', { name: /^\d+ webhook attempts?$/ });
    const activity = within(screen.getByRole('region', { name: 'Activity' }));
    await activity.findByText(/^\+24 days: \d+ tasks?$/);
    const entries = textsOf(activity.getAllByRole('listitem'));
    expect(entries.filter((entry) => entry?.includes('GET /api/v1/customers'))).toEqual([]);
  });

  it('plots the months since something was billed', async () => {
    const { api } = await openInspector();
    await signUp(api);
    const plot = within(await screen.findByRole('region', { name: 'Billed and paid' }));
    await waitFor(() => expect(plot.getAllByRole('row')).toHaveLength(5));
    plot.getByRole('row', { name: '2026-02 11.78 EUR 0.00 EUR' });
  });
});

describe('a failed webhook', () => {
  it.each([
    [
      'a page',
      '<!doctype html><title>Error</title><pre>TypeError: total is undefined<br> at /app.js:1</pre>',
    ],
    ['JSON', '{"status":500,"message":"TypeError: total is undefined"}'],
    ['a text', 'TypeError: total is undefined\n    at /app.js:1'],
  ])('leads with the error that the receiver answered as %s, its attempts folded', async (_, body) => {
    const deliver = async () => new Response(body, { status: 500 });
    const { api, visit } = await openInspector('webhooks', {
      webhooks: ['https://shop.test/webhooks'],
      deliver,
    });
    await api('POST', '/sandbox/events', { Event: 'PaymentSucceeded' });
    await api('POST', '/sandbox/deliveries/settle');
    const [{ Id }] = await api('GET', '/sandbox/deliveries');
    await visit('webhooks');
    location.hash = `#/webhooks?delivery=${Id}`;
    const lead = await screen.findByText(/^500 .*TypeError: total is undefined/, { selector: '.detail b' });
    expect(lead.textContent).not.toContain('app.js');
    expect([...document.querySelectorAll<HTMLDetailsElement>('.attempt')].map(({ open }) => open)).toEqual([
      false,
    ]);
  });
});

describe('an order that changes a contract', () => {
  it('names the customer of the contract', async () => {
    const { api, visit } = await openInspector('orders');
    const { Id: ContractId } = await signUp(api);
    const Cart = { PlanVariantId: 'b00000000000000000000003' };
    const { Id } = await api('POST', '/api/v1/orders', { ContractId, Cart });
    await waitFor(() => expect(screen.getAllByRole('cell', { name: 'Ada Lovelace' })).toHaveLength(2));
    await visit(`orders/${Id}`);
    const detail = within(screen.getByRole('region', { name: 'Details' }));
    await detail.findByRole('link', { name: 'Ada Lovelace' });
  });
});

describe('the catalogue', () => {
  it('begins with the test cards', async () => {
    await openInspector('catalogue');
    await screen.findByText('Test data: Card');
    expect(document.querySelector('main h2')?.textContent).toBe('Test data: Card');
  });
});

describe('a list', () => {
  it('of deliveries names whom each is about, without a request for each', async () => {
    const receiver = newReceiver();
    const { api } = await openInspector('webhooks', { webhooks: [receiver.url], deliver: receiver.deliver });
    await signUp(api);
    await api('POST', '/sandbox/deliveries/settle');
    const before = (await api('GET', '/sandbox/requests?take=500')).length;
    await screen.findAllByRole('link', { name: /^[A-Z]{4}-[A-Z]{4} · Ada Lovelace$/ });
    const asked = (await api('GET', '/sandbox/requests?take=500')).length - before;
    expect(asked).toBeLessThanOrEqual(1);
    expect(await api('GET', '/sandbox/deliveries?take=1')).toMatchObject([
      { ReferenceCode: expect.stringMatching(/^[A-Z]{4}-[A-Z]{4}$/), CustomerName: 'Ada Lovelace' },
    ]);
  });

  it('of fault rules says each delay in words', async () => {
    const { api } = await openInspector('faults');
    for (const DelayMs of [2_000, { Min: 100, Max: 2_000 }, { Mean: 500, Deviation: 100 }])
      await api('POST', '/sandbox/faults', { Path: '/api/v1/plans', Fault: { DelayMs } });
    await screen.findByText('delayed by 2000 ms');
    await screen.findByText('delayed by 100 to 2000 ms');
    await screen.findByText('delayed by about 500 ms (deviation 100)');
  });

  it('of plans has each fee in the currency of its group', async () => {
    const group = 'a10000000000000000000021';
    const planId = 'b10000000000000000000021';
    await openInspector('catalogue', {
      config: {
        Catalogue: {
          PlanGroups: [{ Id: group, Name: { _c: 'Japan' }, Currency: 'JPY' }],
          Plans: [{ Id: planId, PlanGroupId: group, Name: { _c: 'Japan' } }],
          PlanVariants: [
            {
              Id: 'b00000000000000000000031',
              PlanId: planId,
              InternalName: 'Japan monthly',
              RecurringFee: 985,
            },
          ],
        },
      },
    });
    await screen.findByRole('row', { name: /^Japan monthly 985 JPY a month/ });
    await screen.findByRole('row', { name: /^WELCOME20.*20 % off for 3 months/ });
    await screen.findByRole('row', { name: /^HALF1.*50 % off for 1 month$/ });
  });
});

describe('a contract', () => {
  it('shows its billed periods and the status of each invoice', async () => {
    const { api, visit } = await openInspector('contracts');
    const { Id } = await signUp(api);
    await api('POST', '/sandbox/clock', { Advance: 'P1M' });
    await visit(`contracts/${Id}`);
    await screen.findByRole('group', { name: /2 billed periods/ });
    await screen.findByText('14 days overdue');
    await screen.findByText('Open, due in 14 days');
  });
});

describe('a payment', () => {
  it('offers a retry only while it is the one that failed last', async () => {
    const mounted = await openInspector('payments');
    const { api, visit, sandbox } = mounted;
    const ContractId = await paidSignup(mounted);
    sandbox.payments.next({ ContractId, Outcome: { Code: 'InsufficientBalance', Severity: 'Minor' } });
    await api('POST', '/sandbox/clock', { Advance: 'P1M' });
    const [failed] = await api('GET', `/api/v1/paymentTransactions?contractId=${ContractId}&status=Failed`);
    await visit(`payments/${failed.Id}`);
    await screen.findByRole('button', { name: 'Retry now' });
    await api('POST', '/sandbox/clock', { Advance: 'P1D' });
    await screen.findByText('The contract has a later payment.');
    expect(screen.queryByRole('button', { name: 'Retry now' })).toBeNull();
  });
});
