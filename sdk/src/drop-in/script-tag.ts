// For script tags: the elements, and what the script and its parts share. A part is a file of its own, and finds this by the
// global of the script.

export * from './index.ts';
export * from './kept-in-tab.ts';
export * from './load-address.ts';
export * from './problem.ts';
export * from './return-address.ts';
export * from './set-up.ts';
export * from './texts/languages.ts';
export * from './view/customer-form.ts';
export * from './view/dom.ts';
export * from './view/extras.ts';
export * from './view/failure.ts';
export * from './view/field.ts';
export * from './view/formats.ts';
export * from './view/glyph.ts';
export * from './view/payment-part.ts';
export * from './view/plan-cards.ts';
export * from './view/plan-rows.ts';
export * from './view/prices-by-use.ts';
export * from './view/shape.ts';
