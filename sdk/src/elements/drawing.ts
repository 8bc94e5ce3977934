/** Line drawings of our own for ways to pay, in a square of 24. */
export const drawingsOfWays = {
  CreditCard: 'M3 6.5h18v11H3zM3 10h18M6 14.5h4',
  Debit: 'M3 9.5 12 4l9 5.5zM5.5 9.5V17M10 9.5V17M14 9.5V17M18.5 9.5V17M3 19.5h18',
  Wallet: 'M4 7h14.5v12H4zM4 7l11-3v3M14.5 13H20',
  OnAccount: 'M5 3.5h14v17l-2.3-1.5-2.4 1.5L12 19l-2.3 1.5L7.3 19 5 20.5zM8.5 8.5h7M8.5 12.5h7',
  InvoicePayment: 'M6 3.5h8l4 4v13H6zM14 3.5v4h4M9 12h6M9 16h6',
  None: 'M5 12.5l4.5 4.5L19 7.5',
} as const;

/** A card that shows where its code is printed, by the number of digits: on the back or on the front. */
export const drawingsOfCodes = {
  3: 'M2.5 5.5h19v13h-19zM2.5 9.5h19M5 14h6M14 12.5h5v3h-5z',
  4: 'M2.5 5.5h19v13h-19zM5 15.5h8M14.5 8h5v3h-5z',
} as const;

/**
 * A decorative drawing, hidden from screen readers. Created by script, which a policy without inline images allows.
 *
 * @param path value of the attribute `d`
 */
export function draw(path: string): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'glyph');
  svg.setAttribute('aria-hidden', 'true');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}
