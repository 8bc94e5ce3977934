// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { fc, examples as runs } from '../../../properties.ts';
import { fakeServiceForEachTest, problem, silence, token } from '../../fake-service.ts';
import { ask, card, opened, publicApiKey, said, tokenize, told, type } from './opened-form.ts';

const service = fakeServiceForEachTest();

describe('the inside of the payment form', () => {
  it('sends the card to the provider, names the page of a challenge, and sends the page the token', async () => {
    const inside = await opened();
    type(card);
    expect(ask(inside, tokenize(1))).toBeUndefined();
    expect(await told('tokenize')).toEqual({
      clientlib: 1,
      type: 'tokenize',
      id: 1,
      detail: {
        Bearer: 'CreditCard:FakePSP',
        TetheredPaymentInformation: { Bearer: 'CreditCard:FakePSP', Token: 'tok_1' },
        Last4: '1111',
        CardType: 'visa',
      },
    });
    const [request] = service.current.requestsTo(token);
    expect(request?.body).toMatchObject({
      PublicApiKey: publicApiKey,
      Amount: 11.78,
      Currency: 'EUR',
      Opener: 'https://shop.test:8443',
      Card: {
        Number: '4111111111111111',
        ExpiryMonth: 12,
        ExpiryYear: 2039,
        Holder: 'Ada Byron',
        Cvc: '123',
      },
    });
    expect(JSON.stringify(said)).not.toMatch(/4111|Ada/);
  });

  it('sends what is typed after the page has changed the language', async () => {
    const inside = await opened();
    const config = { publicapikey: publicApiKey, locale: 'de' };
    ask(inside, { type: 'update', config, style: {} });
    await vi.waitFor(() => expect(document.documentElement.lang).toBe('de'));
    type(card);
    ask(inside, tokenize(1));
    expect((await told('tokenize')).detail).toMatchObject({ Last4: '1111' });
  });

  it('uses one key for the same data, and another for other data', async () => {
    const inside = await opened();
    type(card);
    for (const id of [1, 2]) {
      ask(inside, tokenize(id));
      await vi.waitFor(() => expect(said.findLast((one) => one.type === 'tokenize')?.id).toBe(id));
    }
    type({ cardNumber: '5555555555554444' });
    ask(inside, tokenize(3));
    await vi.waitFor(() => expect(service.current.requestsTo(token)).toHaveLength(3));
    const keys = service.current.requestsTo(token).map(({ key }) => key);
    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it("shows the provider's error at its field, and repeats nothing of the card", async () => {
    service.current.on(
      `POST ${token}`,
      problem(200, 'InvalidCardNumber', 'Number 4111111111111111 is not known.'),
    );
    const inside = await opened();
    type(card);
    ask(inside, tokenize(1));
    expect((await told('tokenize')).detail).toMatchObject({
      errorCode: 'InvalidCardNumber',
      developerMessage: 'Number ••• is not known.',
    });
    expect(document.querySelector('#cardNumber')?.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement?.id).toBe('cardNumber');
  });

  it('ends a call that the page cancels, and is free for the next', async () => {
    service.current.on(`POST ${token}`, silence, { Token: 'tok_2' });
    const inside = await opened();
    type(card);
    ask(inside, tokenize(1));
    await vi.waitFor(() => expect(service.current.requestsTo(token)).toHaveLength(1));
    const number = document.querySelector('#cardNumber') as HTMLInputElement;
    expect(number.readOnly).toBe(true);
    expect(ask(inside, { type: 'cancel', id: 1 })).toBeUndefined();
    expect((await told('tokenize')).detail.errorCode).toBe('Aborted');
    said.length = 0;
    expect(number.readOnly).toBe(false);
    ask(inside, tokenize(2));
    expect((await told('tokenize')).detail.TetheredPaymentInformation.Token).toBe('tok_2');
  });

  it('handles each request once, in order', async () => {
    const inside = await opened();
    expect(ask(inside, { type: 'validate', id: 5 })).toBeUndefined();
    expect(ask(inside, { type: 'validate', id: 5 })).toBe('OutOfOrder');
    expect(ask(inside, { type: 'validate', id: 4 })).toBe('OutOfOrder');
    expect(ask(inside, { type: 'validate', id: 5.5 })).toBe('OutOfOrder');
    expect(ask(inside, { type: 'cancel', id: 5 })).toBe('OutOfOrder');
    expect(ask(inside, { type: 'validate', id: 6 })).toBeUndefined();
    await vi.waitFor(() =>
      expect(said.filter((one) => one.type === 'validate').map(({ id }) => id)).toEqual([5, 6]),
    );
  });

  it('ignores 10,000 invalid messages, and still works', async () => {
    const inside = await opened();
    type(card);
    const before = document.body.innerHTML;
    said.length = 0;
    const almost = fc.record({
      clientlib: fc.constantFrom(1, 1, 1, 2, '1', null),
      type: fc.constantFrom(
        'validate',
        'tokenize',
        'cancel',
        'connect',
        'token',
        'ready',
        '__proto__',
        'toString',
      ),
      id: fc.oneof(
        fc.string(),
        fc.constantFrom(0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, null, undefined),
      ),
      amount: fc.oneof(fc.dictionary(fc.string(), fc.anything()), fc.anything()),
      key: fc.oneof(fc.string(), fc.constant(undefined)),
      timeoutMs: fc.oneof(fc.integer(), fc.string()),
    });
    const event = fc.record({
      origin: fc.constantFrom('', '', '', 'https://shop.test', 'null'),
      source: fc.constantFrom(null, null, null, window),
      data: fc.oneof(fc.anything(), almost),
    });
    const port = { origin: '', source: null } as const;
    const mark = { clientlib: 1, id: 1 };
    const examples = [
      { ...port, origin: 'https://shop.test' as const, data: { ...mark, type: 'validate' } },
      { ...port, source: window, data: { ...mark, type: 'validate' } },
      { ...port, data: { type: 'validate', id: 1 } },
      { ...port, data: { ...mark, type: 'toString' } },
      { ...port, data: { ...mark, type: 'tokenize' } },
      { ...port, data: { ...mark, type: 'validate', id: 0 } },
    ].map((one): [typeof one] => [one]);
    const rejections = new Map<unknown, number>();
    fc.assert(
      fc.property(event, (hostile) => {
        const rejection = inside.receive(hostile as never);
        rejections.set(rejection, (rejections.get(rejection) ?? 0) + 1);
      }),
      { numRuns: runs(10_000), examples },
    );
    expect(rejections.get(undefined), 'accepted').toBeUndefined();
    expect([...rejections.keys()].sort()).toEqual([
      'ForeignOrigin',
      'ForeignSource',
      'NoMessage',
      'OutOfOrder',
      'UnknownType',
      'WrongField',
    ]);
    expect(said).toEqual([]);
    expect(document.body.innerHTML).toBe(before);
    expect(service.current.requestsTo(token)).toEqual([]);
    ask(inside, tokenize(1));
    expect((await told('tokenize')).detail.TetheredPaymentInformation.Token).toBe('tok_1');
  });
});
