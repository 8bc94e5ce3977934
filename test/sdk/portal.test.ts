import { Payment, Portal } from 'clientlib';
import { describe, expect, test, vi } from 'vitest';
import { card, fakeServiceForEachTest, order, problem, token } from './fake-service.ts';

const service = fakeServiceForEachTest();
const portal = (): Portal => new Portal('the/token');
const last = () => service.current.received.at(-1);
const ready = async (): Promise<Payment> => {
  const payment = new Payment({ publicApiKey: 'k', providerReturnUrl: 'https://shop.test/back' });
  await payment.ready;
  return payment;
};
const upgrade = { planVariantId: 'b02', ComponentSubscriptions: [{ ComponentId: 'd01', Quantity: 2 }] };
const TetheredPaymentInformation = { Bearer: 'CreditCard:FakePSP', Token: 'tok_1' };

test.each(['', ' '])(
  'new Portal(%j) does not throw; each operation ends in its error callback',
  async (token) => {
    const empty = new Portal(token);
    const failure = expect.objectContaining({ errorCode: ['InvalidKey'], field: 'selfServiceToken' });
    const error = vi.fn();
    await expect(empty.contractDetails(null, error)).rejects.toEqual(failure);
    expect(error).toHaveBeenCalledExactlyOnceWith(failure);
    await expect(empty.upgradePaySync(order.OrderId)).rejects.toEqual(failure);
    await expect(empty.upgradePayInteractive(await ready(), card, order)).rejects.toEqual(failure);
    expect(() => empty.invoicePdfDownloadUrl('e01')).toThrow(failure);
    expect(service.current.received.map(({ path }) => path)).toEqual(['paymentMethods']);
  },
);

test.each([undefined, null, 7, { Token: 'x' }])('new Portal(%j) says what is missing', (token) => {
  expect(() => new Portal(token as never)).toThrow(
    expect.objectContaining({ errorCode: ['InvalidKey'], field: 'selfServiceToken' }),
  );
});

test('spec: Operation Portal.contractDetails, new Portal — contractDetails', async () => {
  const details = { Contract: { Id: 'c' }, RecentInvoices: [] };
  service.current.on('GET contract', details);
  const success = vi.fn();
  expect(await portal().contractDetails(success)).toEqual(details);
  expect(success).toHaveBeenCalledWith(details);
  expect(last()).toMatchObject({ method: 'GET', path: 'contract', authorization: 'Bearer the/token' });
});

test('spec: Operation new Portal — the token may have spaces around it', async () => {
  service.current.on('GET contract', { Contract: {}, RecentInvoices: [] });
  await new Portal(' the/token\n').contractDetails();
  expect(last()?.authorization).toBe('Bearer the/token');
});

test('spec: Operation Portal.contractCancel — contractCancel', async () => {
  service.current.on('POST contract/cancel', { EndDate: '2027-01-01T00:00:00.0000000Z' });
  expect(await portal().contractCancel()).toEqual({ EndDate: '2027-01-01T00:00:00.0000000Z' });
  expect(last()).toMatchObject({ method: 'POST', authorization: 'Bearer the/token', body: {} });
});

test('revokeCancellation', async () => {
  const answer = { Contract: { Id: 'c', LifecycleStatus: 'Active' } };
  service.current.on('POST contract/revokeCancellation', answer);
  const success = vi.fn();
  expect(await portal().revokeCancellation(success)).toEqual(answer);
  expect(success).toHaveBeenCalledExactlyOnceWith(answer);
  expect(last()).toMatchObject({ method: 'POST', authorization: 'Bearer the/token', body: {} });
});

describe('spec: Operation Portal.customerChange — customerChange', () => {
  test('sends the whole customer as it is, custom fields in both forms', async () => {
    const data = { firstName: 'Ada', CustomFields: { a: null }, 'customFields.b': 'x' };
    service.current.on('PUT customer', { Id: 'x' });
    expect(await portal().customerChange(data)).toEqual({ Id: 'x' });
    expect(last()).toMatchObject({ method: 'PUT', body: data });
  });

  test('can be forbidden by the account', async () => {
    service.current.on('PUT customer', problem(403, 'PermissionDenied', 'Not allowed.'));
    await expect(portal().customerChange({})).rejects.toMatchObject({ errorCode: ['PermissionDenied'] });
  });

  test('needs an object', async () => {
    await expect(portal().customerChange(undefined as never)).rejects.toMatchObject({
      errorCode: ['InvalidData'],
    });
    expect(service.current.received).toHaveLength(0);
  });
});

test('spec: Operation Portal.paymentChange — paymentChange sends the token of the provider, and gives the Url of a redirect', async () => {
  service.current.on('POST payment/change', { Url: 'https://provider.test/confirm' });
  expect(await portal().paymentChange(await ready(), card)).toEqual({ Url: 'https://provider.test/confirm' });
  expect(last()).toMatchObject({
    authorization: 'Bearer the/token',
    body: { PublicApiKey: 'k', TetheredPaymentInformation, ProviderReturnUrl: 'https://shop.test/back' },
  });
  expect(last()?.key).toMatch(/\.pay\.tok_1$/);
  const [asked] = service.current.requestsTo(token);
  expect(asked?.body).not.toHaveProperty('Amount');
  expect(asked?.key).toMatch(/\.token$/);
});

test('spec: Operation Portal.paymentChange, Behaviour rules 9 — paymentChange takes null and a payment form', async () => {
  service.current.on('POST payment/change', {});
  const form = { publicApiKey: 'k', process: async () => ({ TetheredPaymentInformation }) };
  await portal().paymentChange(null, form as never);
  expect(last()?.body).toEqual({ PublicApiKey: 'k', TetheredPaymentInformation });
});

test.each([
  ['upgrade/preview', { Order: { Currency: 'EUR', TotalGross: 1 } }, () => portal().upgradePreview(upgrade)],
  ['upgrade/order', order, () => portal().upgradeOrder(upgrade)],
])('%s sends the cart, as it is', async (path, answer, call) => {
  service.current.on(`POST ${path}`, answer);
  expect(await call()).toEqual(answer);
  expect(last()).toMatchObject({ authorization: 'Bearer the/token', body: { Cart: upgrade } });
  expect(Object.keys(last()?.body)).toEqual(['Cart']);
});

describe('spec: Operation Portal.upgradePaySync — upgradePaySync', () => {
  test('sends the order id', async () => {
    const { Currency: _, ...result } = order;
    service.current.on('POST upgrade/paySync', result);
    expect(await portal().upgradePaySync(order.OrderId)).toEqual(result);
    expect(last()?.body).toEqual({ OrderId: order.OrderId });
  });

  test('needs an id', async () => {
    await expect(portal().upgradePaySync(order as never)).rejects.toMatchObject({
      errorCode: ['InvalidData'],
      field: 'orderId',
    });
  });
});

test('spec: Operation Portal.upgradePayInteractive — upgradePayInteractive pays with new data', async () => {
  service.current.on('POST upgrade/pay', order);
  expect(await portal().upgradePayInteractive(await ready(), card, order)).toEqual(order);
  expect(last()).toMatchObject({
    authorization: 'Bearer the/token',
    body: { OrderId: order.OrderId, GrossTotal: 11.78, Currency: 'EUR', TetheredPaymentInformation },
  });
});

describe('spec: Operation Portal.invoicePdfDownloadUrl, new Portal, Behaviour rules 7 — invoicePdfDownloadUrl', () => {
  const url = 'https://service.test/api/v1/CustomerSelfService/invoices/e01/pdf?selfServiceToken=the%2Ftoken';
  test.each([['e01'], [{ Id: 'e01' }], [{ id: 'e01', InvoiceNumber: 'x' }]])('of %j, at once', (invoice) => {
    expect(portal().invoicePdfDownloadUrl(invoice)).toBe(url);
  });

  test.each([undefined, '', {}, []])('of %j: says what is missing', (invoice) => {
    expect(() => portal().invoicePdfDownloadUrl(invoice as never)).toThrow(
      expect.objectContaining({ errorCode: ['InvalidData'] }),
    );
  });
});

test('the address of a PDF has token and id, whatever is in them', () => {
  expect(portal().invoicePdfDownloadUrl({ Id: 'a/b?c' } as never)).toMatch(
    /\/invoices\/a%2Fb%3Fc\/pdf\?selfServiceToken=the%2Ftoken$/,
  );
});
