/**
 * A TrueType font in which each of the characters is a box as wide as the font is high, and all others are missing.
 *
 * @param ascent Height of a line above the baseline, in thousandths of the size.
 */
export function fontFile(characters: string, ascent = 800): Buffer {
  const codes = [...new Set([...characters].map((character) => character.codePointAt(0) as number))].sort(
    (one, other) => one - other,
  );
  const count = codes.length + 1;
  // One contour of four points for every glyph.
  const box = [
    shorts(1, 0, 0, 900, 700),
    shorts(3, 0),
    bytes(1, 1, 1, 1),
    shorts(0, 900, 0, -900, 0, 0, 700, 0),
  ];
  const glyph = padded(Buffer.concat(box));
  const tables: Record<string, Buffer> = {
    'OS/2': Buffer.concat([
      shorts(4, 1000, 400, 5, 0, 650, 600, 0, 75, 650, 600, 0, 350, 50, 300, 0),
      Buffer.alloc(10 + 16),
      Buffer.from('TEST'),
      shorts(0x40, codes[0] ?? 0, codes.at(-1) ?? 0, ascent, -200, 0, ascent, 200),
      Buffer.alloc(8),
      shorts(500, 700, 0, 32, 1),
    ]),
    cmap: Buffer.concat([shorts(0, 1, 3, 1, 0, 12), mapping(codes)]),
    glyf: Buffer.concat(Array.from({ length: count }, () => glyph)),
    head: Buffer.concat([
      longs(0x00010000, 0x00010000, 0, 0x5f0f3cf5),
      shorts(0, 1000),
      Buffer.alloc(16),
      shorts(0, 0, 900, 700, 0, 8, 2, 1, 0),
    ]),
    hhea: Buffer.concat([
      longs(0x00010000),
      shorts(ascent, -200, 0, 1000, 0, 100, 900, 1, 0, 0, 0, 0, 0, 0, 0, count),
    ]),
    hmtx: shorts(...Array.from({ length: count }, () => [1000, 0]).flat()),
    loca: longs(...Array.from({ length: count + 1 }, (_none, at) => at * glyph.length)),
    maxp: Buffer.concat([longs(0x00010000), shorts(count, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)]),
    name: Buffer.concat([shorts(0, 2, 30, 3, 1, 0x409, 1, 8, 0, 3, 1, 0x409, 4, 8, 0), wide('Test')]),
    post: Buffer.concat([longs(0x00030000), Buffer.alloc(28)]),
  };
  return assembled(tables);
}

const bytes = (...values: number[]): Buffer => Buffer.from(values);
const shorts = (...values: number[]): Buffer =>
  Buffer.concat(values.map((value) => bytes((value >> 8) & 255, value & 255)));
const longs = (...values: number[]): Buffer =>
  Buffer.concat(values.map((value) => shorts((value / 65_536) | 0, value & 65_535)));
const wide = (text: string): Buffer => shorts(...[...text].map((letter) => letter.charCodeAt(0)));
const padded = (content: Buffer): Buffer => Buffer.concat([content, Buffer.alloc(-content.length & 3)]);

/** A table of format 4 with a segment for each character. */
function mapping(codes: readonly number[]): Buffer {
  const ends = [...codes, 0xffff];
  const power = 2 ** Math.floor(Math.log2(ends.length));
  const search = [ends.length * 2, power * 2, Math.log2(power), (ends.length - power) * 2];
  const deltas = ends.map((code, at) => (code === 0xffff ? 1 : at + 1 - code));
  const segments = [...ends, 0, ...ends, ...deltas, ...ends.map(() => 0)];
  return shorts(4, 16 + ends.length * 8, 0, ...search, ...segments);
}

function assembled(tables: Readonly<Record<string, Buffer>>): Buffer {
  const names = Object.keys(tables).sort();
  let offset = 12 + names.length * 16;
  const power = 2 ** Math.floor(Math.log2(names.length));
  const directory = [
    longs(0x00010000),
    shorts(names.length, power * 16, Math.log2(power), (names.length - power) * 16),
  ];
  for (const name of names) {
    const content = tables[name] as Buffer;
    directory.push(Buffer.from(name.padEnd(4)), longs(sumOf(padded(content)), offset, content.length));
    offset += padded(content).length;
  }
  return Buffer.concat([...directory, ...names.map((name) => padded(tables[name] as Buffer))]);
}

const sumOf = (content: Buffer): number => {
  let sum = 0;
  for (let at = 0; at < content.length; at += 4) sum = (sum + content.readUInt32BE(at)) % 2 ** 32;
  return sum;
};
