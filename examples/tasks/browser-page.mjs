// A page for graders of what runs in browsers: happy-dom, in this process.
import { Window } from 'happy-dom';

/** Globals that browser libraries expect. */
const names = [
  'window',
  'document',
  'location',
  'navigator',
  'Node',
  'Element',
  'HTMLElement',
  'HTMLInputElement',
  'HTMLSelectElement',
  'HTMLFormElement',
  'HTMLIFrameElement',
  'Event',
  'KeyboardEvent',
  'CustomEvent',
  'MutationObserver',
  'ResizeObserver',
  'getComputedStyle',
  'requestAnimationFrame',
  'CSS',
  'matchMedia',
];

/** Opens an empty page as the globals of this process. @returns ends it */
export function openPage() {
  const window = new Window({ url: 'http://shop.test/' });
  const before = [...names, 'reportError'].map((name) => [
    name,
    Object.getOwnPropertyDescriptor(globalThis, name),
  ]);
  for (const name of names) {
    const value = name === 'window' ? window : window[name];
    const isFree = typeof value === 'function' && !/^[A-Z]/.test(name);
    Object.defineProperty(globalThis, name, {
      value: isFree ? value.bind(window) : value,
      configurable: true,
      writable: true,
    });
  }
  // As in a browser, an unhandled error does not end the process.
  Object.defineProperty(globalThis, 'reportError', { value: () => {}, configurable: true, writable: true });
  return () => {
    for (const [name, property] of before) {
      if (property === undefined) Reflect.deleteProperty(globalThis, name);
      else Object.defineProperty(globalThis, name, property);
    }
    window.happyDOM.close();
  };
}
