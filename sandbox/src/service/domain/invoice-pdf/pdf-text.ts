/** Letters that do not fall apart into a base letter and an accent. */
const PLAIN: { readonly [letter: string]: string } = {
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ħ: 'h',
  Ħ: 'H',
  ı: 'i',
  ŧ: 't',
  Ŧ: 'T',
  ŋ: 'n',
  Ŋ: 'N',
  ĸ: 'k',
  '\u2212': '-',
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '-',
  '\u00a0': ' ',
  '\u202f': ' ',
  '\u2009': ' ',
};

/** The characters beyond Latin-1 that the standard fonts of PDF support. */
const WINDOWS_1252 = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');

/** Returns whether a text has letters that become `?`. */
export function lacksLetters(text: string): boolean {
  return [...text].some((letter) => !isKnown(letter) && nearest(letter) === '?');
}

/**
 * The text in the letters that the standard fonts of PDF have (Windows-1252). Others lose their accents, or become `?`:
 * embedding a font for them would make every document a hundred times larger.
 */
export function pdfText(text: string): string {
  return [...text].map((letter) => (isKnown(letter) ? letter : nearest(letter))).join('');
}

function isKnown(letter: string): boolean {
  const code = letter.codePointAt(0) ?? 0;
  return (
    letter === '\n' ||
    (code >= 0x20 && code <= 0x7e) ||
    (code >= 0xa1 && code <= 0xff) ||
    WINDOWS_1252.has(letter)
  );
}

function nearest(letter: string): string {
  const plain = PLAIN[letter];
  if (plain !== undefined) return plain;
  const bare = letter.normalize('NFD').replace(/\p{Mark}/gu, '');
  return [...bare].every(isKnown) ? bare : '?';
}
