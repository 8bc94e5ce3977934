// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createSurface,
  type Font,
  Look,
  ownsDocument,
  type Surface,
} from '../../../../sdk/src/elements/internal/surface.ts';

/* The look of a form in several documents: all have the same style, language and fonts, also those that come later. */

const font: Font = ['Inter', new ArrayBuffer(4), {}];

interface Worn extends Surface {
  readonly styles: object[];
  readonly fonts: string[];
}

/** A document as a frame has one, or one that has gone with its frame. */
function surface(ignored: string[] = [], isGone = false): Worn {
  const other = document.implementation.createHTMLDocument();
  Object.defineProperty(other, 'defaultView', { value: isGone ? null : window });
  const styles: object[] = [];
  const fonts: string[] = [];
  return {
    root: other.body,
    styles,
    fonts,
    dress(style) {
      styles.push(style);
      return ignored;
    },
    async addFont([family]) {
      fonts.push(family);
      if (isGone) throw new Error('No font.');
    },
  };
}

const topOf = ({ root }: Surface) => root.ownerDocument.documentElement;

let look: Look;
beforeEach(() => {
  look = new Look();
});

describe('the look of a form', () => {
  it('is that of each document, with what the first ignores', () => {
    const [first, second] = [surface(['input.position']), surface(['other'])];
    for (const one of [first, second]) look.add(one);
    const style = { input: { color: 'red' } };
    expect(look.dress(style)).toEqual(['input.position']);
    expect([first.styles.at(-1), second.styles.at(-1)]).toEqual([style, style]);
    expect(new Look().dress(style)).toEqual([]);
  });

  it('is that of a document that comes later, too', async () => {
    look.add(surface());
    const style = { body: { color: 'teal' } };
    look.dress(style);
    look.speak('ar');
    await look.addFont(font);
    const late = surface();
    look.add(late);
    expect([late.styles, late.fonts, topOf(late).lang, topOf(late).dir]).toEqual([
      [style],
      ['Inter'],
      'ar',
      'rtl',
    ]);
  });

  it('speaks one language, from its own side', () => {
    const [first, second] = [surface(), surface()];
    for (const one of [first, second]) look.add(one);
    expect([topOf(first).lang, topOf(first).dir]).toEqual(['en', 'ltr']);
    look.speak('he');
    look.speak('de');
    for (const one of [first, second]) expect([topOf(one).lang, topOf(one).dir]).toEqual(['de', 'ltr']);
  });

  it('says of a font that one document cannot read it, and not again of a later one', async () => {
    look.add(surface([], true));
    await expect(look.addFont(font)).rejects.toThrow('No font.');
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    look.add(surface([], true));
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  it('forgets the document of a frame that the page has moved', async () => {
    const gone = surface([], true);
    look.add(gone);
    const style = { body: { color: 'teal' } };
    look.add(surface());
    look.dress(style);
    await look.addFont(font);
    expect([gone.styles.includes(style), gone.fonts]).toEqual([false, []]);
  });
});

describe('the container of a form', () => {
  let fonts: unknown[];
  beforeEach(() => {
    fonts = [];
    Object.defineProperty(document, 'fonts', {
      configurable: true,
      value: { add: (face: { given: unknown[] }) => fonts.push(face.given) },
    });
    vi.stubGlobal(
      'FontFace',
      class {
        readonly given: unknown[];
        constructor(...given: unknown[]) {
          this.given = given;
        }
        async load(): Promise<unknown> {
          if (this.given[0] === 'Broken') throw new SyntaxError('No font.');
          return this;
        }
      },
    );
    document.adoptedStyleSheets = [];
    for (const name of ['lang', 'dir']) document.documentElement.removeAttribute(name);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(document, 'fonts');
    document.adoptedStyleSheets = [];
  });

  const style = { input: { color: 'red', position: 'fixed' } };
  const bold: Font = ['Inter', new ArrayBuffer(4), { weight: '700', style: 'italic' }];

  it('is a document of its own: it has the style, and the fonts that the browser can read', async () => {
    const own = createSurface(document.body);
    expect([own.dress(style), document.adoptedStyleSheets.length]).toEqual([['input.position'], 2]);
    await own.addFont(bold);
    await expect(own.addFont(['Broken', new ArrayBuffer(4), {}])).rejects.toThrow('No font.');
    expect(fonts).toEqual([bold]);
  });

  it('in tests is an element of the page, which stays as it is', async () => {
    const element = document.createElement('div');
    document.body.append(element);
    expect([ownsDocument(document.body), ownsDocument(element)]).toEqual([true, false]);
    const within = createSurface(element);
    expect(within.dress(style)).toEqual([]);
    await within.addFont(bold);
    const inPage = new Look();
    inPage.add(within);
    inPage.speak('ar');
    expect([element.lang, element.dir]).toEqual(['ar', 'rtl']);
    const { lang, dir } = document.documentElement;
    expect([document.adoptedStyleSheets, fonts, lang, dir]).toEqual([[], [], '', '']);
    element.remove();
  });
});
