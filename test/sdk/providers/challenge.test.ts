// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { operate } from '../../../sdk/src/calls/operate.ts';
import { payer } from '../../../sdk/src/errors/sentences.ts';
import { type OpenChallenge, passChallenge } from '../../../sdk/src/providers/challenge.ts';
import type { PaymentConfig } from '../../../sdk/src/types/payment-config.ts';

const answer = {
  Token: 'tok_3ds',
  Challenge: { Url: 'https://bank.test/challenge?a=1', Params: { id: 'x y' } },
};
const passed = { type: 'clientlib:challenge', token: 'tok_3ds', outcome: 'passed' };

const challenge = (
  popups: Pick<PaymentConfig, 'popupCreate' | 'popupClose'> = {},
  options = {},
  opened: OpenChallenge = answer,
): Promise<string> =>
  operate('op()', [options], async (run) => {
    await passChallenge(opened, popups, run);
    return 'passed';
  });
const say = (data: unknown, origin = 'https://bank.test', source: unknown = { parent: window }): void => {
  dispatchEvent(Object.assign(new Event('message'), { data, origin, source }));
};
const dialog = (): HTMLDialogElement | null => document.querySelector('dialog');
const frame = (): HTMLIFrameElement => document.querySelector('dialog iframe') as HTMLIFrameElement;

// The frame must not really load.
beforeEach(() => {
  // Where happy-dom says that it loads no frames.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(HTMLIFrameElement.prototype, 'src', 'set').mockImplementation(function (this: HTMLElement, src) {
    this.setAttribute('data-src', src as string);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  expect(dialog()).toBeNull();
});

describe('the dialog of the library', () => {
  test('opens the provider’s page with its parameters, and closes when it is passed', async () => {
    const result = challenge();
    expect(dialog()?.open).toBe(true);
    expect(frame().getAttribute('data-src')).toBe('https://bank.test/challenge?a=1&id=x+y');
    expect(frame().title).toBe('3-D Secure');
    say(passed);
    expect(await result).toBe('passed');
  });

  test('has no inline style attribute in markup, and no script', () => {
    const result = challenge();
    const html = dialog()?.innerHTML ?? '';
    expect(html).not.toMatch(/<script|onclick/);
    say(passed);
    return result;
  });

  test('an outcome that is not "passed" says in details, for the customer, that the bank did not confirm', async () => {
    payer.sentences = { '3DsProblem': 'Ihre Bank hat die Zahlung nicht bestätigt.' };
    const result = challenge();
    say({ ...passed, outcome: 'failed' });
    const details = 'Ihre Bank hat die Zahlung nicht bestätigt.';
    await expect(result).rejects.toMatchObject({ details, errorMessage: details });
    payer.sentences = {};
  });

  test.each([
    ['failed', ['3DsProblem']],
    ['canceled', ['Aborted', 'Canceled']],
    ['unheard of', ['3DsProblem']],
  ])('the page reports "%s"', async (outcome, errorCode) => {
    const result = challenge();
    say({ ...passed, outcome });
    await expect(result).rejects.toMatchObject({ errorCode });
  });

  test.each([
    [599, 'none', 'none', ''],
    [600, '32em', '42em', '12px'],
  ])(
    'in a frame of %i px is at most %s wide and %s high, where the customer looks',
    async (width, most, height, radius) => {
      vi.stubGlobal('parent', {});
      vi.stubGlobal('innerWidth', width);
      vi.stubGlobal('innerHeight', 1600);
      let see = (_entry: object): void => {};
      let disconnected = 0;
      vi.stubGlobal(
        'IntersectionObserver',
        class {
          constructor(hear: (entries: object[], observer: object) => void) {
            see = (entry) => hear([entry], this);
          }
          observe() {}
          disconnect() {
            disconnected++;
          }
        },
      );
      const result = challenge();
      const style = dialog()?.style as CSSStyleDeclaration;
      see({ isIntersecting: false });
      expect([style.visibility, style.top, style.bottom]).toEqual(['hidden', '', '']);
      // Of the frame, the last 100 px are in sight: less than the bank's question needs.
      see({ isIntersecting: true, intersectionRect: { top: 1500, bottom: 1600 } });
      expect([style.top, style.bottom, style.minHeight]).toEqual(['1300px', '0px', 'min(300px,100%)']);
      // It stays there while the customer scrolls.
      expect(disconnected).toBe(1);
      see({ isIntersecting: true, intersectionRect: { top: 900, bottom: 1500 } });
      expect([style.visibility, style.top, style.bottom]).toEqual(['visible', '900px', '100px']);
      expect([style.maxWidth, style.maxHeight, style.borderTopLeftRadius]).toEqual([most, height, radius]);
      expect(document.activeElement).toBe(dialog()?.querySelector('button'));
      expect(style.colorScheme).toBe('light dark');
      expect(frame().style.width).toBe('100%');
      vi.unstubAllGlobals();
      say(passed);
      await result;
    },
  );

  test.each([800, 240])(
    'in the window of the page, %i px high, is shown at once and whole',
    async (height) => {
      vi.stubGlobal('IntersectionObserver', undefined);
      vi.stubGlobal('innerHeight', height);
      const result = challenge();
      const style = dialog()?.style as CSSStyleDeclaration;
      expect([style.visibility, style.top, style.bottom]).toEqual(['visible', '0px', '0px']);
      // The bank's page has what the button leaves.
      const button = dialog()?.querySelector('button');
      expect([button?.style.height, frame().style.height]).toEqual(['48px', 'calc(100% - 48px)']);
      expect(document.activeElement).toBe(dialog()?.querySelector('button'));
      vi.unstubAllGlobals();
      say(passed);
      await result;
    },
  );

  test.each([
    [undefined, 'Cancel'],
    ['Abbrechen', 'Abbrechen'],
  ])('has a button in the language of the customer: %s', async (cancelLabel, label) => {
    const result = challenge({}, {}, { ...answer, ...(cancelLabel && { cancelLabel }) });
    expect(dialog()?.querySelector('button')?.textContent).toBe(label);
    expect(dialog()?.getAttribute('aria-label')).toBe('3-D Secure');
    say(passed);
    await result;
  });

  test('opens an address without parameters unchanged', async () => {
    const result = challenge({}, {}, { Token: 'tok_3ds', Challenge: { Url: 'https://bank.test/c?a=1' } });
    expect(frame().getAttribute('data-src')).toBe('https://bank.test/c?a=1');
    say(passed);
    await result;
  });

  test('sets a parameter that the address has already, once', async () => {
    const Challenge = { Url: 'https://bank.test/c?id=old&a=1', Params: { id: 'new' } };
    const result = challenge({}, {}, { Token: 'tok_3ds', Challenge });
    expect(frame().getAttribute('data-src')).toBe('https://bank.test/c?id=new&a=1');
    say(passed);
    await result;
  });

  test('closes first, so that the focus returns', async () => {
    const close = vi.spyOn(HTMLDialogElement.prototype, 'close');
    const result = challenge();
    expect(close).not.toHaveBeenCalled();
    say(passed);
    await result;
    expect(close).toHaveBeenCalledOnce();
  });

  test('Escape cancels', async () => {
    const result = challenge();
    dialog()?.dispatchEvent(new Event('cancel'));
    await expect(result).rejects.toMatchObject({ errorCode: ['Aborted', 'Canceled'] });
  });

  test('the button cancels', async () => {
    const result = challenge();
    dialog()?.querySelector('button')?.click();
    await expect(result).rejects.toMatchObject({ errorCode: ['Aborted', 'Canceled'] });
  });

  test('the signal of the call ends it', async () => {
    const controller = new AbortController();
    const result = challenge({}, { signal: controller.signal });
    controller.abort();
    await expect(result).rejects.toMatchObject({ errorCode: ['Aborted'] });
    await vi.waitFor(() => expect(dialog()).toBeNull());
  });

  test('the customer has ten minutes, whatever the timeout of the call', async () => {
    vi.useFakeTimers();
    const result = challenge({}, { timeoutMs: 10 });
    const rejected = expect(result).rejects.toMatchObject({ errorCode: ['Timeout'] });
    await vi.advanceTimersByTimeAsync(599_999);
    expect(dialog()).not.toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    await rejected;
    await vi.advanceTimersByTimeAsync(0);
  });

  test.each([
    ['another origin', passed, 'https://evil.test'],
    ['a subdomain', passed, 'https://x.bank.test'],
    ['another window', passed, 'https://bank.test', { parent: {} }],
    ['no window', passed, 'https://bank.test', null],
    ['another token', { ...passed, token: 'tok_other' }, 'https://bank.test'],
    ['another type', { ...passed, type: 'challenge' }, 'https://bank.test'],
    ['nothing', null, 'https://bank.test'],
    ['text', 'passed', 'https://bank.test'],
  ])('a message of %s is ignored', async (_, data, origin, source = undefined as unknown) => {
    const result = challenge();
    say(data, origin, source);
    say({ ...passed, outcome: 'failed' });
    await expect(result).rejects.toMatchObject({ errorCode: ['3DsProblem'] });
  });

  test('listens only while it is open', async () => {
    const add = vi.spyOn(globalThis, 'addEventListener');
    const remove = vi.spyOn(globalThis, 'removeEventListener');
    const result = challenge();
    say(passed);
    await result;
    expect(add).toHaveBeenCalledExactlyOnceWith('message', expect.any(Function));
    expect(remove.mock.calls).toEqual(add.mock.calls);
  });
});

describe('spec: paymentConfig popupCreate, popupClose — the popup of the page', () => {
  test('spec: paymentConfig popupCreate, popupClose — gets the address and the parameters, and is closed once', async () => {
    const popupCreate = vi.fn();
    const popupClose = vi.fn();
    const result = challenge({ popupCreate, popupClose });
    expect(popupCreate).toHaveBeenCalledExactlyOnceWith(
      { url: 'https://bank.test/challenge?a=1', params: { id: 'x y' } },
      expect.any(Function),
    );
    expect(dialog()).toBeNull();
    say(passed);
    await result;
    expect(popupClose).toHaveBeenCalledOnce();
  });

  test('can be a window of its own, and gets no parameters if there are none', async () => {
    const popupCreate = vi.fn();
    const opened = { Token: 'tok_3ds', Challenge: { Url: 'https://bank.test/c' } };
    const result = challenge({ popupCreate }, {}, opened);
    expect(popupCreate.mock.calls[0]?.[0]).toEqual({ url: 'https://bank.test/c', params: {} });
    say(passed, 'https://evil.test', { parent: {} });
    say(passed, 'https://bank.test', { parent: {} });
    expect(await result).toBe('passed');
  });

  test('cancels by its callback', async () => {
    const popupClose = vi.fn();
    const result = challenge({ popupCreate: (_, cancel) => cancel(), popupClose });
    await expect(result).rejects.toMatchObject({ errorCode: ['Aborted', 'Canceled'] });
    expect(popupClose).toHaveBeenCalledOnce();
  });

  test('that throws is an error with its cause', async () => {
    const cause = new Error('no room');
    const popupClose = vi.fn();
    const popupCreate = (): void => {
      throw cause;
    };
    await expect(challenge({ popupCreate, popupClose })).rejects.toMatchObject({
      errorCode: ['UnmappedError'],
      cause,
    });
    expect(popupClose).toHaveBeenCalledOnce();
  });
});
