import type { jsPDF } from 'jspdf';
import type { Address } from '../../model/customer.ts';
import type { Account } from '../records/account.ts';
import { pdfText } from './pdf-text.ts';

/** Millimetres of an A4 page. */
const LEFT = 20;
const RIGHT = 190;
const BOTTOM = 270;
const TOP_OF_FOLLOWING_PAGES = 25;
const LINE = 4.6;

/** A column of a table: where it ends (right-aligned) or begins. */
export interface Column {
  readonly title: string;
  readonly x: number;
  readonly align: 'left' | 'right';
  /** Width at which text wraps. */
  readonly width: number;
}

/** Draws a letter-like document from top to bottom and begins new pages when one is full. */
export class PdfPage {
  readonly #pdf: jsPDF;
  #y = 0;

  constructor(pdf: jsPDF) {
    this.#pdf = pdf;
    pdf.setFont('helvetica', 'normal');
  }

  /** The sender's line, the recipient's address and the document's data beside it. */
  head(
    account: Account,
    recipient: readonly string[],
    facts: readonly (readonly [string, string])[],
    title: string,
  ): void {
    const pdf = this.#pdf;
    pdf.setFont('helvetica', 'bold').setFontSize(14);
    pdf.text(pdfText(account.Name), LEFT, 20);
    pdf.setFont('helvetica', 'normal').setFontSize(7.5).setTextColor(90);
    pdf.text(pdfText([account.Name, ...addressLines(merchantAddress(account))].join(' · ')), LEFT, 45);
    pdf.setTextColor(0).setFontSize(10);
    recipient.forEach((line, at) => {
      pdf.text(pdfText(line), LEFT, 51 + at * LINE);
    });
    facts.forEach(([name, value], at) => {
      pdf.setTextColor(90).text(pdfText(name), 125, 51 + at * LINE);
      pdf.setTextColor(0).text(pdfText(value), RIGHT, 51 + at * LINE, { align: 'right' });
    });
    this.#y = Math.max(88, 51 + (Math.max(recipient.length, facts.length) + 2) * LINE);
    pdf.setFont('helvetica', 'bold').setFontSize(14).text(pdfText(title), LEFT, this.#y);
    pdf.setFont('helvetica', 'normal').setFontSize(9);
    this.#y += 10;
  }

  /** A table; its head is repeated on each page. A row's further lines are smaller. */
  table(columns: readonly Column[], rows: readonly (readonly string[])[]): void {
    this.#tableHead(columns);
    for (const row of rows) {
      const cells = columns.map((column, at) => this.#wrapped(row[at] ?? '', column.width));
      const height = Math.max(...cells.map((lines) => lines.length)) * LINE + 1.6;
      if (this.#y + height > BOTTOM) {
        this.#nextPage();
        this.#tableHead(columns);
      }
      cells.forEach((lines, at) => {
        const column = columns[at] as Column;
        lines.forEach((line, offset) => {
          this.#pdf.text(line, column.x, this.#y + offset * LINE, { align: column.align });
        });
      });
      this.#y += height;
    }
    this.#rule();
  }

  /** Amounts below a table, right-aligned; the last can be strong. */
  sums(rows: readonly (readonly [string, string])[], strong: readonly [string, string]): void {
    this.keep((rows.length + 3) * LINE);
    for (const [name, amount] of rows) this.#sum(name, amount);
    this.#pdf.setFont('helvetica', 'bold');
    this.#sum(...strong);
    this.#pdf.setFont('helvetica', 'normal');
    this.#y += LINE;
  }

  paragraph(text: string): void {
    const lines = this.#wrapped(text, RIGHT - LEFT);
    this.keep(lines.length * LINE);
    for (const line of lines) {
      this.#pdf.text(line, LEFT, this.#y);
      this.#y += LINE;
    }
    this.#y += LINE;
  }

  /** Begins a new page when so much does not fit any more. */
  keep(height: number): void {
    if (this.#y + height > BOTTOM) this.#nextPage();
  }

  /** What stands at the foot of every page. */
  foot(text: string, pageOf: (page: number, of: number) => string): void {
    const pages = this.#pdf.getNumberOfPages();
    this.#pdf.setFontSize(7.5).setTextColor(90);
    for (let page = 1; page <= pages; page += 1) {
      this.#pdf.setPage(page);
      this.#pdf.text(pdfText(text), LEFT, 285);
      this.#pdf.text(pdfText(pageOf(page, pages)), RIGHT, 285, { align: 'right' });
    }
  }

  #tableHead(columns: readonly Column[]): void {
    this.#pdf.setFont('helvetica', 'bold');
    for (const column of columns)
      this.#pdf.text(pdfText(column.title), column.x, this.#y, { align: column.align });
    this.#pdf.setFont('helvetica', 'normal');
    this.#y += 2;
    this.#rule();
  }

  #rule(): void {
    this.#pdf.setLineWidth(0.2).line(LEFT, this.#y, RIGHT, this.#y);
    this.#y += LINE;
  }

  #sum(name: string, amount: string): void {
    this.#pdf.text(pdfText(name), 125, this.#y);
    this.#pdf.text(pdfText(amount), RIGHT, this.#y, { align: 'right' });
    this.#y += LINE;
  }

  #wrapped(text: string, width: number): string[] {
    return text.split('\n').flatMap((line) => this.#pdf.splitTextToSize(pdfText(line), width) as string[]);
  }

  #nextPage(): void {
    this.#pdf.addPage();
    this.#y = TOP_OF_FOLLOWING_PAGES;
  }
}

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
