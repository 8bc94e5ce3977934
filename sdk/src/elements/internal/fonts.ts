// Web fonts of the page. The document loads nothing itself: the page loads a file by its own policy and sends the bytes.
import { type ClientLibError, invalid } from '../../errors/client-lib-error.ts';
import { fold, get, isObject, text } from '../../input/record.ts';
import type { ToFrame } from '../protocol.ts';
import type { Font } from './surface.ts';

type Loaded = Pick<Extract<ToFrame, { type: 'loaded' }>, 'url' | 'from' | 'bytes'>;

/** Files that the page loads for this document. */
export class PageFiles {
  private readonly _waiting = new Map<string, (loaded: Loaded) => void>();
  private readonly _ask: (url: string) => void;

  /** @param ask Sends the page an address. */
  constructor(ask: (url: string) => void) {
    this._ask = ask;
  }

  load(url: string): Promise<Loaded> {
    return new Promise((resolve) => {
      this._waiting.set(url, resolve);
      this._ask(url);
    });
  }

  /** Takes a file of the page. Returns whether it was asked for. */
  receive(loaded: Loaded): boolean {
    this._waiting.get(loaded.url)?.(loaded);
    return this._waiting.delete(loaded.url);
  }
}

/** A font face by the names of `FontFaceDescriptors`, and where its file is. */
interface Face {
  readonly family: string;
  readonly src: string;
  readonly descriptors: FontFaceDescriptors;
}

const MAX_BYTES = 300_000;
const MAX_FACES = 4;

/**
 * Loads the fonts that the page has configured and passes each one on. Without them, the form uses a system font.
 *
 * @returns their errors
 */
export async function loadFonts(
  given: unknown,
  files: PageFiles,
  add: (font: Font) => Promise<void>,
): Promise<ClientLibError[]> {
  if (given === undefined) return [];
  if (!Array.isArray(given)) return [invalid('InvalidConfiguration', 'config.fonts', 'a list', given)];
  const mistakes: ClientLibError[] = [];
  let left = MAX_FACES;
  for (const [at, font] of given.entries()) {
    const wrong = (expected: string) => invalid('InvalidConfiguration', `config.fonts[${at}]`, expected);
    try {
      const faces = await loadFaces(font, files, wrong);
      if (faces.length > left)
        mistakes.push(wrong(`${MAX_FACES} faces at most in all; the others are left out`));
      for (const { family, src, descriptors } of faces.slice(0, left)) {
        const { bytes } = await fetched(src, files, wrong);
        await add([family, bytes, descriptors]).catch(() => {
          throw wrong(`a font that the browser can read (woff2, woff, ttf) from ${src}`);
        });
      }
      left -= Math.min(left, faces.length);
    } catch (error) {
      mistakes.push(error as ClientLibError);
    }
  }
  return mistakes;
}

type Wrong = (expected: string) => ClientLibError;

async function loadFaces(font: unknown, files: PageFiles, wrong: Wrong): Promise<readonly Face[]> {
  const entry = fold(isObject(font) ? font : {});
  const [cssSrc, family, src] = ['cssSrc', 'family', 'src'].map((name) => text(get(entry, name)));
  if (cssSrc) {
    const faces = facesIn(await fetched(cssSrc, files, wrong));
    if (faces.length === 0) throw wrong(`@font-face rules with an address in ${cssSrc}`);
    return faces;
  }
  if (!family || !src) throw wrong('{ cssSrc } or { family, src }');
  const [weight, style] = ['weight', 'style'].map((name) => text(get(entry, name)) || undefined);
  return [{ family, src, descriptors: { weight, style } as FontFaceDescriptors }];
}

/** A file that has loaded. */
interface File {
  readonly from: string;
  readonly bytes: ArrayBuffer;
}

async function fetched(url: string, files: PageFiles, wrong: Wrong): Promise<File> {
  const { from = url, bytes } = await files.load(url);
  if (!bytes) throw wrong(`${url} to load: check the address, connect-src of the page, CORS of the server`);
  if (bytes.byteLength > MAX_BYTES)
    throw wrong(`at most ${MAX_BYTES} bytes, got ${bytes.byteLength} from ${url}`);
  return { from, bytes };
}

/** The `@font-face` rules of a style sheet, as the browser reads them; those with digits first, since there may be too many. */
function facesIn({ from, bytes }: File): Face[] {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(new TextDecoder().decode(bytes));
  const faces = [...sheet.cssRules].flatMap((rule) => {
    const { style } = rule as CSSFontFaceRule;
    const address = rule instanceof CSSFontFaceRule && addressIn(style.getPropertyValue('src'), from);
    if (!address) return [];
    const value = (name: string): string | undefined => style.getPropertyValue(name) || undefined;
    const unicodeRange = value('unicode-range');
    const descriptors = { weight: value('font-weight'), style: value('font-style'), unicodeRange };
    const family = `${value('font-family')}`.replace(/^["']|["']$/g, '');
    return [{ family, src: address, descriptors: descriptors as FontFaceDescriptors }];
  });
  const isFirst = ({ descriptors }: Face): boolean => hasDigits(descriptors.unicodeRange);
  return [...faces.filter(isFirst), ...faces.filter((face) => !isFirst(face))];
}

/** The first address of a `src`, and of several the one in the format that all browsers read. */
function addressIn(src: string, from: string): string | undefined {
  const found = [...src.matchAll(/url\(\s*["']?([^"')]+)["']?\s*\)(?:\s*format\(\s*["']?([\w-]+))?/g)];
  const [, address] = found.find(([, , format]) => format === 'woff2') ?? found[0] ?? [];
  return address && new URL(address, from).href;
}

/** Returns whether a `unicode-range` contains the digits. */
const hasDigits = (range = 'U+0-10FFFF'): boolean =>
  [...range.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)].some(
    ([, first = '', last = first]: readonly (string | undefined)[]) =>
      Number.parseInt(first, 16) <= 0x30 && Number.parseInt(last, 16) >= 0x39,
  );
