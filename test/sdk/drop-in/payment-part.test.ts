// @vitest-environment happy-dom
import { configure } from 'clientlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { en } from '../../../sdk/src/drop-in/texts/en.ts';
import { Formats } from '../../../sdk/src/drop-in/view/formats.ts';
import { PaymentPart } from '../../../sdk/src/drop-in/view/payment-part.ts';
import { insideOf } from '../elements/fake-inside.ts';

/* The payment form in an element: its fields look and stand like those of the page, also after the page has changed. */

/** What the page makes of the samples, by their classes. */
let look: { scheme: string; accent: string; danger: string };

function computedStyle(element: Element) {
  const style = { fontFamily: 'serif', fontSize: '16px' };
  if (element.matches('.scheme')) return { ...style, color: look.scheme, borderTopColor: look.accent };
  if (element.matches('.error')) return { ...style, color: look.danger };
  if (!element.matches('input')) return style;
  const sides = { paddingLeft: '12px', borderLeftWidth: '1px' };
  return { ...style, ...sides, minHeight: '48px', borderTopColor: 'gray', borderTopLeftRadius: '10px' };
}

const gone = new AbortController();

const heard = { submit: vi.fn(), problem: vi.fn(), change: vi.fn() };

function show(signal = gone.signal) {
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  const formats = new Formats('en');
  const scene = { texts: en, formTexts: { card: 'Plastic' }, formats, signal, host };
  const part = new PaymentPart({ publicApiKey: 'a00000000000000000000001' }, scene, heard);
  root.append(part.root);
  document.body.append(host);
  part.form.ready.catch(() => {});
  const frame = host.querySelector('iframe') as HTMLIFrameElement;
  return { part, host, frame, inside: insideOf(frame), scene };
}

beforeEach(() => {
  vi.clearAllMocks();
  look = { scheme: 'rgb(0, 0, 0)', accent: 'teal', danger: 'crimson' };
  vi.stubGlobal('getComputedStyle', computedStyle);
  configure({ baseUrl: 'https://service.test' });
  // The frame must not really load.
  vi.spyOn(HTMLIFrameElement.prototype, 'src', 'set').mockImplementation(() => {});
});
afterEach(() => {
  document.body.replaceChildren();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(globalThis, 'clientlib.configuration');
});

describe('the payment form in an element', () => {
  it('has the fields of the page: height, border, and what is wrong in the color of the page', () => {
    const { inside } = show();
    expect(inside.setup['style']).toEqual({
      body: {
        colorScheme: 'light',
        fontFamily: 'serif',
        fontSize: '16px',
        accentColor: 'teal',
        padding: '4px',
      },
      label: { fontSize: '16px' },
      input: {
        fontSize: '16px',
        fontFamily: 'serif',
        minHeight: '48px',
        paddingLeft: '12px',
        borderLeftWidth: '1px',
        borderColor: 'gray',
        borderRadius: '10px',
      },
      // Names of parts travel in lower case.
      inputinvalid: { borderColor: 'crimson' },
      error: { color: 'crimson' },
    });
  });

  it('takes over each property of type, and each side, that its fields can have in the frame', () => {
    const all = new Proxy({ cssText: '' } as Record<string, string>, {
      get: (_, name) => `of ${String(name)}`,
    });
    vi.stubGlobal('getComputedStyle', () => all);
    const named = (...names: string[]) => Object.fromEntries(names.map((name) => [name, `of ${name}`]));
    const ofType = named('fontSize', 'fontWeight', 'letterSpacing', 'textTransform', 'color');
    const sides = ['Top', 'Right', 'Bottom', 'Left'];
    expect(show().inside.setup['style']).toEqual({
      body: {
        ...named('fontFamily', 'fontSize', 'color'),
        ...{ accentColor: 'of borderTopColor', colorScheme: 'light', padding: '4px' },
      },
      label: ofType,
      input: {
        ...ofType,
        ...named('fontFamily', 'minHeight', 'backgroundColor'),
        ...named(...sides.flatMap((side) => [`padding${side}`, `border${side}Width`])),
        ...{ borderColor: 'of borderTopColor', borderRadius: 'of borderTopLeftRadius' },
      },
      inputinvalid: { borderColor: 'of color' },
      error: { color: 'of color' },
    });
  });

  it('speaks the language of the element, with the texts of the page, and changes them with it', async () => {
    const { part, inside, scene } = show();
    expect(inside.setup['config']).toMatchObject({ locale: 'en', texts: { card: 'Plastic' } });
    part.reword({ ...scene, formats: new Formats('de'), formTexts: undefined });
    await vi.waitFor(() => expect(inside.received).toHaveLength(1));
    expect(inside.received[0]).toMatchObject({ type: 'update', config: { locale: 'de', texts: {} } });
  });

  it('is another one for each place, each in a slot of its own', () => {
    const slots = [show(), show()].map(({ host, part }) => [
      (host.firstElementChild as HTMLElement).slot,
      part.root.querySelector('slot')?.name,
    ]);
    expect(new Set(slots.flat()).size).toBe(2);
    for (const [place, slot] of slots) expect(place).toBe(slot);
  });

  it('is loaded once it is asked for, and stays the same', () => {
    const { part, host } = show();
    expect(part.form).toBe(part.form);
    expect(host.querySelectorAll('iframe')).toHaveLength(1);
  });

  it('has its fields at the edge of those of the page: the frame is wider by the room for the ring', () => {
    const { host } = show();
    const { style } = host.firstElementChild as HTMLElement;
    expect(style.margin).toBe('-4px');
    // Nothing else that the page says of its elements counts there.
    expect(style.cssText).toMatch(/^all: unset/);
  });

  it('turns dark and light again when the page does, and takes its accent, while it is open', async () => {
    const { part, frame, inside } = show();
    expect(frame.style.colorScheme).toBe('light');
    const changes = [
      { scheme: 'rgb(255, 255, 255)', accent: 'navy' },
      { scheme: 'rgb(0, 0, 0)', accent: 'teal' },
    ];
    for (const change of changes) {
      Object.assign(look, change);
      part.root.querySelector('.scheme')?.dispatchEvent(new Event('transitionend', { bubbles: true }));
    }
    expect(frame.style.colorScheme).toBe('light');
    await vi.waitFor(() =>
      expect(inside.received).toMatchObject([
        { type: 'update', style: { body: { colorScheme: 'dark', accentColor: 'navy' } } },
        { type: 'update', style: { body: { colorScheme: 'light', accentColor: 'teal' } } },
      ]),
    );
  });

  it('changes nothing for an end of another transition, or where it looks the same', async () => {
    const { part, inside } = show();
    const update = vi.spyOn(part.form, 'update');
    part.root.querySelector('.scheme')?.dispatchEvent(new Event('transitionend', { bubbles: true }));
    Object.assign(look, { accent: 'navy' });
    part.root.dispatchEvent(new Event('transitionend', { bubbles: true }));
    expect([update.mock.calls, inside.received]).toEqual([[], []]);
  });

  it('tells what is chosen, pressed and wrong', async () => {
    const { part, inside } = show();
    const change = { bearer: 'Debit:Delta', label: 'Account', complete: false };
    inside.say({ type: 'change', detail: change });
    inside.say({ type: 'submit', detail: { bearer: 'Debit:Delta' } });
    inside.say({ type: 'error', detail: { errorCode: 'InvalidKey', developerMessage: 'No.' } });
    await vi.waitFor(() => expect(heard.problem).toHaveBeenCalled());
    expect(heard.change).toHaveBeenCalledExactlyOnceWith(change);
    expect(heard.submit).toHaveBeenCalledOnce();
    expect(part.chosen).toEqual(change);
    inside.say({ type: 'ready', detail: { bearer: 'CreditCard:India', label: 'Card' } });
    await vi.waitFor(() => expect(part.chosen).toMatchObject({ label: 'Card' }));
  });

  it('says that it could not be loaded, with a way to try again, in the words of the page', async () => {
    const { part, host, inside, scene } = show();
    const [failure, again] = [
      part.root.querySelector('[role=alert]'),
      part.root.querySelector('button') as HTMLButtonElement,
    ];
    expect([again.hidden, failure?.textContent]).toEqual([true, '']);
    inside.say({ type: 'failed', detail: { errorCode: 'InvalidKey', developerMessage: 'No.' } });
    await vi.waitFor(() => expect(again.hidden).toBe(false));
    expect([failure?.textContent, again.textContent]).toEqual([en.failed, en.again]);
    part.reword({ ...scene, texts: { ...en, failed: 'Kaputt.', again: 'Nochmal' } });
    expect([failure?.textContent, again.textContent]).toEqual(['Kaputt.', 'Nochmal']);
    again.click();
    part.form.ready.catch(() => {});
    const frame = host.querySelector('iframe') as HTMLIFrameElement;
    expect(frame.style.cssText).toContain('all: initial');
    const loaded = insideOf(frame);
    loaded.say({ type: 'ready', detail: { bearer: 'a', label: 'A' } });
    await vi.waitFor(() => expect(again.hidden).toBe(true));
    expect(failure?.textContent).toBe('');
    // The button that had the focus goes.
    await vi.waitFor(() => expect(loaded.received).toContainEqual({ clientlib: 1, type: 'focus' }));
  });

  it.each([
    ['its place', ({ part }: ReturnType<typeof show>) => part.root.remove()],
    ['the element', () => leaving.abort()],
  ])('goes with %s', async (_, leave) => {
    leaving = new AbortController();
    const shown = show(leaving.signal);
    leave(shown);
    await vi.waitFor(() => expect(shown.host.children).toHaveLength(0));
    expect(() => shown.part.form.focus()).toThrow('destroyed');
  });
});

let leaving: AbortController;
