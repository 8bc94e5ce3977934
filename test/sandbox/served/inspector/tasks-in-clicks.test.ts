// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { fill, newReceiver, openInspector, paidSignup, press, signUp } from './mounted.ts';

/* What a developer comes for, and the clicks that it takes from the page that opens first. To undo a restore: test/e2e/inspector.test.ts. */

/** Counts the clicks of a task. */
function counter() {
  let clicks = 0;
  const task = {
    get clicks() {
      return clicks;
    },
    async click(role: 'link' | 'button', name: string | RegExp, place: HTMLElement = document.body) {
      clicks += 1;
      press((await within(place).findAllByRole(role, { name }))[0] as HTMLElement);
    },
    /** One click, what is typed, and Enter. */
    async search(text: string, hit: string | RegExp) {
      await task.click('button', 'Search /');
      const field = await screen.findByRole('combobox', { name: 'Search everything' });
      await fill(field, text);
      const hits = await screen.findByRole('listbox', { name: 'Found' });
      await waitFor(() => within(within(hits).getAllByRole('option')[0] as HTMLElement).getByText(hit));
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    },
  };
  return task;
}

/** Files that the page saves, instead of following their links, which would take the page of later tests away. */
function watchSaved() {
  const blobs: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob);
    return 'blob:saved';
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  return { blobs, names: () => click.mock.contexts.map((link) => (link as HTMLAnchorElement).download) };
}

describe('the clicks it takes', { timeout: 60_000 }, () => {
  it('0 to see what needs attention', async () => {
    const { api } = await openInspector();
    await api('GET', '/api/v1/contracts/nowhere');
    await screen.findByText('1 rejected request');
  });

  it('2 to see why a webhook failed', async () => {
    const receiver = newReceiver();
    receiver.status = 500;
    const { api } = await openInspector('', { webhooks: [receiver.url], deliver: receiver.deliver });
    await api('POST', '/sandbox/events', { Event: 'PaymentSucceeded' });
    await api('POST', '/sandbox/deliveries/settle');
    const task = counter();
    await task.click('link', 'Webhooks');
    await task.click('link', 'PaymentSucceeded');
    await screen.findByText(/answered 500/, { selector: 'summary .mark' });
    expect(task.clicks).toBe(2);
  });

  it('2 to send a webhook again', async () => {
    const receiver = newReceiver();
    receiver.status = 500;
    const { api } = await openInspector('', { webhooks: [receiver.url], deliver: receiver.deliver });
    await api('POST', '/sandbox/events', { Event: 'PaymentSucceeded' });
    await api('POST', '/sandbox/deliveries/settle');
    const task = counter();
    await task.click('link', 'Webhooks');
    await task.click('button', 'Retry now');
    // What fails again is not reported as done.
    const sent = within(screen.getByRole('region', { name: 'Sent requests' }));
    await sent.findByText(/^The delivery failed again: .*500/);
    expect(task.clicks).toBe(2);
    receiver.status = 200;
    await task.click('button', 'Retry now');
    await sent.findByText('Retry now 200');
    expect((await api('GET', '/sandbox/deliveries'))[0].Status).toBe('Succeeded');
  });

  it('4 to decline the next renewal and see its retry', async () => {
    const mounted = await openInspector();
    await paidSignup(mounted);
    const task = counter();
    await task.search('Paid Lovelace', 'Contract');
    await task.click('button', 'Decide next payment…');
    const dialog = await screen.findByRole('dialog', { name: 'Decide next payment' });
    await task.click('button', 'Decide next payment', dialog);
    await waitFor(() => expect(dialog.isConnected).toBe(false));
    await task.click('button', '+1 month');
    await screen.findByText(/payment failed, retry 1 of 3 in 2 hours$/, { selector: '.big .mark' });
    expect(task.clicks).toBe(4);
  });

  it('3 to refund an invoice', async () => {
    const mounted = await openInspector();
    const contractId = await paidSignup(mounted);
    const task = counter();
    await task.search('2026-000001', 'Invoice');
    await task.click('button', 'Refund…');
    await task.click('button', 'Refund', await screen.findByRole('dialog', { name: 'Refund' }));
    await screen.findByText('Refund 200');
    const [payment] = await mounted.api('GET', `/api/v1/paymentTransactions?contractId=${contractId}`);
    expect([task.clicks, payment.Status.Status]).toEqual([3, 'Refunded']);
  });

  it('2 to see what will be billed to a contract in three months', async () => {
    const { api } = await openInspector();
    await signUp(api);
    const task = counter();
    await task.search('Ada', 'Contract');
    await task.click('button', 'Next three months');
    // The first forecast loads its code.
    const list = within(
      await screen.findByRole('list', { name: 'What will be billed' }, { timeout: 25_000 }),
    );
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '2026-03-1511.78 EUR',
      '2026-04-1511.78 EUR',
      '2026-05-1511.78 EUR',
    ]);
    expect(task.clicks).toBe(2);
  });

  it('1 to find a request by its X-Request-Id', async () => {
    const { sandbox } = await openInspector();
    const { headers } = await sandbox.fetch('http://sandbox.test/api/v1/contracts/nowhere');
    await screen.findByText('1 rejected request');
    const id = headers.get('X-Request-Id') ?? '';
    const task = counter();
    await task.search(id, `Request ${id}`);
    await waitFor(() => expect(location.hash).toBe(`#/activity/request-${id}`));
    await screen.findByText('GET /api/v1/contracts/nowhere', { selector: 'code' });
    expect(task.clicks).toBe(1);
  });

  it('2 to export the invoices', async () => {
    const { api } = await openInspector();
    await signUp(api, '=HYPERLINK("x")');
    const task = counter();
    await task.click('link', 'Invoices');
    const saved = watchSaved();
    await task.click('button', 'Export CSV');
    await waitFor(() => expect(saved.names()).toEqual(['invoices.csv']));
    const [head = '', row = ''] = (await saved.blobs[0]?.text())?.split('\r\n') ?? [];
    expect(head.split(',')).toEqual(expect.arrayContaining(['InvoiceNumber', 'PaymentStatus', 'Open']));
    expect(row).toContain('2026-000001');
    // A spreadsheet runs no formula that somebody was named.
    expect(row).toContain(`"'=HYPERLINK(""x"") Lovelace"`);
    expect(task.clicks).toBe(2);
  });

  it('1 to share a state, as a file that another sandbox starts from', async () => {
    const { api, sandbox } = await openInspector();
    await signUp(api);
    const saved = watchSaved();
    const task = counter();
    await task.click('button', 'Save snapshot');
    await waitFor(() => expect(saved.names()).toEqual(['sandbox.ndjson']));
    expect(task.clicks).toBe(1);
    const { createSandbox } = await import('clientlib-sandbox');
    const theirs = createSandbox();
    const answer = await theirs.fetch('http://theirs/sandbox/snapshot.ndjson', {
      method: 'PUT',
      body: (await saved.blobs[0]?.text()) ?? '',
    });
    expect(answer.ok).toBe(true);
    expect(theirs.snapshot().Collections['contracts']).toEqual(sandbox.snapshot().Collections['contracts']);
    theirs.close();
  });
});

describe('the activity', () => {
  it('hides reads by default, and lists tasks below the advance that caused them', async () => {
    const mounted = await openInspector('activity');
    const { api } = mounted;
    await signUp(api);
    await api('GET', '/api/v1/customers');
    await api('POST', '/sandbox/clock', { Advance: 'P1M' });
    const paths = () => [...document.querySelectorAll('li.row a.what')].map(({ textContent }) => textContent);
    await waitFor(() => expect(paths()[0]).toMatch(/^\+1 month: \d tasks$/));
    expect(paths()).not.toContain('GET /api/v1/customers');
    const advance = document.querySelector('li.row') as HTMLElement;
    within(advance).getByText(/^2026-03-15 \d\d:\d\d:\d\d$/);
    press(within(advance).getByRole('button', { name: 'Show what it caused' }));
    await waitFor(() => expect(document.querySelector('li.row.nested')).not.toBeNull());
    // Its contract is named.
    await screen.findAllByText(/^[A-Z]{4}-[A-Z]{4} · Ada Lovelace$/);
    press(screen.getByLabelText('Hide reads'));
    await waitFor(() => expect(paths()).toContain('GET /api/v1/customers'));
  });
});
