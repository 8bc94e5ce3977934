import { textDirection } from '../../input/locale.ts';
import type { Connect } from '../protocol.ts';
import { applyStyle } from './style.ts';

/** A loaded font, as `FontFace` accepts it. */
export type Font = readonly [family: string, bytes: ArrayBuffer, descriptors: FontFaceDescriptors];

/** The container of the form. A document accepts style sheets and fonts only from its own script. */
export interface Surface {
  /** The body of a document, or in tests an element of the page. */
  readonly root: HTMLElement;
  /** Returns the parts and properties that are ignored. */
  dress(style: Connect['style']): readonly string[];
  /** Rejects if the browser cannot read the font. */
  addFont(font: Font): Promise<void>;
}

/** In tests, a document shares the style and fonts of the page. */
export const ownsDocument = (root: HTMLElement): boolean => root === root.ownerDocument.body;

export const createSurface = (root: HTMLElement): Surface => ({
  root,
  dress: (style) => (ownsDocument(root) ? applyStyle(style, document) : []),
  async addFont([family, bytes, descriptors]) {
    if (ownsDocument(root)) document.fonts.add(await new FontFace(family, bytes, descriptors).load());
  },
});

/** Style, language and fonts of all containers of the form. */
export class Look {
  private readonly _surfaces = new Set<Surface>();
  private readonly _fonts: Font[] = [];
  private _style: Connect['style'] = {};
  private _language = 'en';

  /** Applies the current look to another container. */
  add(surface: Surface): void {
    // A frame that the page has moved or removed has another document, or none.
    for (const other of this._surfaces)
      if (!other.root.ownerDocument.defaultView) this._surfaces.delete(other);
    this._surfaces.add(surface);
    surface.dress(this._style);
    this.speak(this._language);
    // Fonts that cannot be loaded have already been reported.
    for (const font of this._fonts) surface.addFont(font).catch(() => {});
  }

  /** Returns the parts and properties that are ignored. */
  dress(style: Connect['style']): readonly string[] {
    this._style = style;
    return [...this._surfaces].map((surface) => surface.dress(style))[0] ?? [];
  }

  speak(language: string): void {
    this._language = language;
    for (const { root } of this._surfaces) {
      const top = ownsDocument(root) ? root.ownerDocument.documentElement : root;
      top.lang = language;
      top.dir = textDirection(language);
    }
  }

  async addFont(font: Font): Promise<void> {
    this._fonts.push(font);
    await Promise.all([...this._surfaces].map((surface) => surface.addFont(font)));
  }
}
