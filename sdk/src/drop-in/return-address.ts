import { isReturn } from 'clientlib';
import { keptInTab } from './kept-in-tab.ts';

/** The parameters that the service adds to the address of the return page. */
const added = ['transactionId', 'secret', 'trigger', 'language'];
/** Our own parameter: the element that the customer left. */
const marker = 'clientlib-element';

const leftAt = (name: string) => keptInTab<string>(`clientlib.${name}.left`);

/** The page to come back to: this one, with a mark of the element that the customer left. */
export function returnAddressFor(name: string): string {
  const url = new URL(location.href);
  url.searchParams.delete(marker);
  url.searchParams.append(marker, name);
  return url.href;
}

/** Sends the customer to a provider's page. */
export function leaveFor(url: string, name: string): void {
  leftAt(name).value = location.href;
  // Providers do not open in a frame: the whole window goes there, and comes back to this page alone.
  const isFramed = window.top !== window;
  if (!isFramed || !open(url, '_top')) location.assign(url);
}

/** Returns whether the customer was sent away from this element, and has not come back the way that the provider sends. */
export const hasLeft = (name: string): boolean => leftAt(name).value !== undefined;

/** The customer is here again, by the back button. */
export function stay(name: string): void {
  leftAt(name).value = undefined;
}

/** Returns whether the customer comes back to this element. A page may have several, and return addresses of its own. */
export function isReturnTo(name: string): boolean {
  const mark = new URLSearchParams(globalThis.location?.search).get(marker);
  return isReturn() && (mark === null || mark === name);
}

/**
 * Takes the traces of the return out of the address, so that a reload does not repeat it: the page has the address again
 * that the customer left, or, in another tab than that or where nothing may be stored, its own without what was added.
 */
export function cleanAddress(name: string, state: unknown = history.state): void {
  const { value: left } = leftAt(name);
  stay(name);
  const url = new URL(left ?? location.href, location.href);
  if (url.origin !== location.origin) return;
  if (left === undefined && isReturn()) url.search = `${ownParameters([...url.searchParams])}`;
  url.searchParams.delete(marker);
  history.replaceState(state, '', url.href);
}

/** Our mark was the last; service and provider have added what stands behind it, under names that the page may have too. */
function ownParameters(all: [name: string, value: string][]): URLSearchParams {
  const mark = all.findIndex(([name]) => name === marker);
  return new URLSearchParams(all.filter(([name], at) => (mark < 0 ? !added.includes(name) : at < mark)));
}
