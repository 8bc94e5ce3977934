import { draw } from '../../elements/drawing.ts';

const paths = {
  check: 'M5 12.5 10 17 19 7',
  cross: 'M7 7 17 17M17 7 7 17',
};

export const glyph = (name: keyof typeof paths): SVGSVGElement => draw(paths[name]);
