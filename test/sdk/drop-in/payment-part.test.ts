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

function show() {
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  const formats = new Formats('en');
  const scene = { texts: en, formTexts: {}, formats, signal: gone.signal, host };
  const part = new PaymentPart({ publicApiKey: 'a00000000000000000000001' }, scene, {
    submit() {},
    problem() {},
  });
  root.append(part.root);
  document.body.append(host);
  part.form.ready.catch(() => {});
  const frame = host.querySelector('iframe') as HTMLIFrameElement;
  return { part, host, frame, inside: insideOf(frame) };
}

beforeEach(() => {
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

  it('has its fields at the edge of those of the page: the frame is wider by the room for the ring', () => {
    const { host } = show();
    expect((host.firstElementChild as HTMLElement).style.margin).toBe('-4px');
  });

  it('turns dark when the page does, and takes its accent, while it is open', async () => {
    const { part, frame, inside } = show();
    expect(frame.style.colorScheme).toBe('light');
    Object.assign(look, { scheme: 'rgb(255, 255, 255)', accent: 'navy' });
    part.root.querySelector('.scheme')?.dispatchEvent(new Event('transitionend', { bubbles: true }));
    expect(frame.style.colorScheme).toBe('dark');
    await vi.waitFor(() =>
      expect(inside.received).toMatchObject([
        { type: 'update', style: { body: { colorScheme: 'dark', accentColor: 'navy' } } },
      ]),
    );
  });
});
