import type { Plugin } from 'vite';
export function clientlibFromDist(): Plugin;
export function clientlibFromSource(): Plugin;
