import { draw } from '../../elements/drawing.ts';

const paths = {
  check: 'M5 12.5 10 17 19 7',
  cross: 'M7 7 17 17M17 7 7 17',
  back: 'M14.5 5.5 8 12l6.5 6.5',
  alert: 'M12 3.5 21.5 20h-19zM12 10v4.5M12 17v.5',
};

export const glyph = (name: keyof typeof paths): SVGSVGElement => draw(paths[name]);
