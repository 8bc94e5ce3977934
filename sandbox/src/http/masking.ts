/**
 * A text as a message, header or log may hold it: without long runs of digits, which could be the number of a card or
 * account. Ids are hexadecimal words of 24 digits and stay.
 */
export function masked(text: string): string {
  return text.replace(/(?<![0-9A-Za-z_-])\d(?:(?:[ +-]|%20)?\d){11,22}(?![0-9A-Za-z])/g, '…');
}
