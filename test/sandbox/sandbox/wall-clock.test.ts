import { configure, Payment, Signup } from 'clientlib';
import { createSandbox } from 'clientlib-sandbox';
import { afterEach, expect, it, vi } from 'vitest';

/* What falls due while the clock of a sandbox in process follows the wall clock. */

const DAY = 24 * 60 * 60 * 1_000;

afterEach(() => vi.useRealTimers());

it('a moved clock continues on request, and shows when the next thing happens', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: new Date('2026-01-15T10:00:00Z') });
  const sandbox = createSandbox({ clock: '2026-04-01T10:00:00Z' });
  const { clock } = sandbox;
  configure({ baseUrl: 'http://sandbox', fetch: sandbox.fetch });
  const payment = new Payment({ publicApiKey: 'a00000000000000000000001' });
  await payment.ready;
  const cart = { PlanVariantId: 'b00000000000000000000001' };
  await new Signup().subscribe(payment, cart, { FirstName: 'Ada' }, { bearer: 'InvoicePayment' });
  const invoices: string[] = [];
  sandbox.on('InvoiceCreated', ({ At }) => invoices.push(At));

  expect(clock.mode).toBe('Manual');
  await vi.advanceTimersByTimeAsync(60 * DAY);
  expect(invoices).toEqual([]);

  clock.followWallClock();
  expect(clock.mode).toBe('WallClock');
  expect(clock.nextDue()).toEqual(new Date('2026-04-24T10:00:00Z'));
  await vi.advanceTimersByTimeAsync(32 * DAY);
  expect(invoices).toEqual(['2026-05-01T10:00:00.0000000Z']);
  sandbox.close();
});
