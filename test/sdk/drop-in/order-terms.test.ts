// @vitest-environment happy-dom
import type { SignupOffer } from 'clientlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Scene } from '../../../sdk/src/drop-in/drop-in-element.ts';
import { OrderTerms } from '../../../sdk/src/drop-in/signup/order-terms.ts';
import { en } from '../../../sdk/src/drop-in/texts/en.ts';
import { Formats } from '../../../sdk/src/drop-in/view/formats.ts';

/* The terms above the button: what is linked, and what a customer agrees to. */

const scene = { texts: en, formats: new Formats('en') } as Scene;
function show(links: object = {}): OrderTerms {
  const terms = new OrderTerms(
    scene,
    { Name: 'Shop' } as SignupOffer,
    links as ConstructorParameters<typeof OrderTerms>[2],
  );
  document.body.replaceChildren(terms.root);
  return terms;
}

afterEach(() => vi.useRealTimers());

describe('the consent of a customer', () => {
  it.each([
    [{}, false],
    [{ consent: 'other' }, false],
    [{ consent: 'terms' }, true],
  ])('is asked for by a box with the setting %j: %s', (links, isAsked) => {
    const terms = show(links);
    expect([terms.box !== undefined, terms.root.querySelector('label') !== null]).toEqual([isAsked, isAsked]);
    expect(terms.consent).toBeUndefined();
    expect(terms.check()).toBe(isAsked);
  });

  it.each([
    [{}, {}],
    [{ termsVersion: '2026-01' }, { Version: '2026-01' }],
  ])('is what was read when the box was ticked, with %j, and none without the tick', (more, version) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-15T10:00:00Z') });
    const terms = show({ consent: 'terms', ...more });
    terms.box?.click();
    vi.setSystemTime(Date.parse('2026-01-15T11:00:00Z'));
    expect(terms.consent).toEqual({ Text: en.consent, ...version, GivenAt: '2026-01-15T10:00:00.000Z' });
    terms.box?.click();
    expect(terms.consent).toBeUndefined();
    // Who ticks it again agrees then.
    terms.box?.click();
    expect(terms.consent?.GivenAt).toBe('2026-01-15T11:00:00.000Z');
  });

  it('is missed, and no more once it is given', () => {
    const terms = show({ consent: 'terms' });
    const read = () => [
      terms.root.querySelector('.error')?.textContent,
      terms.box?.getAttribute('aria-invalid'),
    ];
    terms.check();
    expect(read()).toEqual([en.missing, 'true']);
    terms.box?.click();
    expect(read()).toEqual(['', 'false']);
    terms.box?.click();
    expect(read()).toEqual([en.missing, 'true']);
  });
});

it.each([
  [{}, []],
  [{ privacyUrl: '/privacy' }, [en.privacy]],
  [{ withdrawalUrl: '/w', termsUrl: '/t' }, [en.terms, en.withdrawal]],
])('the terms link to the pages that there are: %j', (links, names) => {
  const { root } = show(links);
  expect([...root.querySelectorAll('.links a')].map(({ textContent }) => textContent)).toEqual(names);
  expect(root.querySelector('.links') !== null).toBe(names.length > 0);
});
