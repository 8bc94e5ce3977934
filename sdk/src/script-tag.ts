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
window.ClientLib = ClientLib;
