/** A strong entity tag of the text: two runs of FNV-1a with different starting points. */
export function etagOf(text: string): string {
  let a = 0x811c9dc5;
  let b = 0xdeadbeef;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x5bd1e995);
  }
  return `"${(a >>> 0).toString(16).padStart(8, '0')}${(b >>> 0).toString(16).padStart(8, '0')}"`;
}
