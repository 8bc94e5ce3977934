/** @jsxImportSource hono/jsx/dom */
import { render } from 'hono/jsx/dom';
import { start } from './session.ts';
import { Shell } from './shell.tsx';

const root = document.getElementById('inspector');
if (root !== null) {
  root.replaceChildren();
  render(<Shell />, root);
  start();
}
