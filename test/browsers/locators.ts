import type { Target } from './driver.ts';

/* Targets by what a customer sees, as XPath: the one language that all three drivers take. */

const quoted = (text: string): string => (text.includes("'") ? `"${text}"` : `'${text}'`);

/** Not in a part of the page that is hidden. */
const shown = '[not(ancestor-or-self::*[@hidden])]';

/** A field by its label, or the beginning of it. */
export const field = (label: string): Target => {
  const named = `starts-with(normalize-space(.), ${quoted(label)})`;
  return `(//*[@id = //label[${named}]/@for] | //label[${named}]//*[self::input or self::select])${shown}`;
};

/** A button that can be pressed, by its name or the beginning of it. */
export const button = (name: string): Target =>
  `//button[starts-with(normalize-space(.), ${quoted(name)})][not(@disabled)]${shown}`;

export const link = (name: string): Target => `//a[normalize-space(.) = ${quoted(name)}]${shown}`;

/** The innermost element with the text in it. */
export const text = (part: string): Target =>
  `//*[not(self::script or self::style or self::option)][contains(normalize-space(.), ${quoted(part)})]` +
  `[not(*[contains(normalize-space(.), ${quoted(part)})])]${shown}`;

export const heading = (name: string): Target =>
  `//*[self::h1 or self::h2][normalize-space(.) = ${quoted(name)}]${shown}`;
