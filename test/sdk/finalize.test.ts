import { finalize, isReturn } from 'clientlib';
import { expect, test, vi } from 'vitest';
import { fakeServiceForEachTest, order, problem } from './fake-service.ts';

const service = fakeServiceForEachTest();
const returnUrl =
  'https://shop.test/thanks?x=1&transactionId=0123456789abcdef01234567&secret=abcdefghijklmnopqrstuv&trigger=Payment&language=de-DE#top';
const on = (url: string) => vi.stubGlobal('location', new URL(url));

test('spec: Operation finalize — posts the whole address of the return page', async () => {
  on(returnUrl);
  service.current.on('POST Finalize', order);
  const success = vi.fn();
  expect(await finalize(success)).toEqual(order);
  expect(success).toHaveBeenCalledExactlyOnceWith(order);
  expect(service.current.received).toEqual([
    expect.objectContaining({ body: { returnUrl }, authorization: null }),
  ]);
});

test('spec: Operation finalize — works with `new` as well', async () => {
  on(returnUrl);
  service.current.on('POST Finalize', order);
  expect(await new finalize()).toEqual(order);
  const success = vi.fn();
  await new finalize(success, () => {});
  expect(success).toHaveBeenCalledOnce();
});

test('spec: Operation finalize — a second run of the page is the same call', async () => {
  on(returnUrl);
  service.current.on('POST Finalize', order);
  await finalize();
  await finalize();
  const keys = service.current.received.map(({ key }) => key);
  expect(keys).toEqual(['finalize-0123456789abcdef01234567', 'finalize-0123456789abcdef01234567']);
});

test.each([
  'https://shop.test/',
  'https://shop.test/?transactionId=1',
  'https://shop.test/?secret=1',
  'https://shop.test/?id=1#transactionId=1&secret=2x',
])('is an error on a page that nobody returned to, and sends nothing: %s', async (url) => {
  on(url);
  const success = vi.fn();
  const error = vi.fn();
  const failure = expect.objectContaining({ errorCode: ['NothingToFinalize'], retryable: false });
  await expect(finalize(success, error)).rejects.toEqual(failure);
  expect(error).toHaveBeenCalledExactlyOnceWith(failure);
  expect(success).not.toHaveBeenCalled();
  expect(isReturn()).toBe(false);
  expect(service.current.received).toHaveLength(0);
});

test('spec: Operation finalize — isReturn says whether somebody came back', () => {
  on(returnUrl);
  expect(isReturn()).toBe(true);
});

test('spec: Operation finalize — is an error where there is no page at all', async () => {
  vi.stubGlobal('location', undefined);
  expect(isReturn()).toBe(false);
  await expect(finalize()).rejects.toMatchObject({ errorCode: ['NothingToFinalize'] });
});

test('spec: Operation finalize — a refusal carries the order, which stays payable', async () => {
  on(returnUrl);
  service.current.on('POST Finalize', { Error: { Code: 'InsufficientBalance', Order: order } });
  await expect(finalize()).rejects.toMatchObject({ errorCode: ['InsufficientBalance'], order });
});

test('spec: Operation finalize — what stands in place of an order is ignored', async () => {
  on(returnUrl);
  service.current.on('POST Finalize', { Error: { Code: 'InsufficientBalance', Order: '<b>' } });
  await expect(finalize()).rejects.toMatchObject({ order: undefined });
});

test('spec: Operation finalize — a customer who gave up at the provider is Aborted', async () => {
  on(returnUrl);
  service.current.on('POST Finalize', problem(200, 'Canceled'));
  const error = vi.fn();
  await finalize(null, error).catch(() => {});
  expect(error).toHaveBeenCalledWith(expect.objectContaining({ errorCode: ['Aborted', 'Canceled'] }));
});
