import { directionOf } from '../../input/locale.ts';
import type { Connect } from '../protocol.ts';
import { applyStyle } from './style.ts';

/** A font that has come, as `FontFace` takes it. */
export type Font = readonly [family: string, bytes: ArrayBuffer, descriptors: FontFaceDescriptors];

/** Style, language and fonts of all that the form stands in: bodies of documents, or in tests elements of a page. */
export class Look {
  private readonly _roots = new Set<HTMLElement>();
  private readonly _fonts: Font[] = [];
  private _style: Connect['style'] = {};
  private _language = 'en';

  constructor(root: HTMLElement) {
    this._roots.add(root);
  }

  /** Gives a further place the look of the others. */
  add(root: HTMLElement): void {
    this._roots.add(root);
    this.dress(this._style);
    this.speak(this._language);
    // Those that cannot be read are reported already.
    for (const font of this._fonts) addTo(root.ownerDocument, font).catch(() => {});
  }

  /** Returns the parts and properties that are ignored. */
  dress(style: Connect['style']): readonly string[] {
    this._style = style;
    return this._documents.map((document) => applyStyle(style, document))[0] ?? [];
  }

  speak(language: string): void {
    this._language = language;
    for (const root of this._roots) {
      const top = ownsDocument(root) ? root.ownerDocument.documentElement : root;
      top.lang = language;
      top.dir = directionOf(language);
    }
  }

  /** Fails where the browser cannot read the font. */
  async addFont(font: Font): Promise<void> {
    this._fonts.push(font);
    await Promise.all(this._documents.map((document) => addTo(document, font)));
  }

  /** A frame that the page has moved or removed has another document, or none. */
  private get _documents(): Document[] {
    const documents = [...this._roots].filter(ownsDocument).map(({ ownerDocument }) => ownerDocument);
    return documents.filter(({ defaultView }) => defaultView);
  }
}

/** In tests, style and fonts of a document are the page's. */
export const ownsDocument = (root: HTMLElement): boolean => root === root.ownerDocument.body;

/** A document takes no font of another one. */
async function addTo(document: Document, [family, bytes, descriptors]: Font): Promise<void> {
  const { FontFace } = document.defaultView as Window & typeof globalThis;
  document.fonts.add(await new FontFace(family, bytes, descriptors).load());
}
