import { PDFDocument, registerStdFonts } from 'pdfkit';
import { toBytes } from 'pdfkit/output';
import helvetica from 'pdfkit/standard-fonts/Helvetica';
import helveticaBold from 'pdfkit/standard-fonts/HelveticaBold';
import { budgets } from '../../model/budgets.ts';
import type { Address } from '../../model/customer.ts';
import { nextSlice } from '../../state/time-slices.ts';
import type { Account } from '../records/account.ts';
import type { DocumentTexts } from './document-texts.ts';
import { lacksLetters, pdfText } from './pdf-text.ts';

registerStdFonts(helvetica, helveticaBold);

/** Millimetres of an A4 page. */
const LEFT = 20;
const RIGHT = 190;
const BOTTOM = 270;
const TOP_OF_FOLLOWING_PAGES = 25;
const LINE = 4.6;

/** Lines of one text. Customers and merchants write texts of any length; a document must stay cheap to draw. */
const MAX_LINES = 25;

/** Rows after which other requests have their turn. */
const ROWS_AT_A_TIME = 10;

/** Points, which the library counts in. */
const points = (millimetres: number) => (millimetres * 72) / 25.4;

const BLACK = '#000000';
const GRAY = '#5a5a5a';

/** A column of a table: where it ends (right-aligned) or begins. */
export interface Column {
  readonly title: string;
  readonly x: number;
  readonly align: 'left' | 'right';
  /** Width at which text wraps. */
  readonly width: number;
}

/** The position of a text; `x` is its right edge if it is right-aligned. */
type Place = Omit<Column, 'title'>;

/** Draws a letter-like document from top to bottom and begins new pages when one is full. */
export class PdfPage {
  readonly #pdf: PDFDocument;
  #y = 0;
  #lacksLetters = false;

  /** @param created epoch milliseconds; the same title, time and content give the same bytes */
  constructor(title: string, created: number) {
    this.#pdf = new PDFDocument({
      size: 'A4',
      margin: 0,
      compress: false,
      // The foot names the number of pages.
      bufferPages: true,
      info: { Title: title, CreationDate: new Date(created) },
    });
  }

  /** The sender's line, the recipient's address and the document's data beside it. */
  head(
    account: Account,
    recipient: readonly string[],
    facts: readonly (readonly [string, string])[],
    title: string,
  ): void {
    const pdf = this.#pdf;
    pdf.font('Helvetica-Bold').fontSize(14);
    this.#line(account.Name, { x: LEFT, align: 'left', width: RIGHT - LEFT }, 20);
    pdf.font('Helvetica').fontSize(7.5).fillColor(GRAY);
    const sender = [account.Name, ...addressLines(merchantAddress(account))].join(' · ');
    this.#line(sender, { x: LEFT, align: 'left', width: 100 }, 45);
    pdf.fillColor(BLACK).fontSize(10);
    recipient.forEach((line, at) => {
      this.#line(line, { x: LEFT, align: 'left', width: 100 }, 51 + at * LINE);
    });
    facts.forEach(([name, value], at) => {
      pdf.fillColor(GRAY);
      this.#line(name, { x: 125, align: 'left', width: 25 }, 51 + at * LINE);
      pdf.fillColor(BLACK);
      this.#line(value, { x: RIGHT, align: 'right', width: 50 }, 51 + at * LINE);
    });
    this.#y = Math.max(88, 51 + (Math.max(recipient.length, facts.length) + 2) * LINE);
    pdf.font('Helvetica-Bold').fontSize(14);
    this.#line(title, { x: LEFT, align: 'left', width: RIGHT - LEFT }, this.#y);
    pdf.font('Helvetica').fontSize(9);
    this.#y += 10;
  }

  /** A table; its head is repeated on each page. */
  async table(columns: readonly Column[], rows: readonly (readonly string[])[]): Promise<void> {
    this.#tableHead(columns);
    for (const [at, row] of rows.entries()) {
      if (at % ROWS_AT_A_TIME === ROWS_AT_A_TIME - 1) await nextSlice();
      this.#row(columns, row);
    }
    this.#rule();
  }

  /** Amounts below a table, right-aligned; the last can be strong. */
  sums(rows: readonly (readonly [string, string])[], strong: readonly [string, string]): void {
    this.#keep((rows.length + 3) * LINE);
    for (const [name, amount] of rows) this.#sum(name, amount);
    this.#pdf.font('Helvetica-Bold');
    this.#sum(...strong);
    this.#pdf.font('Helvetica');
    this.#y += LINE;
  }

  paragraph(text: string): void {
    const place: Place = { x: LEFT, align: 'left', width: RIGHT - LEFT };
    const lines = this.#countLines(text, place);
    this.#keep(lines * LINE);
    this.#write(text, place, this.#y);
    this.#y += (lines + 1) * LINE;
  }

  /** Draws the footer of every page. */
  foot(text: string, { page: pageOf, lettersMissing }: Pick<DocumentTexts, 'page' | 'lettersMissing'>): void {
    const { count } = this.#pdf.bufferedPageRange();
    const left = { x: LEFT, align: 'left', width: 140 } as const;
    for (let page = 0; page < count; page += 1) {
      this.#pdf.switchToPage(page);
      this.#pdf.font('Helvetica').fontSize(7.5).fillColor(GRAY);
      if (this.#lacksLetters) this.#line(lettersMissing, left, 281);
      this.#line(text, left, 285);
      this.#line(pageOf(page + 1, count), { x: RIGHT, align: 'right', width: 30 }, 285);
    }
  }

  /** The document, to which nothing can be added any more. */
  bytes(): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = toBytes(this.#pdf);
    this.#pdf.end();
    return bytes;
  }

  #tableHead(columns: readonly Column[]): void {
    this.#pdf.font('Helvetica-Bold');
    for (const column of columns) this.#line(column.title, column, this.#y);
    this.#pdf.font('Helvetica');
    this.#y += 2;
    this.#rule();
  }

  #row(columns: readonly Column[], cells: readonly string[]): void {
    const cellAt = (at: number) => cells[at] ?? '';
    const lines = columns.map((column, at) => this.#countLines(cellAt(at), column));
    const height = Math.max(...lines) * LINE + 1.6;
    if (this.#y + height > BOTTOM) {
      this.#nextPage();
      this.#tableHead(columns);
    }
    columns.forEach((column, at) => {
      this.#write(cellAt(at), column, this.#y);
    });
    this.#y += height;
  }

  #rule(): void {
    const y = points(this.#y);
    this.#pdf.lineWidth(points(0.2)).moveTo(points(LEFT), y).lineTo(points(RIGHT), y).stroke();
    this.#y += LINE;
  }

  #sum(name: string, amount: string): void {
    this.#line(name, { x: 120, align: 'left', width: 42 }, this.#y);
    this.#line(amount, { x: RIGHT, align: 'right', width: 28 }, this.#y);
    this.#y += LINE;
  }

  /** Begins a new page when so much does not fit any more. */
  #keep(height: number): void {
    if (this.#y + height > BOTTOM) this.#nextPage();
  }

  #line(text: string, place: Place, y: number): void {
    this.#write(text, place, y, 1);
  }

  /** A text that wraps; what has more lines than may be ends with an ellipsis. `y` is the base line of its first line. */
  #write(text: string, place: Place, y: number, lines = MAX_LINES): void {
    const { x, align, width } = place;
    const left = align === 'right' ? x - width : x;
    this.#lacksLetters ||= lacksLetters(text);
    this.#pdf.text(written(text), points(left), points(y), this.#options(place, lines));
  }

  #countLines(text: string, place: Place): number {
    const { height } = this.#pdf.boundsOfString(written(text), 0, 0, this.#options(place, MAX_LINES));
    return Math.round(height / points(LINE));
  }

  #options({ align, width }: Place, lines: number) {
    const lineHeight = this.#pdf.currentLineHeight(true);
    return {
      width: points(width),
      align,
      baseline: 'alphabetic',
      lineGap: points(LINE) - lineHeight,
      // The library ends a text where two more lines would not fit.
      height: (lines - 1) * points(LINE) + 2 * lineHeight - 0.01,
      ellipsis: true,
    } as const;
  }

  #nextPage(): void {
    this.#pdf.addPage();
    this.#y = TOP_OF_FOLLOWING_PAGES;
  }
}

const written = (text: string) => pdfText(text.slice(0, budgets.pdfText));

/** The merchant's address in the form of a customer's. */
function merchantAddress(account: Account): Address {
  return { ...account.Address, Country: account.Country };
}

/** Street and number, postal code and city, country. */
export function addressLines(address: Address | undefined): string[] {
  if (address === undefined) return [];
  const street = [address.Street, address.HouseNumber].filter(Boolean).join(' ');
  const city = [address.PostalCode, address.City].filter(Boolean).join(' ');
  return [address.AddressLine1, address.AddressLine2, street, city, address.State, address.Country].filter(
    (line): line is string => line !== undefined && line !== '',
  );
}
