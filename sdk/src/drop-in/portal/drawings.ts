import { draw } from '../view/glyph.ts';

/** Line drawings of our own, in a square of 24. */
const paths = {
  card: 'M3 6.5h18v11H3zM3 10h18M6 14.5h4',
  bank: 'M3 9.5 12 4l9 5.5zM5.5 9.5V17M10 9.5V17M14 9.5V17M18.5 9.5V17M3 19.5h18',
  wallet: 'M4 7h14.5v12H4zM4 7l11-3v3M14.5 13H20',
  invoice: 'M6 3.5h8l4 4v13H6zM14 3.5v4h4M9 12h6M9 16h6',
  back: 'M14.5 5.5 8 12l6.5 6.5',
  alert: 'M12 3.5 21.5 20h-19zM12 10v4.5M12 17v.5',
} as const;

export type Drawing = keyof typeof paths;

/** A drawing of the portal beside words, which screen readers leave out. */
export const drawing = (name: Drawing): SVGSVGElement => draw(paths[name]);
