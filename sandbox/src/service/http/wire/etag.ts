import { buildVersion } from 'virtual:build-version';

const encoder = new TextEncoder();

/** A reusable buffer for encoding texts; it grows to the longest one. */
let bytes = new Uint8Array(4096);
let words = new Int32Array(bytes.buffer);

/** A strong entity tag of the text: two multiplicative hashes with different factors, of four bytes at a time. */
export function toETag(text: string): string {
  const longest = text.length * 3 + 4;
  if (bytes.length < longest) {
    bytes = new Uint8Array(Math.ceil(longest / 4096) * 4096);
    words = new Int32Array(bytes.buffer);
  }
  const { written } = encoder.encodeInto(text, bytes);
  bytes.fill(0, written, written + 4);
  let a = 0x811c9dc5 ^ written;
  let b = 0xdeadbeef;
  for (let at = 0; at * 4 < written; at += 1) {
    const word = words[at] as number;
    a = Math.imul(a ^ (a >>> 15) ^ word, 0x01000193);
    b = Math.imul(b ^ (b >>> 13) ^ word, 0x5bd1e995);
  }
  return `"${hex(a)}${hex(b)}"`;
}

function hex(number: number): string {
  return (number >>> 0).toString(16).padStart(8, '0');
}

/** The URL of a script or style of this build, which browsers keep. What a script loads carries its version too. */
export const versioned = (url: string): string => `${url}?v=${buildVersion}`;

/** Returns whether `v` of a URL is the version of this build, so that the text under this URL never changes. */
export const isBuildVersion = (v: string | undefined): boolean => v === buildVersion;
