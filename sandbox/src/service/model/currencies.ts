/** Currencies whose minor unit is not a hundredth (ISO 4217). */
const MINOR_DIGITS: { readonly [currency: string]: number } = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  UYI: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
};

/** Decimals of amounts in a currency. */
export function minorDigits(currency: string): number {
  return MINOR_DIGITS[currency] ?? 2;
}

/** `29.75 EUR`, `1200 JPY`: for messages and logs, with the decimals of the currency. */
export function amountText(amount: number, currency: string): string {
  return `${amount.toFixed(minorDigits(currency))} ${currency}`;
}

/** Returns whether an amount has no more decimals than its currency. */
export function isInMinorUnits(amount: number, currency: string): boolean {
  const units = amount * 10 ** minorDigits(currency);
  return Math.abs(Math.round(units) - units) < 1e-6;
}
