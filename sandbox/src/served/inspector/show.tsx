/** @jsxImportSource hono/jsx/dom */
import { createRoot } from 'hono/jsx/dom/client';
import { start } from './session.ts';
import { takeDrops } from './shared-session.ts';
import { Shell } from './shell.tsx';

/** Renders the inspector into an element and follows the sandbox until the signal aborts. */
export function show(element: HTMLElement, signal?: AbortSignal): void {
  element.replaceChildren();
  const root = createRoot(element);
  root.render(<Shell />);
  start(signal);
  takeDrops(signal);
  signal?.addEventListener('abort', () => root.unmount());
}
