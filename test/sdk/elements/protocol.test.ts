import { describe, expect, it } from 'vitest';
import { acceptPage } from '../../../sdk/src/elements/internal/handshake.ts';
import {
  accept,
  connect,
  isToPage,
  type Peer,
  type Rejection,
  type Shapes,
  throughPort,
  toFrame,
} from '../../../sdk/src/elements/protocol.ts';
import { examples, fc } from '../../properties.ts';

const page: Peer = { origin: 'https://shop.test', source: { name: 'the page' } };
const rightConnect = {
  clientlib: 1,
  type: 'connect',
  config: { publicapikey: 'a00000000000000000000001' },
  style: { input: { color: 'red' } },
};
const port = {} as MessagePort;

/** A right message of each type to the frame. */
const toFrameRight = [
  { type: 'validate', id: 1 },
  { type: 'tokenize', id: 2, amount: { Amount: 11.78, Currency: 'EUR' }, key: 'k', timeoutMs: 100 },
  { type: 'cancel', id: 2 },
  { type: 'focus' },
  { type: 'clearCode' },
  { type: 'update', config: { publicapikey: 'a01', locale: 'de' }, style: { body: { color: 'red' } } },
  { type: 'loaded', url: '/a.woff2', from: 'https://shop.test/a.woff2', bytes: new ArrayBuffer(2) },
  { type: 'payer', holder: 'Ada Byron', emailAddress: 'ada@shop.test' },
];

describe('a message between the two ends of the payment form', () => {
  it('is accepted if origin, source, shape, type and fields are right', () => {
    expect(
      acceptPage(
        { ...page, source: page.source as Window, data: rightConnect, ports: [port] } as never,
        page,
      ),
    ).toEqual(rightConnect);
    for (const message of toFrameRight) {
      const data = { clientlib: 1, ...message };
      expect(accept({ origin: '', source: null, data }, throughPort, toFrame)).toEqual(data);
    }
    expect(new Set(toFrameRight.map(({ type }) => type)), 'every type has an example').toEqual(
      new Set(Object.keys(toFrame)),
    );
  });

  it.each<[boolean, string, unknown]>([
    [true, 'an event', { clientlib: 1, type: 'change', detail: { complete: false, cardType: undefined } }],
    [true, 'an answer', { clientlib: 1, type: 'tokenize', id: 1, detail: { challenge: { Token: 't' } } }],
    [false, 'text', 'ready'],
    [false, 'nothing', null],
    [false, 'a list', [{ clientlib: 1, type: 'ready', detail: {} }]],
    [false, 'no mark', { type: 'ready', detail: {} }],
    [false, 'another version', { clientlib: 2, type: 'ready', detail: {} }],
    [false, 'no detail', { clientlib: 1, type: 'ready' }],
    [false, 'a detail that is a text', { clientlib: 1, type: 'ready', detail: 'x' }],
    [false, 'a detail that is a list', { clientlib: 1, type: 'ready', detail: [] }],
    [false, 'a list in it', { clientlib: 1, type: 'ready', detail: { methods: [] } }],
    [false, 'a list deep in it', { clientlib: 1, type: 'ready', detail: { a: { b: { c: [1] } } } }],
    [false, 'a function in it', { clientlib: 1, type: 'ready', detail: { title: () => {} } }],
  ])('to the page: %s for %s', (isRight, _what, data) => {
    expect(isToPage(data)).toBe(isRight);
  });

  const cases: [Rejection, string, object][] = [
    ['ForeignOrigin', 'another origin', { origin: 'https://evil.test' }],
    ['ForeignOrigin', 'another scheme', { origin: 'http://shop.test' }],
    ['ForeignOrigin', 'an origin that only begins alike', { origin: 'https://shop.test.evil.test' }],
    ['ForeignOrigin', 'no origin', { origin: 'null' }],
    ['ForeignSource', 'another window of the right origin', { source: { name: 'another frame' } }],
    ['ForeignSource', 'no window', { source: null }],
    ['NoMessage', 'text', { data: 'connect' }],
    ['NoMessage', 'nothing', { data: null }],
    ['NoMessage', 'a list', { data: [rightConnect] }],
    ['NoMessage', 'no mark', { data: { ...rightConnect, clientlib: undefined } }],
    ['NoMessage', 'another version', { data: { ...rightConnect, clientlib: 2 } }],
    ['UnknownType', 'a type that is none', { data: { ...rightConnect, type: 'reveal' } }],
    ['UnknownType', 'no type', { data: { clientlib: 1 } }],
    ['UnknownType', 'a type of the port', { data: { clientlib: 1, type: 'tokenize', id: 1 } }],
    ['UnknownType', 'a name that every object has', { data: { clientlib: 1, type: 'constructor' } }],
    ['UnknownType', 'a prototype', { data: { clientlib: 1, type: '__proto__' } }],
    ['WrongField', 'a missing field', { data: { ...rightConnect, config: {} } }],
    ['WrongField', 'a field of another type', { data: { ...rightConnect, environment: 1 } }],
    [
      'WrongField',
      'a list of something else',
      { data: { ...rightConnect, config: { publicapikey: 'a', paymentmethods: [1] } } },
    ],
    [
      'WrongField',
      'a style that is too deep',
      { data: { ...rightConnect, style: { input: { color: {} } } } },
    ],
    [
      'WrongField',
      'a language that is no text',
      { data: { ...rightConnect, config: { publicapikey: 'a', locale: 7 } } },
    ],
    ['WrongField', 'a key that is empty', { data: { ...rightConnect, config: { publicapikey: ' ' } } }],
    ['WrongField', 'no configuration', { data: { ...rightConnect, config: null } }],
    ['WrongField', 'no port', { ports: [] }],
    ['WrongField', 'two ports', { ports: [port, port] }],
  ];
  it.each(cases)('is rejected with %s: %s', (rejection, _what, change) => {
    const event = { ...page, data: rightConnect, ports: [port], ...change };
    expect(acceptPage(event as never, page)).toBe(rejection);
  });

  /** Each field of a message, and of what it contains, by its path. */
  const pathsIn = (message: object): string[][] =>
    Object.entries(message).flatMap(([name, value]) => [
      [name],
      ...(name === 'config' || name === 'part' ? pathsIn(value).map((path) => [name, ...path]) : []),
    ]);
  const optional: [type: string, path: string][] = [
    ['connect', 'environment'],
    ['connect', 'part'],
    ['connect', 'config.paymentmethods'],
    ['connect', 'config.locale'],
    ['update', 'config.locale'],
    ['loaded', 'from'],
    ['loaded', 'bytes'],
  ];
  interface Inner {
    [name: string]: unknown;
  }
  const whole = {
    type: 'connect',
    config: { publicapikey: 'a01', paymentmethods: ['InvoicePayment'], locale: 'de' },
    environment: 'Sandbox',
    style: { body: { color: 'red' } },
    part: { name: 'cvc', group: '1', isFirst: true },
  };
  const fields = [whole, ...toFrameRight]
    .map(({ type, ...message }) => [type, message] as const)
    .flatMap(([type, message]) => pathsIn(message).map((path) => [type, path.join('.'), message] as const));
  it.each(fields)('is rejected with WrongField: %s whose %s is something else', (type, path, message) => {
    const all = { ...connect, ...toFrame };
    const data: Inner = structuredClone({ clientlib: 1, type, ...message });
    const take = () => accept({ origin: '', source: null, data }, throughPort, all);
    expect(take()).toBe(data);
    const names = path.split('.');
    const last = names.pop() as string;
    const place = names.reduce((inner, name) => inner[name] as Inner, data);
    place[last] = () => {};
    expect(take()).toBe('WrongField');
  });

  it.each(fields)('is accepted without %s.%s if that may be absent', (type, path, message) => {
    const data: Inner = structuredClone({ clientlib: 1, type, ...message });
    const names = path.split('.');
    const last = names.pop() as string;
    delete names.reduce((inner, name) => inner[name] as Inner, data)[last];
    const mayBeAbsent = optional.some(([of, name]) => of === type && name === path);
    const isTaken =
      accept({ origin: '', source: null, data }, throughPort, { ...connect, ...toFrame }) === data;
    expect(isTaken).toBe(mayBeAbsent);
  });

  it('checks the origin first, then the source, the shape, the type and the fields', () => {
    const wrong = { origin: 'https://evil.test', source: null, data: 'x' };
    const steps: [Rejection, object][] = [
      ['ForeignOrigin', {}],
      ['ForeignSource', { origin: page.origin }],
      ['NoMessage', { source: page.source }],
      ['UnknownType', { data: { clientlib: 1, type: 'x' } }],
      ['WrongField', { data: { clientlib: 1, type: 'connect' } }],
    ];
    let event = wrong;
    for (const [rejection, repair] of steps) {
      event = { ...event, ...repair };
      expect(accept(event as never, page, connect)).toBe(rejection);
    }
  });

  it('is rejected from elsewhere, whatever its content', () => {
    const all = { ...connect, ...toFrame };
    fc.assert(
      fc.property(fc.webUrl(), fc.anything(), fc.boolean(), (origin, data, hasSource) => {
        const source = (hasSource ? page.source : null) as Window;
        expect(accept({ origin, source, data }, page, all)).toBe('ForeignOrigin');
      }),
      { numRuns: examples(2000) },
    );
  });

  it('is rejected with a reason, without an exception, from the right place with wrong content', () => {
    const value = fc.anything({ withNullPrototype: true, withDate: true, withMap: true, withBigInt: true });
    const anything = fc.oneof(
      value,
      fc.record({ clientlib: fc.constant(1), type: fc.oneof(fc.string(), value) }),
      fc.record({
        clientlib: fc.constant(1),
        type: fc.constantFrom('validate', 'tokenize', 'cancel', 'ready', 'error', 'height'),
        id: value,
        amount: value,
        detail: fc.oneof(value, fc.constant([])),
      }),
    );
    const reasons = new Set<unknown>();
    fc.assert(
      fc.property(anything, (data) => {
        const result = accept({ origin: '', source: null, data }, throughPort, toFrame);
        if (typeof result !== 'string') {
          // What got through has every field as it must be.
          const shape = toFrame[(data as { type: string }).type] as Shapes[string];
          for (const [field, fits] of Object.entries(shape)) expect(fits((data as never)[field])).toBe(true);
        }
        reasons.add(typeof result === 'string' ? result : 'accepted');
        expect(typeof isToPage(data)).toBe('boolean');
      }),
      { numRuns: examples(4000) },
    );
    expect([...reasons]).toEqual(expect.arrayContaining(['NoMessage', 'UnknownType', 'WrongField']));
  });
});
