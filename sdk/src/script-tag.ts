// The script-tag build: sets the global `ClientLib`, and takes the service's address from its own.
import { ClientLib } from './client-lib.ts';
import { configure, settings } from './configuration/configuration.ts';

declare global {
  interface Window {
    ClientLib: typeof ClientLib;
  }
}

const tag = document.currentScript as HTMLScriptElement | null;
const folder = tag?.src && new URL('.', tag.src).href;
const baseUrl = tag?.dataset['baseUrl'] ?? settings().baseUrl ?? folder;
if (baseUrl) configure({ baseUrl });
// Further names that a page knows it by: an alias made by a later script comes too late.
for (const name of `ClientLib ${tag?.dataset['global'] ?? ''}`.split(/\s+/))
  if (name) Object.assign(window, { [name]: ClientLib });
