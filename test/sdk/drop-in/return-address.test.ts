// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  cleanAddress,
  hasLeft,
  isReturnTo,
  leaveFor,
  returnAddressFor,
  stay,
} from '../../../sdk/src/drop-in/return-address.ts';

const at = (path: string) => history.replaceState(null, '', path);
const here = () => location.href.slice(location.origin.length);
const back = 'transactionId=1&secret=s&trigger=Return&language=en';

beforeEach(() => {
  sessionStorage.clear();
  at('/join?language=de');
});
afterEach(() => {
  vi.restoreAllMocks();
  at('/');
});

it('the page to come back to has the mark of one element, the last that left it', () => {
  at(returnAddressFor('signup').slice(location.origin.length));
  expect(returnAddressFor('portal')).toBe(`${location.origin}/join?language=de&clientlib-element=portal`);
});

it('a customer returns to the element that was left, and to any where the page has an address of its own', () => {
  at(`/join?clientlib-element=signup&${back}`);
  expect(['signup', 'portal'].map(isReturnTo)).toEqual([true, false]);
  at(`/join?${back}`);
  expect(['signup', 'portal'].map(isReturnTo)).toEqual([true, true]);
  at('/join?clientlib-element=signup');
  expect(isReturnTo('signup')).toBe(false);
});

describe('leaving', () => {
  it.each([
    ['a page', false, [], [['https://psp.test/1']]],
    ['a frame', true, [['https://psp.test/1', '_top']], []],
  ])('%s takes the whole window to the provider', (_what, isFramed, opened, assigned) => {
    if (isFramed) vi.spyOn(window, 'top', 'get').mockReturnValue({} as Window);
    const open = vi.spyOn(window, 'open').mockReturnValue({} as Window);
    const assign = vi.spyOn(location, 'assign').mockReturnValue(undefined);
    leaveFor('https://psp.test/1', 'signup');
    expect([open.mock.calls, assign.mock.calls]).toEqual([opened, assigned]);
    expect(['signup', 'portal'].map(hasLeft)).toEqual([true, false]);
    stay('signup');
    expect(hasLeft('signup')).toBe(false);
  });

  it('a frame that may open nothing leads there itself', () => {
    vi.spyOn(window, 'top', 'get').mockReturnValue({} as Window);
    vi.spyOn(window, 'open').mockReturnValue(null);
    const assign = vi.spyOn(location, 'assign').mockReturnValue(undefined);
    leaveFor('https://psp.test/1', 'signup');
    expect(assign).toHaveBeenCalledExactlyOnceWith('https://psp.test/1');
  });
});

describe('after the return', () => {
  it('the page has the address again that the customer left', () => {
    vi.spyOn(location, 'assign').mockReturnValue(undefined);
    leaveFor('https://psp.test/1', 'signup');
    at(`/other?clientlib-element=signup&${back}`);
    cleanAddress('signup');
    expect([here(), hasLeft('signup')]).toEqual(['/join?language=de', false]);
  });

  it('in another tab it has its own address, without what was added behind the mark under whatever name', () => {
    at(`/join?language=de&ref=mail&clientlib-element=signup&${back}`);
    cleanAddress('signup');
    expect(here()).toBe('/join?language=de&ref=mail');
  });

  it('in another tab, at a return address of the page, it loses what the service adds', () => {
    at(`/join?ref=mail&${back}`);
    cleanAddress('signup');
    expect(here()).toBe('/join?ref=mail');
  });

  it('an address that is no return stays as it is', () => {
    cleanAddress('signup');
    expect(here()).toBe('/join?language=de');
  });

  it('a mark without a return goes, and nothing else', () => {
    at('/join?language=de&clientlib-element=signup&ref=mail#plans');
    cleanAddress('signup');
    expect([here(), history.state]).toEqual(['/join?language=de&ref=mail#plans', null]);
  });

  it('the entry of the history has the state that it is given, or keeps its own', () => {
    history.replaceState({ own: 1 }, '', '/join');
    cleanAddress('signup');
    expect(history.state).toEqual({ own: 1 });
    cleanAddress('signup', { own: 2 });
    expect(history.state).toEqual({ own: 2 });
  });

  it('the address of another origin, which nobody here has written, is not taken', () => {
    sessionStorage.setItem('clientlib.signup.left', '"https://evil.test/"');
    cleanAddress('signup');
    expect(here()).toBe('/join?language=de');
  });
});
