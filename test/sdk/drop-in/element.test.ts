// @vitest-environment happy-dom
import { configure } from 'clientlib';
import { ClientLibPaymentFormElement } from 'clientlib/custom-element';
import {
  ClientLibCancelElement,
  ClientLibPortalElement,
  ClientLibPricingElement,
  ClientLibSignupElement,
} from 'clientlib/drop-in';
import { afterEach, expect, it, vi } from 'vitest';
import { parts } from '../../../sdk/src/drop-in/parts.ts';

const Products = { PlanGroups: [], Plans: [], PlanVariants: [], Components: [] };
const offer = { Name: 'Shop', Country: 'DE', TimeZone: 'UTC', Countries: ['DE'], Fields: [], Products };

/* What elements need of the realm that they are in. */

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

/** Another file of this worker may have defined it, in a window that is gone. */
function define(Element: CustomElementConstructor): void {
  if (customElements.getName(Element) === null)
    customElements.define(`own-${Element.name.toLowerCase()}`, Element);
}

it.each([ClientLibSignupElement, ClientLibPortalElement])(
  'shows %o where shadow roots have no adoptedStyleSheets, as in jsdom',
  (Element) => {
    define(Element);
    vi.spyOn(ShadowRoot.prototype, 'adoptedStyleSheets', 'get').mockReturnValue(undefined as never);
    const element = new Element();
    document.body.append(element);
    expect(element.shadowRoot?.querySelector('.top')?.isConnected).toBe(true);
  },
);

it.each([
  [ClientLibPortalElement, 'portal', { token: '' }, '.portal'],
  [ClientLibPricingElement, 'pricing', { publicApiKey: 'a01' }, '.pricing'],
  [ClientLibCancelElement, 'declaration', { declareUrl: '/declare', open: true }, '.top'],
] as const)('%o that could not load its part loads it again by a button, with its looks', async (...row) => {
  const [Element, part, settings, rule] = row;
  define(Element);
  configure({ baseUrl: 'https://service.test', fetch: async () => Response.json(offer) });
  const load = vi.spyOn(parts, part).mockRejectedValueOnce(new TypeError('blocked'));
  const element = Object.assign(new Element(), { locale: 'en', ...settings });
  const heard: unknown[] = [];
  element.addEventListener('error', (event) => heard.push((event as unknown as CustomEvent).detail));
  document.body.append(element);
  const root = element.shadowRoot as ShadowRoot;
  await vi.waitFor(() => expect(root.textContent).toContain('That did not work. Please try again.'));
  await vi.waitFor(() =>
    expect(heard).toMatchObject([{ errorCode: ['ServerError', 'NetworkDown'], retryable: true }]),
  );
  // Developers find what it was.
  expect(heard).toMatchObject([
    { message: expect.stringContaining('blocked'), cause: new TypeError('blocked') },
  ]);
  root.querySelector('button')?.click();
  await vi.waitFor(() => expect(root.textContent).not.toContain('That did not work.'));
  expect(load).toHaveBeenCalledTimes(2);
  const rules = () =>
    root.adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText)).join();
  await vi.waitFor(() => expect(rules()).toContain(rule));
  element.remove();
  Reflect.deleteProperty(globalThis, 'clientlib.configuration');
});

it.each([ClientLibPaymentFormElement, ClientLibSignupElement, ClientLibPortalElement])(
  'moves %o by moveBefore without beginning anew: browsers call this in place of the other callbacks',
  ({ prototype }) => {
    expect(prototype.connectedMoveCallback()).toBeUndefined();
  },
);

it('elements that another copy of the library has defined stay', async () => {
  const tags = ['signup', 'portal', 'pricing', 'cancel', 'withdraw'].map((name) => `clientlib-${name}`);
  const define = vi.spyOn(customElements, 'define');
  for (const tag of tags)
    if (!customElements.get(tag)) customElements.define(tag, class extends HTMLElement {});
  const first = tags.map((tag) => customElements.get(tag));
  define.mockClear();
  vi.resetModules();
  await import('../../../sdk/src/drop-in/index.ts');
  expect(define).not.toHaveBeenCalled();
  expect(tags.map((tag) => customElements.get(tag))).toEqual(first);
});
