// The script-tag build: sets the global `ClientLib`, and takes the service's address from its own.
import { ClientLib } from './client-lib.ts';
import { configure, settings } from './configuration.ts';

const tag = document.currentScript as HTMLScriptElement | null;
const own = tag?.src && new URL('.', tag.src).href;
const baseUrl = tag?.dataset['baseUrl'] ?? settings().baseUrl ?? own;
if (baseUrl) configure({ baseUrl });
(window as unknown as { ClientLib: typeof ClientLib }).ClientLib = ClientLib;
