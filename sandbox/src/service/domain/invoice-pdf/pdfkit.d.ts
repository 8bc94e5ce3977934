/*
 * The part of PDFKit's portable build that is used here. The declarations that others publish (`@types/pdfkit`) are of an older
 * one, which is a stream of Node.
 */
declare module 'pdfkit' {
  interface TextOptions {
    readonly width: number;
    readonly height: number;
    readonly align?: 'left' | 'right';
    /** Ends a text that is higher than `height` with an ellipsis. */
    readonly ellipsis?: boolean;
    readonly lineGap?: number;
    /** The part of the first line that `y` refers to. */
    readonly baseline?: 'alphabetic';
  }

  /** A document; lengths are points, from the upper left. */
  export class PDFDocument {
    constructor(options: {
      readonly size: 'A4';
      readonly margin: number;
      readonly compress: boolean;
      readonly bufferPages: boolean;
      readonly info: { readonly Title: string; readonly CreationDate: Date };
    });
    font(name: 'Helvetica' | 'Helvetica-Bold'): this;
    fontSize(size: number): this;
    fillColor(color: string): this;
    lineWidth(width: number): this;
    moveTo(x: number, y: number): this;
    lineTo(x: number, y: number): this;
    stroke(): this;
    text(text: string, x: number, y: number, options: TextOptions): this;
    boundsOfString(text: string, x: number, y: number, options: TextOptions): { readonly height: number };
    currentLineHeight(includeGap: boolean): number;
    addPage(): this;
    switchToPage(page: number): unknown;
    bufferedPageRange(): { readonly count: number };
    end(): void;
  }

  /** The widths of a standard font's letters. */
  interface StandardFont {
    readonly name: string;
  }
  export function registerStdFonts(...fonts: readonly StandardFont[]): void;
}

declare module 'pdfkit/output' {
  import type { PDFDocument } from 'pdfkit';

  export function toBytes(document: PDFDocument): Promise<Uint8Array<ArrayBuffer>>;
}

declare module 'pdfkit/standard-fonts/*' {
  import type { StandardFont } from 'pdfkit';

  const font: StandardFont;
  // biome-ignore lint/style/noDefaultExport: as the library exports it
  export default font;
}
