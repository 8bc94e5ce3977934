/**
 * Replaces the characters that input methods, keyboards and copied texts use for ASCII letters and digits:
 * full-width ones, and the digits of Arabic and Persian. Invisible marks are removed.
 */
export function toAscii(typed: string): string {
  return (
    typed
      .normalize('NFKC')
      .replace(/\p{Cf}/gu, '')
      // Both rows of digits begin at a multiple of 16.
      .replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => `${digit.charCodeAt(0) % 16}`)
  );
}
